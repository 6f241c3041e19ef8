/** Runs and their way back through the client and the service, with names and senders that change hands. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apply, type ToApply } from '../../src/engine/apply.ts';
import { type PlanTarget, planAccounts } from '../../src/engine/ask-accounts.ts';
import type { Planned } from '../../src/engine/plan.ts';
import { rollbackPlanner } from '../../src/engine/rollback.ts';
import type { DeclaredRule, RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import type { Work } from '../../src/planning/changes.ts';
import { type Client, createClient } from '../../src/service/client.ts';
import { accountOf } from '../harness/account.ts';
import { declaredOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { KEY } from '../harness/project.ts';
import { startTestSandbox, type TestSandboxOptions } from '../harness/sandbox/sandbox.ts';
import { contentOf, type Run, runOf } from './way-back-inbox.ts';

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

/** Carries out, and gives what the snapshot has; `writes`: after so many the process is gone, before it heard of the last one. */
async function carryOut(target: PlanTarget, client: Client, writes = Number.POSITIVE_INFINITY): Promise<Run> {
  const now = () => performance.now();
  const { planned } = await planAccounts([target], now);
  const [one] = planned as [Planned];
  // Rules that hand names or senders to each other in a circle are another story.
  fc.pre(!hasCircle(one.planned.work));
  const run = runOf(one.account, KEY, one.live, one.planned.work);
  const { rules, killed } = killedAfter(writes, client);
  const ended = apply([{ planned: one, rules }], {
    // What is killed has one request under way, so that none lands later.
    concurrency: Number.isFinite(writes) ? 1 : 4,
    retryForMs: 1_000,
    failFast: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    now,
    random: () => 0.5,
  });
  const results = await Promise.race([ended, killed]);
  if (results !== null) expect(results).toMatchObject([{ outcome: 'converged', differences: [] }]);
  return run;
}

/** Whether changes wait for the names and senders of each other. */
function hasCircle(work: readonly Work[]): boolean {
  let left = [...work];
  for (;;) {
    const held = left.flatMap((item) =>
      [item.live?.name, item.live?.condition.static.from].map((text) => ({ item, text })),
    );
    const isFree = ({ wanted }: Work, self: Work) =>
      [wanted?.name, wanted?.condition.static.from].every(
        (text) => text == null || held.every((one) => one.item === self || one.text !== text),
      );
    const waiting = left.filter((item) => !isFree(item, item));
    if (waiting.length === 0 || waiting.length === left.length) return waiting.length > 0;
    left = waiting;
  }
}

function killedAfter(writes: number, client: Client): { rules: ToApply['rules']; killed: Promise<null> } {
  let kill = (_: null) => {};
  const killed = new Promise<null>((resolve) => {
    kill = resolve;
  });
  let left = writes;
  const write = async <T>(send: () => Promise<T>): Promise<T> => {
    if (left <= 0) return new Promise(() => {});
    left -= 1;
    const answered = send();
    if (left > 0) return answered;
    await Promise.allSettled([answered]);
    kill(null);
    return new Promise(() => {});
  };
  const rules = {
    listRules: () => (left > 0 ? client.listRules() : new Promise<never>(() => {})),
    createRule: (rule: RuleBody) => write(() => client.createRule(withoutNone(rule))),
    replaceRule: (id: string, rule: RuleBody) => write(() => client.replaceRule(id, rule)),
    deleteRule: (id: string) => write(() => client.deleteRule(id)),
  };
  return { rules, killed };
}

/** A create does not send an operator that nobody set. */
function withoutNone(rule: RuleBody) {
  const { conditionalOperator, ...rest } = rule.condition;
  return conditionalOperator === null ? { ...rule, condition: rest } : rule;
}

const profile = fc.constantFrom<NonNullable<TestSandboxOptions['profile']>>('spec', 'older', 'newer');

/** An inbox with the rules of `first`, and runs in it. */
async function inbox(name: TestSandboxOptions['profile'], first: readonly DeclaredRule[]) {
  const sandbox = await startTestSandbox({ profile: name, key: KEY });
  const client = createClient({ baseUrl: sandbox.baseUrl, apiKey: KEY });
  const run = (declared: readonly DeclaredRule[], writes?: number) =>
    carryOut({ account: accountOf(declared), rules: client }, client, writes);
  const back = (of: Run, writes?: number) => {
    const account = accountOf([]);
    const variable = (name: string) => {
      throw new Error(`${name} is not asked for`);
    };
    const plan = rollbackPlanner({ account, apiKey: KEY, opened: of, others: [], variable });
    return carryOut({ account, rules: client, plan }, client, writes);
  };
  const used = {
    run,
    back,
    live: async () => contentOf(await client.listRules()),
    ids: async () => new Map((await client.listRules()).map((rule) => [rule.name, rule.id])),
    close: async () => {
      await client.close();
      await sandbox.close();
    },
  };
  await run(first);
  return used;
}

/** Rules that the run deleted have another id when they are back. */
function expectIds(now: ReadonlyMap<string, string>, then: ReadonlyMap<string, string>, { changes }: Run): void {
  const anew = new Set(changes.filter(({ op }) => op === 'delete').map(({ name }) => name));
  for (const [name, id] of now) if (!anew.has(name)) expect(id).toBe(then.get(name));
}

it('a run is taken back, and its way back too, on every profile', () =>
  forAll([profile, rules, rules], 8, async (name, first, second) => {
    const { run, back, live, ids, close } = await inbox(name, first);
    try {
      const [before, idsBefore] = [await live(), await ids()];
      const made = await run(second);
      const after = await live();
      const rollback = await back(made);
      expect(await live()).toEqual(before);
      expectIds(await ids(), idsBefore, made);
      await back(rollback);
      expect(await live()).toEqual(after);
      expect((await back(rollback)).changes).toEqual([]);
    } finally {
      await close();
    }
  }));

it('a run that was killed anywhere is taken back, also when its rollback is killed', async () => {
  const writes = fc.integer({ min: 1, max: 7 });
  await forAll([profile, rules, rules, writes, writes], 13, async (name, first, second, cut, cutBack) => {
    const { run, back, live, ids, close } = await inbox(name, first);
    try {
      const [before, idsBefore] = [await live(), await ids()];
      const made = await run(second, cut);
      await back(made, cutBack);
      await back(made);
      expect(await live()).toEqual(before);
      expectIds(await ids(), idsBefore, made);
    } finally {
      await close();
    }
  });
});

it('a rollback that was killed is itself taken back', async () => {
  const writes = fc.integer({ min: 1, max: 7 });
  await forAll([profile, rules, rules, writes], 8, async (name, first, second, cut) => {
    const { run, back, live, close } = await inbox(name, first);
    try {
      const made = await run(second);
      const after = await live();
      await back(await back(made, cut));
      expect(await live()).toEqual(after);
    } finally {
      await close();
    }
  });
});
