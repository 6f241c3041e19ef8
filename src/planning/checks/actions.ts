/** Checks of what a rule does: each action has what its type needs, and nothing that its type ignores. */
import { type ActionType, FIELD_KEYS, type FieldKey } from '../../model/rule.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

interface Uses {
  fields: readonly FieldKey[];
  needs?: FieldKey;
  channel?: true;
}

const MAIL_FIELDS: readonly FieldKey[] = ['subject', 'content', 'to', 'cc', 'bcc'];

/** Which fields a type uses, and without which of them the service answers 400 (measured). Types not here use none. */
const USES: Partial<Record<ActionType, Uses>> = {
  LABEL: { fields: ['label'], needs: 'label' },
  DRAFT_EMAIL: { fields: MAIL_FIELDS },
  DRAFT_MESSAGING_CHANNEL: { fields: MAIL_FIELDS, channel: true },
  REPLY: { fields: ['content', 'cc', 'bcc'] },
  SEND_EMAIL: { fields: MAIL_FIELDS, needs: 'to' },
  FORWARD: { fields: ['to', 'content', 'cc', 'bcc'], needs: 'to' },
  CALL_WEBHOOK: { fields: ['webhookUrl'], needs: 'webhookUrl' },
  MOVE_FOLDER: { fields: ['folderName'], needs: 'folderName' },
  NOTIFY_MESSAGING_CHANNEL: { fields: [], channel: true },
};

const NONE: Uses = { fields: [] };

export const missingField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index): RuleFinding[] => {
    const field = USES[type]?.needs;
    if (!field || !isBlank(fields?.[field])) return [];
    const path = ['actions', index, 'fields', field];
    return [{ code: 'field-missing', args: { type, field }, severity: 'error', path, at: 'key' }];
  });

export const missingChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (!USES[type]?.channel || !isBlank(messagingChannelId)) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-missing', args: { type }, severity: 'error', path, at: 'key' }];
  });

/** What a type does not use is stored and given back, and has no effect (measured). */
export const unusedField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) => {
    if (fields == null) return [];
    const uses = (USES[type] ?? NONE).fields;
    const unused = FIELD_KEYS.filter((field) => fields[field] && !uses.includes(field));
    return unused.map((field): RuleFinding => {
      const path = ['actions', index, 'fields', field];
      return { code: 'field-unused', args: { type, field, uses }, severity: 'warning', path, at: 'key' };
    });
  });

export const unusedChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (USES[type]?.channel || !messagingChannelId) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-unused', args: { type }, severity: 'warning', path, at: 'key' }];
  });
