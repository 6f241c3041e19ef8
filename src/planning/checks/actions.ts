/** Checks of what a rule does: each action has what its type needs, and nothing that its type ignores. */
import { ACTIONS, FIELD_KEYS, fieldsOf } from '../../model/action-types.ts';
import { isBlank, type RuleCheck, type RuleFinding } from './finding.ts';

export const missingField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index): RuleFinding[] => {
    const field = ACTIONS[type].needs;
    if (!field || !isBlank(fields?.[field])) return [];
    const path = ['actions', index, 'fields', field];
    return [{ code: 'field-missing', args: { type, field }, severity: 'error', path, at: 'key' }];
  });

export const missingChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (!ACTIONS[type].channel || !isBlank(messagingChannelId)) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-missing', args: { type }, severity: 'error', path, at: 'key' }];
  });

/** What a type does not use is stored and given back, and has no effect (measured). */
export const unusedField: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) => {
    if (fields == null) return [];
    const uses = fieldsOf(type);
    const unused = FIELD_KEYS.filter((field) => fields[field] && !uses.includes(field));
    return unused.map((field): RuleFinding => {
      const path = ['actions', index, 'fields', field];
      return { code: 'field-unused', args: { type, field, uses }, severity: 'warning', path, at: 'key' };
    });
  });

export const unusedChannel: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, messagingChannelId }, index): RuleFinding[] => {
    if (ACTIONS[type].channel || !messagingChannelId) return [];
    const path = ['actions', index, 'messagingChannelId'];
    return [{ code: 'channel-unused', args: { type }, severity: 'warning', path, at: 'key' }];
  });

const ADDRESS = /(?:^|<)[^\s<>@:]+@[^\s<>@]+>?$/;

/** The service stores any text. What it fills in itself, and lists with quoted names, are not looked into. */
export const notAddress: RuleCheck = (rule) =>
  rule.actions.flatMap(({ type, fields }, index) => {
    if (!ACTIONS[type].outbound) return [];
    const uses = fieldsOf(type);
    return (['to', 'cc', 'bcc'] as const).flatMap((field): RuleFinding[] => {
      const text = (uses.includes(field) && fields?.[field]) || '';
      const entries = /\{\{|"/.test(text) ? [] : text.split(/[,;]/).map((entry) => entry.trim());
      const wrong = entries.find((entry) => entry !== '' && !ADDRESS.test(entry));
      const path = ['actions', index, 'fields', field];
      return wrong === undefined
        ? []
        : [{ code: 'address-invalid', args: { written: wrong }, severity: 'warning', path, at: 'value' }];
    });
  });
