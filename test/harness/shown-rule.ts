/** Rules as a plan shows them, with only what a test is about. */

import { FIELD_KEYS, type FieldKey } from '../../src/model/action-types.ts';
import type { Change, PlanDocument, ShownAction, ShownRule, ShownText } from '../../src/model/plan.ts';
import { recordOf } from '../../src/model/record-of.ts';

export const NO_FIELDS: Record<FieldKey, null> = recordOf(FIELD_KEYS, () => null);

interface When {
  conditionalOperator?: 'AND' | 'OR' | null;
  aiInstructions?: ShownText;
  from?: ShownText;
  to?: ShownText;
  subject?: ShownText;
}

/** It archives unless actions are given. */
export function shownRule(
  { conditionalOperator = null, aiInstructions = null, from = null, to = null, subject = null }: When,
  actions: ShownRule['actions'] = [shownAction('ARCHIVE')],
  more: Partial<ShownRule> = {},
): ShownRule {
  const condition = { conditionalOperator, aiInstructions, static: { from, to, subject } };
  return { name: 'Rule', runOnThreads: true, condition, actions, ...more };
}

export function shownAction(
  type: string,
  fields: Partial<Record<FieldKey, ShownText>> = {},
  delayInMinutes: number | null = null,
): ShownAction {
  return { type, messagingChannelId: null, fields: { ...NO_FIELDS, ...fields }, delayInMinutes };
}

/** A change of the rule that it is given; a digest of its own by its name and account. */
export function shownChange(change: Pick<Change, 'before' | 'after'> & Partial<Change>): Change {
  const { before, after, account = 'default' } = change;
  const name = change.name ?? after?.name ?? before?.name ?? '';
  const op = before === null ? 'create' : after === null ? 'delete' : 'replace';
  return {
    account,
    op,
    name,
    id: before === null ? null : `id-of-${name}`,
    digest: `sha256:${Buffer.from(`${account} ${name}`).toString('hex').padEnd(64, '0').slice(0, 64)}`,
    source: after === null ? null : { file: 'rules/all.yaml', line: 3, column: 1 },
    patch: [],
    risks: [],
    ...(op === 'delete' ? { reason: 'undeclared' as const } : {}),
    ...change,
  };
}

/** A plan of changes, in their order; an account for each name in them. */
export function shownPlan(changes: readonly Change[], more: Partial<PlanDocument> = {}): PlanDocument {
  const names = [...new Set(changes.map(({ account }) => account))];
  const countsOf = (some: readonly Change[]) => {
    const having = (op: Change['op']) => some.filter((change) => change.op === op).length;
    return { create: having('create'), replace: having('replace'), delete: having('delete'), unchanged: 4, kept: 0 };
  };
  const accounts = (names.length === 0 ? ['default'] : names).map((name) => ({
    name,
    baseUrl: 'https://mail.example.com/api/v1',
    live: 12,
    declared: 14,
    summary: countsOf(changes.filter(({ account }) => account === name)),
  }));
  return {
    formatVersion: 1,
    digest: `sha256:${'ab'.repeat(32)}`,
    keyId: 'abcdef01',
    complete: true,
    summary: countsOf(changes),
    accounts,
    changes: [...changes],
    notices: [],
    ...more,
  };
}
