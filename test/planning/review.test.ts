import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import type { Reviewed, ReviewResult } from '../../src/model/review.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import type { AccountInput, AccountPlan } from '../../src/planning/plan-account.ts';
import { review } from '../../src/planning/review.ts';
import { accountPlan, planOfOne } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { EMPTY_INBOX } from '../harness/identity.ts';

const rule = (name: string, find = name, more: Partial<ResolvedRule> = {}) =>
  declaredOf({ name, condition: { aiInstructions: find }, actions: [{ type: 'ARCHIVE' }], ...more } as ResolvedRule);
const live = (...rules: DeclaredRule[]) => rules.map(liveOf);

const SAFE = accountRedactor('key', new Redactor([]));
const FLAGS = { allowEmpty: false, allowLoss: false, maxDeletes: 100 };

function planned(declared: DeclaredRule[], rules: LiveRule[], more: Partial<AccountInput> = {}): AccountPlan {
  return accountPlan(declared, rules, { account: 'alice', flags: FLAGS, redactor: SAFE, ...more });
}

const account = (plan: AccountPlan, safe = SAFE) => {
  return { name: 'alice', keyId: safe.keyId, redactor: safe.ofRun, planned: plan, inbox: EMPTY_INBOX };
};

/** What comes of a plan under review. */
const against = (plan: AccountPlan, reviewed: Reviewed, safe = SAFE) => review([account(plan, safe)], reviewed);

function whole(plan: AccountPlan, keyId: string | null = SAFE.keyId): Plan {
  return { ...planOfOne(plan, { name: 'alice' }), keyId };
}

/** What was reviewed: the plan as a file has it. */
function fileOf(plan: AccountPlan, keyId?: string | null): Reviewed {
  return {
    plan: {
      file: 'plan.json',
      ...JSON.parse(JSON.stringify({ ...whole(plan, keyId), keyId: keyId === undefined ? SAFE.keyId : keyId })),
    },
    digest: null,
    shown: null,
  };
}

/** Digests that comments showed. */
const given = (...digests: string[]): Reviewed => ({ plan: null, digest: null, shown: { digests, inboxes: [] } });

/** The digest of a plan. */
const expecting = (digest: string): Reviewed => ({ plan: null, digest, shown: null });

type Reviewing = ReviewResult & { planned: AccountPlan[] };
const codes = ({ planned: plans }: Reviewing) =>
  plans.flatMap(({ work }) => work.map(({ change }) => `${change.op} ${change.name}: ${change.refused ?? 'reviewed'}`));
const names = (changes: ReviewResult['skipped']) => changes.map(({ op, name }) => `${op} ${name}`);
const noticed = ({ planned: plans }: Reviewing) => plans.flatMap(({ notices }) => notices.map(({ code }) => code));

describe('a change is reviewed', () => {
  const before = live(rule('A', 'old'), rule('Gone'));
  const plan = planned([rule('A'), rule('New')], before);

  it('when its digest is given, or that of the whole plan', () => {
    const [first] = whole(plan).changes;
    expect(codes(against(plan, given(first?.digest ?? '')))).toEqual([
      'replace A: reviewed',
      'delete Gone: unreviewed',
      'create New: unreviewed',
    ]);
    expect(codes(against(plan, expecting(whole(plan).digest))).join()).not.toMatch(/unreviewed|changed/);
  });

  it('whatever live rule of that content it is: ids never decide', () => {
    const again = planned(
      [rule('A'), rule('New')],
      before.map((one) => ({ ...one, id: `${one.id}-again` })),
    );
    expect(codes(against(again, fileOf(plan))).join()).not.toMatch(/unreviewed|changed/);
  });

  it('not when it is of another account', () => {
    const other = planned([rule('A'), rule('New')], before, { account: 'bob' });
    const made = review([{ ...account(other), name: 'bob' }], fileOf(plan));
    expect(codes(made).every((code) => code.endsWith('unreviewed'))).toBe(true);
    expect(noticed(made)).toEqual(['review-without-account']);
    expect(made.skipped).toEqual([]);
  });
});

describe('a change that was not reviewed', () => {
  it('is refused as changed where the review has another about the same rule', () => {
    const reviewed = planned([rule('A', 'new')], live(rule('A', 'old')));
    const byFile = against(planned([rule('A', 'newer')], live(rule('A', 'old'))), fileOf(reviewed));
    expect(codes(byFile)).toEqual(['replace A: changed-since-review']);
    expect(byFile.pairs).toMatchObject([
      { reviewed: { after: { condition: { aiInstructions: 'new' } } }, now: { name: 'A' }, sameKey: true },
    ]);
    const byLive = against(planned([rule('A', 'new')], live(rule('A', 'edited'))), fileOf(reviewed));
    expect(codes(byLive)).toEqual(['replace A: changed-since-review']);
    expect(byLive.skipped).toEqual([]);
  });

  const renamed = planned([rule('B', 'b', { renamedFrom: 'A' })], live(rule('A')));
  const recreated = live(rule('A', 'again')).map((one) => ({ ...one, id: 'other' }));
  it.each<[string, AccountPlan, string]>([
    ['by id', planned([], live(rule('A'))), 'delete A: changed-since-review'],
    ['by the name before a rename', planned([], recreated), 'delete A: changed-since-review'],
    ['by name', planned([rule('B')], []), 'create B: changed-since-review'],
    ['from any other', planned([rule('C')], []), 'create C: unreviewed'],
  ])('is told %s', (_, plan, code) => {
    expect(codes(against(plan, fileOf(renamed)))).toEqual([code]);
  });

  it('is told by its id where the live rule was renamed by hand', () => {
    const reviewed = planned([rule('A', 'new')], live(rule('A', 'old')));
    const now = planned([rule('A', 'new')], live(rule('By hand', 'old')));
    expect(codes(against(now, fileOf(reviewed)))).toEqual([
      'create A: changed-since-review',
      'delete By hand: changed-since-review',
    ]);
  });

  it('keeps the code that it was refused with', () => {
    const [one] = live(rule('A', 'old')) as [LiveRule];
    const integration = { ...one.actions[0], type: 'INTEGRATION' } as LiveRule['actions'][number];
    const plan = planned([rule('A')], [{ ...one, actions: [...one.actions, integration] }]);
    expect(codes(against(plan, given()))).toEqual(['replace A: would-drop-integration']);
  });

  it('leaves its name taken: what needs that name is not made either', () => {
    const declared = [rule('B', 'b', { renamedFrom: 'A' }), rule('A', 'a')];
    const plan = planned(declared, live(rule('A')));
    const onlyCreate = whole(plan).changes.filter(({ op }) => op === 'create');
    const made = against(plan, given(...onlyCreate.map(({ digest }) => digest)));
    expect(codes(made)).toEqual(['create A: name-not-free', 'replace B: unreviewed']);
  });

  it('does not touch the plan that it was given', () => {
    const plan = planned([rule('A')], []);
    const before = structuredClone(plan.work.map(({ change }) => change));
    against(plan, given());
    expect(plan.work.map(({ change }) => change)).toEqual(before);
  });
});

describe('duplicates', () => {
  const twins = (count: number) => Array.from({ length: count }, (_, index) => liveOf(rule('D', 'old'), index));

  it('are each reviewed by their own change, though it has the digest of the other', () => {
    const plan = planned([rule('D')], twins(3));
    expect(new Set(whole(plan).changes.map(({ digest }) => digest)).size).toBe(2);
    expect(codes(against(plan, fileOf(plan))).join()).not.toMatch(/unreviewed/);
    const digests = whole(plan).changes.map(({ digest }) => digest);
    expect(codes(against(plan, given(...digests))).join()).not.toMatch(/unreviewed/);
    expect(codes(against(plan, given(...new Set(digests)))).sort()).toEqual([
      'delete D: reviewed',
      'delete D: unreviewed',
      'replace D: reviewed',
    ]);
  });

  it('count once where the plan file and a given digest name the same', () => {
    const reviewed = planned([rule('D')], twins(2));
    const [gone] = whole(reviewed).changes.filter(({ op }) => op === 'delete');
    const now = planned([rule('D')], twins(3));
    const made = against(now, { ...fileOf(reviewed), shown: { digests: [gone?.digest ?? ''], inboxes: [] } });
    expect(names(made.unreviewed)).toEqual(['delete D']);
  });

  it('that came since are not reviewed, and those of the same id are', () => {
    const reviewed = planned([rule('D')], twins(3));
    const [first, second, third] = twins(3) as [LiveRule, LiveRule, LiveRule];
    const newcomer = { ...second, id: 'id-1-and-new' };
    const now = planned([rule('D')], [first, second, newcomer, third]);
    const made = against(now, fileOf(reviewed));
    expect(made.unreviewed).toMatchObject([{ op: 'delete', id: 'id-1-and-new' }]);
    expect(made.pairs).toEqual([]);
  });
});

describe('a reviewed change that is no longer needed', () => {
  it('is skipped, of the accounts of this run only', () => {
    const reviewed = fileOf(planned([rule('A'), rule('B')], live(rule('A', 'old'), rule('Gone'))));
    const done = against(planned([rule('A'), rule('B')], live(rule('A'))), reviewed);
    expect(names(done.skipped)).toEqual(['replace A', 'delete Gone']);
    expect(codes(done)).toEqual(['create B: reviewed']);
    const other = { ...account(planned([], [])), name: 'bob' };
    expect(review([other], reviewed).skipped).toEqual([]);
  });

  it('is not one that another change took the place of', () => {
    const reviewed = fileOf(planned([rule('A', 'new')], live(rule('A', 'old'))));
    const now = planned([rule('A', 'newer')], live(rule('A', 'old')));
    const made = against(now, {
      ...reviewed,
      shown: { digests: whole(now).changes.map(({ digest }) => digest), inboxes: [] },
    });
    expect(codes(made)).toEqual(['replace A: reviewed']);
    expect(made.skipped).toEqual([]);
  });

  it('is a rename that was made, though its old name is wanted', () => {
    const declared = [rule('B', 'b', { renamedFrom: 'A' }), rule('A', 'a')];
    const reviewed = fileOf(planned(declared, live(rule('A'))));
    const made = against(planned(declared, live(rule('B', 'b'))), reviewed);
    expect(codes(made)).toEqual(['create A: reviewed']);
    expect(names(made.skipped)).toEqual(['replace B']);
  });
});

describe('an apply that was killed while a rule took the name of another one', () => {
  const [first, second] = [rule('A', 'one'), rule('B', 'two')];
  const declared = [rule('B', 'one', { renamedFrom: 'A' }), rule('C', 'two', { renamedFrom: 'B' })];
  const start = live(first, second) as [LiveRule, LiveRule];
  const reviewed = fileOf(planned(declared, start));
  const put = (one: LiveRule, body: RuleBody): LiveRule => ({ ...one, ...body, actions: one.actions });
  const [a, b] = start;
  const moved = put(b, { ...second.body, name: 'C' });

  it.each<[string, LiveRule[], string[]]>([
    ['before anything', [a, b], []],
    ['after the other gave it up', [a, moved], ['replace C']],
    ['at the end', [put(a, { ...first.body, name: 'B' }), moved], ['replace B', 'replace C']],
  ])('is finished by the same review: %s', (_, rules, skipped) => {
    const made = against(planned(declared, rules), reviewed);
    expect(codes(made).every((code) => code.endsWith(': reviewed'))).toBe(true);
    expect(made.planned[0]?.work).toHaveLength(2 - skipped.length);
    expect(names(made.skipped)).toEqual(skipped);
  });
});

describe('secrets', () => {
  const hook = (webhookUrl: string) =>
    rule('Hook', 'hook', { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }] });
  const other = accountRedactor('other key', new Redactor([]));
  const plan = (safe: typeof SAFE, path = 'a', find = 'hook') => {
    const wanted = hook(`https://hooks.example.com/${path}`);
    return planned([{ ...wanted, body: { ...wanted.body, condition: rule('', find).body.condition } }], [], {
      redactor: safe,
    });
  };

  it('made under another key say so', () => {
    const made = against(plan(other), fileOf(plan(SAFE)), other);
    expect(codes(made)).toEqual(['create Hook: tags-of-another-key']);
    expect(made.pairs).toMatchObject([{ sameKey: false }]);
  });

  it.each<[string, AccountPlan, typeof SAFE]>([
    ['that changed under one key', plan(SAFE, 'b'), SAFE],
    ['made under another key, with something else that changed,', plan(other, 'a', 'else'), other],
  ])('%s are a change', (_, now, safe) => {
    expect(codes(against(now, fileOf(plan(SAFE)), safe))).toEqual(['create Hook: changed-since-review']);
  });

  it('go by the key of the account where a plan has several', () => {
    const reviewed = fileOf(plan(SAFE), null);
    expect(codes(against(plan(other), reviewed, other))).toEqual(['create Hook: changed-since-review']);
    const accounts = reviewed.plan?.accounts.map((one) => ({ ...one, keyId: SAFE.keyId })) ?? [];
    const named = { ...reviewed, plan: { ...reviewed.plan, accounts } } as Reviewed;
    expect(codes(against(plan(other), named, other))).toEqual(['create Hook: tags-of-another-key']);
  });

  it('of this run are hidden in what an older plan file has in the clear', () => {
    const reviewed = fileOf(planned([rule('A', 'say hush')], []));
    const safe = accountRedactor('key', new Redactor([{ name: 'WORD', value: 'hush' }]));
    const { pairs, unreviewed, skipped } = against(planned([rule('A', 'say')], [], { redactor: safe }), reviewed, safe);
    expect(pairs).toHaveLength(1);
    const shown = JSON.stringify([pairs, unreviewed, skipped]);
    expect(shown).not.toContain('hush');
    expect(shown).toContain('(secret WORD)');
  });
});

describe('guards', () => {
  const rules = Array.from({ length: 8 }, (_, index) => rule(`Rule ${index}`));
  const strict = { flags: { ...FLAGS, maxDeletes: null } };

  it('count what would be carried out', () => {
    const plan = planned(rules.slice(0, 4), live(...rules), strict);
    expect(plan.guarded).toBe(true);
    const digests = whole(plan).changes.map(({ digest }) => digest);
    const two = against(plan, given(...digests.slice(0, 2))).planned[0];
    expect(two).toMatchObject({ guarded: false, counts: { delete: 4 } });
    expect(two?.notices).toEqual([]);
    const three = against(plan, given(...digests.slice(0, 3))).planned[0];
    const notices = [{ code: 'guard-max-deletes', args: { deletes: 3, limit: 2 } }];
    expect(three).toMatchObject({ guarded: true, notices });
  });

  it('of the policy stay', () => {
    const violation = { code: 'policy-action', args: { type: 'DELETE' }, severity: 'error' } as const;
    const plan = planned([rule('A')], [], { violations: [violation] });
    const made = against(plan, fileOf(plan)).planned[0];
    expect(made).toMatchObject({ guarded: true, notices: [{ code: 'policy-action' }] });
  });
});

describe('where the plan file was made', () => {
  const plan = planned([rule('A')], []);

  it('is in the digests: those of another address cover nothing', () => {
    const elsewhere = planned([rule('A')], [], { baseUrl: 'https://other.example.com/api/v1' });
    expect(codes(against(plan, fileOf(elsewhere)))).toEqual(['create A: changed-since-review']);
    expect(codes(against(plan, expecting(whole(elsewhere).digest)))).toEqual(['create A: unreviewed']);
    expect(codes(against(plan, fileOf(plan)))).toEqual(['create A: reviewed']);
  });

  it('an account that could not be read then was not reviewed', () => {
    const reviewed = fileOf(planned([], []));
    const error = { status: 401, code: null, message: 'no', hint: null };
    const accounts = reviewed.plan?.accounts.map((one) => ({ ...one, error })) ?? [];
    const failed = { ...reviewed, plan: { ...reviewed.plan, accounts } } as Reviewed;
    expect(noticed(against(plan, failed))).toEqual(['review-account-failed']);
  });
});

describe('properties', () => {
  /** Of each of a few rules: whether it is declared, how many are live, and with which of two texts each. */
  const version = fc.constantFrom('old', 'new');
  const one = fc.record({ declared: fc.option(version), live: fc.array(version, { maxLength: 3 }) });
  const world = fc.array(one, { minLength: 4, maxLength: 4 }).map((rules) => {
    const wanted = rules.flatMap(({ declared }, at) => (declared === null ? [] : [rule(`Rule ${at}`, declared)]));
    const there = rules.flatMap(({ live: texts }, at) => texts.map((text) => rule(`Rule ${at}`, text)));
    return planned(wanted, live(...there));
  });

  it('what is carried out is among what was reviewed, and no more often', () =>
    forAll([world, world, fc.boolean()], 100, (earlier, later, isSame) => {
      const made = against(isSame ? earlier : later, fileOf(earlier));
      const left = whole(earlier).changes.map(({ digest }) => digest);
      for (const { change } of made.planned[0]?.work ?? []) {
        if (change.refused !== undefined) continue;
        const at = left.indexOf(change.digest);
        expect(at).not.toBe(-1);
        left.splice(at, 1);
      }
      if (isSame) expect(made).toMatchObject({ pairs: [], unreviewed: [], skipped: [] });
    }));

  it('each reviewed change is planned still, skipped, or differs from one of now', () =>
    forAll([world, world], 100, (earlier, later) => {
      const made = against(later, fileOf(earlier));
      const accounted = new Set([
        ...later.work.map(({ change }) => change.digest),
        ...made.pairs.map(({ reviewed }) => reviewed.digest),
        ...made.skipped.map(({ digest }) => digest),
      ]);
      for (const { digest } of whole(earlier).changes) expect(accounted).toContain(digest);
    }));
});
