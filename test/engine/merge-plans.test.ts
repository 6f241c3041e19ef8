/** Plans of shards, merged: what the plan of all accounts at once would have been. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describe as say } from '../../src/diagnostics/describe.ts';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import { mergePlans } from '../../src/engine/merge-plans.ts';
import { type Planned, planOf, type Unplanned } from '../../src/engine/plan.ts';
import { compareText } from '../../src/model/compare-text.ts';
import { inboxIdentityOf } from '../../src/model/inbox-identity.ts';
import { type PlanDocument, planDocument } from '../../src/model/plan.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { planAccount } from '../../src/planning/plan-account.ts';
import { jsonPlan } from '../../src/report/json.ts';
import { withChanges } from '../../src/report/plan-view.ts';
import { accountOf } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { READ_AT } from '../harness/identity.ts';
import { shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

interface Member {
  wanted: ResolvedRule[];
  there: ResolvedRule[];
  key: string;
  fails: boolean;
  shard: number;
}

const SHARDS = 3;
const member: fc.Arbitrary<Member> = fc.record({
  wanted: writtenRules,
  there: writtenRules,
  key: fc.constantFrom('one key', 'one key', 'another key'),
  fails: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  shard: fc.integer({ min: 0, max: SHARDS - 1 }),
});

/** The plan of these members of a project, by their names. */
function planOfMembers(members: readonly (readonly [name: string, member: Member])[]): PlanDocument {
  const planned: Planned[] = [];
  const unplanned: Unplanned[] = [];
  const error = { status: 500, code: null, message: 'GET /rules failed with 500', hint: null };
  for (const [name, { wanted, there, key, fails }] of members) {
    const account = accountOf(wanted, { name, redactor: accountRedactor(key, new Redactor([])) });
    const live = there.map((rule, index) => liveOf(declaredOf(rule, index), index));
    const plan = planAccount({ ...account, account: name, live, declaredBefore: null });
    if (fails) unplanned.push({ name, baseUrl: '', declared: wanted.length, error });
    else
      planned.push({
        account,
        live,
        readAt: 0,
        inbox: inboxIdentityOf(live, READ_AT),
        planned: plan,
        leftToDo: () => [],
      });
  }
  return written(planOf(planned, unplanned));
}

/** The plan as its file has it. */
function written(plan: Plan): PlanDocument {
  const document = planDocument.parse(JSON.parse(jsonPlan(plan)));
  return { ...document, notices: document.notices.sort((a, b) => compareText(JSON.stringify(a), JSON.stringify(b))) };
}

function merged(...plans: PlanDocument[]): Plan {
  const result = mergePlans(plans.map((plan, index) => ({ file: `${index + 1}.json`, plan })));
  if ('problems' in result) throw new Error(sayings(result).join('\n'));
  return withChanges(result.plan, result.plan.changes);
}

const sayings = (result: ReturnType<typeof mergePlans>) =>
  'problems' in result ? result.problems.map((one) => say(one).message) : [];

describe('plans of shards', () => {
  it('are together the plan of all accounts', async () => {
    const check = (members: Member[]) => {
      const named = members.map((one, index) => [`inbox-${index}`, one] as const);
      const shards = Array.from({ length: SHARDS }, (_, index) => named.filter(([, { shard }]) => shard === index));
      const whole = planOfMembers(named);
      expect(written(merged(...shards.map(planOfMembers).reverse()))).toEqual(whole);
      // A single plan stays as it is.
      expect(written(merged(whole))).toEqual(whole);
    };
    await forAll([fc.array(member, { maxLength: 5 })], 25, check);
  });

  it('say once what is about files that they share, and what an account says each time', () => {
    const shared = { code: 'x', severity: 'warning', message: 'a pitfall' } as const;
    const [one, other] = ['a', 'b'].map((account) =>
      planOfAccount(account, { notices: [shared, { ...shared, account }] }),
    );
    const notices = written(merged(one as PlanDocument, other as PlanDocument)).notices;
    expect(notices.map(({ account = null }) => account).sort()).toEqual(['a', 'b', null]);
  });

  it('keep for each account on how many sample mails it was tried, since all of them together are not known', () => {
    const plan = merged(planOfAccount('a', { samples: 3 }), planOfAccount('b', { samples: 4 }), planOfAccount('c'));
    expect(plan.samples).toBeUndefined();
    expect(plan.accounts.map(({ name, samples }) => [name, samples])).toEqual([
      ['a', 3],
      ['b', 4],
      ['c', undefined],
    ]);
    expect(merged(planOfAccount('a', { samples: 3 })).samples).toBe(3);
  });

  it('keep the base and the rules of --only, which an empty shard does not name', () => {
    const base = { commit: 'ab'.repeat(20) };
    const empty = { ...planOfAccount('z', { base }), accounts: [], changes: [] };
    const plan = merged(empty, planOfAccount('a', { base, only: ['A'] }), planOfAccount('b', { base, only: ['A'] }));
    expect([plan.base, plan.only]).toEqual([base, ['A']]);
  });

  it('count what is in them, not what they say that they count', () => {
    const plan = planOfAccount('a');
    const lies = { ...plan, summary: { ...plan.summary, create: 0, delete: 7 } };
    expect(merged(lies).summary).toEqual(plan.summary);
  });
});

describe('plans that do not belong together', () => {
  const problemsOf = (...plans: (readonly [file: string, plan: PlanDocument])[]) =>
    sayings(mergePlans(plans.map(([file, plan]) => ({ file, plan }))));

  it('are refused where two have an account in common, with the names of both files', () => {
    const many = shownPlan(['a', 'b', 'c', 'd', 'e'].map(changeOf));
    expect(problemsOf(['1.json', planOfAccount('a')], ['2.json', planOfAccount('b')], ['all.json', many])).toEqual([
      'The plan files 1.json and all.json have plans of the same account: "a".',
      'The plan files 2.json and all.json have plans of the same account: "b".',
    ]);
    const four = shownPlan(['a', 'b', 'c', 'd'].map(changeOf));
    expect(problemsOf(['1.json', four], ['2.json', many])).toEqual([
      'The plan files 1.json and 2.json have plans of the same accounts: "a", "b", "c" and 1 more.',
    ]);
    expect(problemsOf(['1.json', planOfAccount('a')], ['1.json', planOfAccount('a')])).toEqual([
      'The plan files 1.json and 1.json have plans of the same account: "a".',
    ]);
  });

  it('count an account that only changes name', () => {
    const hidden = { ...planOfAccount('a'), accounts: [] };
    expect(problemsOf(['1.json', planOfAccount('a')], ['2.json', hidden])).toHaveLength(1);
  });

  it('are refused where they have different bases, or are about different rules', () => {
    const base = { commit: 'ab'.repeat(20) };
    const first = ['1.json', planOfAccount('a', { base, only: ['A'] })] as const;
    const alike = ['2.json', planOfAccount('b', { base, only: ['A'] })] as const;
    const said = 'are not of one run: they were made with another --base or --only.';
    for (const more of [{ base, only: ['B'] }, { base }, { only: ['A'] }]) {
      expect(problemsOf(first, alike, ['3.json', planOfAccount('c', more)])).toEqual([
        `The plan files 1.json and 3.json ${said}`,
      ]);
    }
    expect(problemsOf(first, alike)).toEqual([]);
  });
});

function changeOf(account: string) {
  return shownChange({ account, before: null, after: shownRule({ from: '@example.com' }) });
}

function planOfAccount(account: string, more: Partial<PlanDocument> = {}): PlanDocument {
  return shownPlan([changeOf(account)], more);
}
