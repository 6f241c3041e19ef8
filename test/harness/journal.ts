/** Runs about to begin, for tests of their journals. */

import { createHash } from 'node:crypto';
import { Redactor, type Secret } from '../../src/diagnostics/redactor.ts';
import { firstLine, type RunStart } from '../../src/engine/journal/write.ts';
import { planFor } from '../../src/engine/plan.ts';
import type { PlanLine } from '../../src/model/journal.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { accountOf } from './account.ts';
import { declaredOf, liveOf } from './arbitrary.ts';

/** The key that makes the tags. */
export const TAGS = 'key-of-the-tags';

export function ruleOf(name: string, text = name): ResolvedRule {
  return { name, condition: { aiInstructions: text }, actions: [{ type: 'ARCHIVE' }] };
}

interface Options {
  at?: string;
  by?: RunStart['by'];
  rollbackOf?: string;
  secrets?: readonly Secret[];
  withSecrets?: boolean;
  /** By account: what is declared and live. */
  accounts?: Record<string, { declared: readonly DeclaredRule[]; live: readonly LiveRule[] }>;
  pid?: number;
  /** Makes the digest of the plan another one. */
  salt?: string;
}

/** One rule to create, one to replace, one to delete. */
export const THREE = {
  declared: [ruleOf('New'), ruleOf('Kept', 'after')].map((rule, index) => declaredOf(rule, index)),
  live: [ruleOf('Kept', 'before'), ruleOf('Old')].map((rule, index) => liveOf(declaredOf(rule), index)),
};

/** A run about to begin; with all that its accounts differ in. */
export async function runStart(options: Options = {}): Promise<RunStart> {
  const { at = '2026-11-21T09:22:33.456Z', secrets = [], accounts = { default: THREE }, salt = '' } = options;
  const parts = await Promise.all(
    Object.entries(accounts).map(async ([name, { declared, live }]) => {
      const account = accountOf(declared, {
        name,
        baseUrl: 'https://mail.example.com/api/v1',
        flags: { allowEmpty: true, allowLoss: true, maxDeletes: 1000 },
        redactor: accountRedactor(TAGS, new Redactor(secrets)),
      });
      return { account, work: (await planFor(account, live)).work };
    }),
  );
  return {
    by: options.by ?? 'apply',
    rollbackOf: options.rollbackOf ?? null,
    version: '0.1.0',
    digest: `sha256:${createHash('sha256').update(salt).digest('hex')}`,
    keyId: null,
    at: new Date(at),
    pid: options.pid ?? 1,
    parts,
    withSecrets: options.withSecrets ?? false,
  };
}

/** The first line of the journal of a run, as a value. */
export function planLineOf(run: string, start: RunStart): PlanLine {
  return JSON.parse(firstLine(run, start));
}
