/** Rules as people could write them, for property tests. */
import fc from 'fast-check';
import { ACTION_TYPES, type ActionType } from '../../src/model/action-types.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';

/** Texts with everything that is ever normalised: white space of all kinds, CRLF, other scripts. */
const messy = fc
  .array(
    fc.constantFrom('a', 'B', ' ', '\t', '\r\n', '\n', '\u00a0', '\ufeff', 'é', 'e\u0301', '邮', '🙂', '"', ',', '*'),
    {
      minLength: 0,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const needed: Partial<Record<ActionType, ResolvedRule['actions'][number]['fields']>> = {
  LABEL: { label: 'Label' },
  FORWARD: { to: 'team@example.com' },
  SEND_EMAIL: { to: 'team@example.com' },
  CALL_WEBHOOK: { webhookUrl: 'https://hooks.example.com/a' },
  MOVE_FOLDER: { folderName: 'Folder' },
};

const action: fc.Arbitrary<ResolvedRule['actions'][number]> = fc
  .record({
    type: fc.constantFrom(...ACTION_TYPES),
    content: optional(messy),
    delayInMinutes: optional(fc.option(fc.integer({ min: 1, max: 129_600 }))),
  })
  .map(({ type, content, delayInMinutes }) => ({
    type,
    fields: { ...needed[type], ...(content === undefined ? {} : { content }) },
    ...(delayInMinutes === undefined ? {} : { delayInMinutes }),
    ...(type.endsWith('MESSAGING_CHANNEL') ? { messagingChannelId: 'ckx9q2s7l0000v8mn4h2r1abc' } : {}),
  }));

/** A rule that every deployment takes: it always has instructions, so senders never overlap. */
const writtenRule: fc.Arbitrary<ResolvedRule> = fc.record(
  {
    name: messy.map((text) => `${text}x`),
    runOnThreads: optional(fc.option(fc.boolean())),
    condition: fc.record({
      conditionalOperator: fc.option(fc.constantFrom('AND' as const, 'OR' as const), { nil: undefined }),
      aiInstructions: messy.map((text) => `find ${text}`),
      static: optional(fc.option(fc.record({ subject: fc.option(messy) }))),
    }),
    actions: fc.array(action, { minLength: 1, maxLength: 4 }),
  },
  { requiredKeys: ['name', 'condition', 'actions'] },
) as fc.Arbitrary<ResolvedRule>;

/** Rules whose names differ after the trim that the service does. */
export const writtenRules = fc.uniqueArray(writtenRule, {
  maxLength: 8,
  selector: (rule) => canonicalRule(rule).name,
});

export function declaredOf(written: ResolvedRule, index = 0): DeclaredRule {
  return {
    body: canonicalRule(written),
    renamedFrom: written.renamedFrom ?? null,
    enabled: written.enabled ?? null,
    spot: { file: 'rules/all.yaml', document: index, path: [], offset: index },
    file: 'rules/all.yaml',
    references: [],
  };
}

/** A declared rule as a service would answer it, an operator that nobody set as AND. */
export function liveOf(rule: DeclaredRule, index = 0): LiveRule {
  const { body } = rule;
  const day = String((index % 28) + 1).padStart(2, '0');
  return {
    id: `id-${index}`,
    enabled: true,
    createdAt: `2026-01-${day}T00:00:00.000Z`,
    updatedAt: `2026-01-${day}T00:00:00.000Z`,
    ...body,
    condition: { ...body.condition, conditionalOperator: body.condition.conditionalOperator ?? 'AND' },
    actions: body.actions.map((one) => ({ ...one, integrationName: null, integrationToolName: null })),
  };
}
