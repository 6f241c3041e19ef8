/** Plans of any size, made by hand. */

import type { Change, PlanDocument, ShownRule } from '../../../src/model/plan.ts';
import { shownRule } from '../../harness/shown-rule.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** A rule that archives what its instructions find. */
export function archiving(name: string, aiInstructions = `find ${name}`): ShownRule {
  return shownRule({ conditionalOperator: 'AND', aiInstructions }, undefined, { name });
}

/** A change of the rule; what is not given is as it would be. */
export function changeOf(op: Change['op'], name: string, more: Partial<Change> = {}): Change {
  return {
    account: 'default',
    op,
    name,
    id: op === 'create' ? null : 'id',
    digest: DIGEST,
    source: op === 'delete' ? null : { file: 'rules/all.yaml', line: 3, column: 1 },
    before: op === 'create' ? null : archiving(name, `once ${name}`),
    after: op === 'delete' ? null : archiving(name),
    patch: [],
    risks: [],
    ...(op === 'delete' ? { reason: 'undeclared' } : {}),
    ...more,
  };
}

/** A plan of these changes; of all accounts that are named in them. */
export function planDocument(changes: Change[], more: Partial<PlanDocument> = {}): PlanDocument {
  const summary = { create: 0, replace: 0, delete: 0, unchanged: 4, kept: 1 };
  for (const { op } of changes) summary[op] += 1;
  const names = new Set(changes.map(({ account }) => account));
  const accounts = [...(names.size === 0 ? ['default'] : names)].map((name) => ({
    name,
    baseUrl: 'https://mail.example.com/api/v1',
    live: 1_234,
    declared: 5,
    summary,
  }));
  return {
    formatVersion: 1,
    digest: DIGEST,
    keyId: '01234567',
    complete: true,
    summary,
    accounts,
    changes,
    notices: [],
    ...more,
  };
}
