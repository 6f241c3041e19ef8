/** Runs and their way back through the client and the service, with names and senders that change hands. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apply } from '../../../src/engine/apply.ts';
import { failureOf } from '../../../src/engine/failure.ts';
import { planLineOf, runName } from '../../../src/engine/journal/entry.ts';
import type { Account, Planned } from '../../../src/engine/plan.ts';
import { planAccounts, type Target } from '../../../src/engine/plan-accounts.ts';
import { rollbackPlanner } from '../../../src/engine/rollback/planner.ts';
import type { OutcomeLine } from '../../../src/model/journal.ts';
import type { DeclaredRule } from '../../../src/model/rule.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { hider, veil } from '../../../src/planning/secrets.ts';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Client, createClient } from '../../../src/service/client.ts';
import { declaredOf } from '../../harness/arbitrary.ts';
import { KEY } from '../../harness/project.ts';
import { planSettings } from '../../harness/settings.ts';
import { contentOf, type Run } from './inbox.ts';

/** So many names and senders that most rules take those of others. */
const NAMES = ['A', 'B', 'C', 'D'];
const SENDERS = ['a@example.com', 'b@example.com', 'c@example.com', null];

const rules = fc
  .tuple(
    fc.shuffledSubarray(NAMES, { minLength: 1 }),
    fc.shuffledSubarray(SENDERS, { minLength: 4 }),
    fc.shuffledSubarray([...NAMES, 'E'], { minLength: 4 }),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  )
  .map(([names, senders, olds, renamed]): DeclaredRule[] =>
    names.map((name, index) => {
      const from = senders[index] ?? null;
      const written: ResolvedRule = {
        name,
        condition: {
          conditionalOperator: 'AND',
          ...(from === null ? { aiInstructions: `find ${name}` } : { static: { from } }),
        },
        actions: [{ type: 'LABEL', fields: { label: `${name} ${from ?? ''}` } }],
      };
      const old = olds[index];
      return declaredOf(
        { ...written, ...(renamed[index] === true && old !== undefined && old !== name ? { renamedFrom: old } : {}) },
        index,
      );
    }),
  )
  .map((all) => {
    const olds = new Set<string>();
    return all.map((one) => {
      const isFirst = one.renamedFrom !== null && !olds.has(one.renamedFrom);
      if (one.renamedFrom !== null) olds.add(one.renamedFrom);
      return isFirst ? one : { ...one, renamedFrom: null };
    });
  });

function accountOf(declared: readonly DeclaredRule[]): Account {
  return {
    name: 'default',
    baseUrl: '',
    declared,
    settings: planSettings({}),
    flags: { allowEmpty: true, allowIntegrationLoss: false, maxDeletes: 100 },
    veil: veil(KEY, hider([])),
    violations: [],
    declaredBefore: async () => ({ names: new Set(), notices: [] }),
    placeOf: ({ file }) => ({ file, line: 1, column: 1 }),
  };
}

async function carryOut(target: Target, client: Client): Promise<Run> {
  const now = () => performance.now();
  const { planned } = await planAccounts([target], failureOf, now);
  const [one] = planned as [Planned];
  const { account } = one;
  const start = {
    by: 'apply' as const,
    rollbackOf: null,
    version: '0.1.0',
    digest: `sha256:${'0'.repeat(64)}`,
    keyId: account.veil.keyId,
    at: new Date(0),
    pid: 1,
    parts: [{ account, work: one.planned.work }],
    secrets: [],
    withSecrets: false,
  };
  const plan = planLineOf(runName(start), start);
  const outcomes: OutcomeLine[] = [];
  const [result] = await apply([{ planned: one, rules: client }], {
    concurrency: 4,
    retryForMs: 1_000,
    failFast: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    onOutcome: ({ digest, id }, { status, id: made }) => {
      const change = plan.changes.findIndex((each) => each.digest === digest && each.id === id);
      outcomes.push({ kind: 'outcome', change, status, id: made ?? id, at: '' });
    },
    now,
    random: () => 0.5,
  });
  expect(result).toMatchObject({ outcome: 'converged', differences: [] });
  return { plan, outcomes };
}

it('a run is taken back, and its way back too, on every profile', async () => {
  const profile = fc.constantFrom<NonNullable<SandboxOptions['profile']>>('spec', 'older', 'newer');
  await fc.assert(
    fc.asyncProperty(profile, rules, rules, async (name, first, second) => {
      const sandbox = await startSandbox({ profile: name, key: KEY });
      const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: KEY });
      const live = async () => contentOf(await client.listRules());
      const ids = async () => new Map((await client.listRules()).map((rule) => [rule.name, rule.id]));
      const back = (run: Run) => {
        const account = accountOf([]);
        const plan = rollbackPlanner(account, { ...run, end: null }, (variable) => {
          throw new Error(`${variable} is not asked for`);
        });
        return carryOut({ account, rules: client, plan }, client);
      };
      try {
        await carryOut({ account: accountOf(first), rules: client }, client);
        const [before, idsBefore] = [await live(), await ids()];
        const run = await carryOut({ account: accountOf(second), rules: client }, client);
        const after = await live();
        const rollback = await back(run);
        expect(await live()).toEqual(before);
        const anew = new Set(run.plan.changes.filter(({ op }) => op === 'delete').map(({ name: gone }) => gone));
        for (const [rule, id] of await ids()) if (!anew.has(rule)) expect(id).toBe(idsBefore.get(rule));
        await back(rollback);
        expect(await live()).toEqual(after);
      } finally {
        await client.close();
        await sandbox.close();
      }
    }),
    { numRuns: 60 },
  );
});
