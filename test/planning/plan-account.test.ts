import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describe as inWords } from '../../src/diagnostics/describe.ts';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { DEFAULT_RULES } from '../../src/model/default-rules.ts';
import { planDigest } from '../../src/model/digest.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { canonicalLive, canonicalRule } from '../../src/planning/canonical.ts';
import type { AccountInput, AccountPlan } from '../../src/planning/plan-account.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { EMPTY_INBOX } from '../harness/identity.ts';
import { planSettings } from '../harness/settings.ts';

const FLAGS = { allowEmpty: false, allowLoss: false, maxDeletes: null };

type Settings = Parameters<typeof planSettings>[0];

/** The plan of these rules, with the guards as they are by default; `set` are settings as written. */
const plan = (
  declared: DeclaredRule[],
  live: LiveRule[],
  { set = {}, ...more }: Partial<AccountInput> & { set?: Settings } = {},
) => accountPlan(declared, live, { flags: FLAGS, settings: planSettings(set), ...more });

const rule = (name: string, more: Partial<ResolvedRule> = {}, index = 0) =>
  declaredOf(
    { name, condition: { aiInstructions: `find ${name}` }, actions: [{ type: 'ARCHIVE' }], ...more } as ResolvedRule,
    index,
  );
const rulesOf = (count: number, name = 'Rule') =>
  Array.from({ length: count }, (_, index) => rule(`${name} ${index}`, {}, index));
const lives = (rules: DeclaredRule[], from = 0) => rules.map((one, index) => liveOf(one, from + index));

const STAR = { actions: [{ type: 'STAR' as const }] };
const hook = (webhookUrl: string) => rule('Hook', { actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }] });
const HUSH = accountRedactor('key', new Redactor([{ name: 'API', value: 'hush' }]));

const changesOf = (made: AccountPlan) =>
  made.work.map(({ change }) =>
    [change.op, change.renamedFrom ?? null, change.name].filter((part) => part !== null).join(' '),
  );

describe('properties', () => {
  it('canonical form is idempotent', () =>
    forAll([writtenRules], 100, (rules) => {
      for (const written of rules) {
        const once = declaredOf(written).body;
        const live = liveOf(declaredOf(written));
        const again = canonicalLive(live);
        const withOperator = { ...once.condition, conditionalOperator: again.condition.conditionalOperator };
        expect(again).toEqual({ ...once, condition: withOperator });
        expect(canonicalRule(once as ResolvedRule)).toEqual(once);
      }
    }));

  it('a plan of what is live already is empty', () =>
    forAll([writtenRules], 100, (rules) => {
      const declared = rules.map(declaredOf);
      const made = plan(declared, declared.map(liveOf));
      expect(made.work).toEqual([]);
      expect(made.counts.unchanged).toBe(rules.length);
      expect(made.notices).toEqual([]);
    }));

  it('the order of files and live rules does not matter', async () => {
    const shuffled = fc.tuple(writtenRules, writtenRules).chain(([wanted, there]) => {
      const declared = wanted.map(declaredOf);
      const live = there.map((written, index) => liveOf(declaredOf(written, index), index));
      return fc.tuple(
        fc.constant({ declared, live }),
        fc.shuffledSubarray(declared, { minLength: declared.length }),
        fc.shuffledSubarray(live, { minLength: live.length }),
      );
    });
    await forAll([shuffled], 100, ([{ declared, live }, otherDeclared, otherLive]) => {
      const one = plan(declared, live);
      const other = plan(otherDeclared, otherLive);
      expect(other).toEqual(one);
    });
  });
});

describe('renames', () => {
  const renamed = (name: string, from: string, index = 0) =>
    rule(name, { renamedFrom: from, condition: { aiInstructions: `find ${from}` } }, index);
  const old = rule('Old', {}, 1);

  it.each<[string, DeclaredRule[], DeclaredRule[], string[]]>([
    ['takes over the old live rule', [renamed('New', 'Old')], [rule('Old')], ['replace Old New']],
    ['leaves an old name that is declared, and live so', [renamed('New', 'Old'), old], [old], ['create New']],
    ['chain', [renamed('B', 'A'), renamed('C', 'B', 1)], [rule('A'), rule('B', {}, 1)], ['replace A B', 'replace B C']],
    ['swap', [renamed('B', 'A'), renamed('A', 'B', 1)], [rule('A'), rule('B', {}, 1)], ['replace B A', 'replace A B']],
  ])('%s', (_, declared, live, changes) => {
    expect(changesOf(plan(declared, live.map(liveOf)))).toEqual(changes);
  });

  it('takes over its id too', () => {
    expect(plan([renamed('New', 'Old')], [liveOf(rule('Old'))]).work[0]?.live?.id).toBe('id-0');
  });

  it('is spent once it was applied', () => {
    const declared = renamed('New', 'Old');
    const made = plan([declared], [liveOf(declared)]);
    expect(changesOf(made)).toEqual([]);
    expect(made.notices.map(({ code }) => code)).toEqual(['rename-spent']);
  });

  it('does not take the old rule while the new name is live and stays', () => {
    const live = lives([rule('Old'), rule('New', STAR)]);
    const made = plan([renamed('New', 'Old')], live, { set: { undeclared: 'keep' } });
    expect(changesOf(made)).toEqual(['replace New']);
    expect(made.notices).toMatchObject([
      { code: 'rename-spent', args: { why: 'new-name-live' } },
      { code: 'rule-kept', rule: 'Old', args: { by: 'undeclared: keep' } },
    ]);
  });

  it('gives a second live rule of the old name to the rule declared under it', () => {
    const live = lives([rule('Old', STAR), rule('Old', { actions: [{ type: 'DIGEST' }] })]);
    const made = plan([renamed('New', 'Old'), old], live);
    expect(made.work.map(({ change }) => [change.op, change.name, change.id])).toEqual([
      ['replace', 'New', 'id-0'],
      ['replace', 'Old', 'id-1'],
    ]);
  });
});

it.each([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.500Z'],
  ['2026-01-01T13:00:00+02:00', '2026-01-01T12:00:00Z'],
])('of duplicates the oldest is kept by its time, not by the text of it: %s before %s', (older, younger) => {
  const live = [
    { ...liveOf(rule('D', STAR)), id: 'old', createdAt: older },
    { ...liveOf(rule('D', STAR)), id: 'young', createdAt: younger },
  ];
  for (const all of [live, live.toReversed()]) {
    expect(plan([rule('D')], all).work.map(({ change }) => [change.op, change.id])).toEqual([
      ['replace', 'old'],
      ['delete', 'young'],
    ]);
  }
});

describe('an id that is live twice', () => {
  const twice = (first: DeclaredRule, second: DeclaredRule) => [liveOf(first), { ...liveOf(second), id: 'id-0' }];

  it.each<[string, DeclaredRule[], LiveRule[], Settings, string[]]>([
    ['is as declared', [rule('D')], twice(rule('D'), rule('D', STAR)), {}, []],
    ['is replaced', [rule('D', STAR)], twice(rule('D'), rule('D')), {}, ['replace D']],
    ['has another name too', [rule('D')], twice(rule('D'), rule('Other')), {}, []],
    ['is ignored', [rule('D')], [liveOf(rule('D'), 1), ...twice(rule('Cold'), rule('E'))], { ignore: ['Cold'] }, []],
  ])('is never deleted where it %s', (_what, declared, live, set, expected) => {
    const flags = { ...FLAGS, maxDeletes: 9 };
    for (const all of [live, live.toReversed()])
      expect(changesOf(plan(declared, all, { set, flags }))).toEqual(expected);
  });
});

describe('what a live rule has under keys that we do not know', () => {
  const withMore = (more: object, action: object = {}): LiveRule => {
    const one = liveOf(rule('A'));
    const condition = { ...one.condition, static: { ...one.condition.static, ...more } };
    return { ...one, condition, mood: 'calm', actions: one.actions.map((it) => ({ ...it, ...action })) } as LiveRule;
  };
  const star = rule('A', STAR);
  const flags = { ...FLAGS, allowLoss: true, maxDeletes: 9 };
  const refusedOf = (live: LiveRule, more: Partial<AccountInput> = {}, declared = star) => {
    const { work, notices } = plan([declared], [live], more);
    return [work.map(({ change }) => change.refused ?? change.op), notices.map(({ code }) => code)];
  };
  const UNKNOWN = 'unknown-live-keys';

  it('is never lost unless that is accepted', () => {
    const [body, late] = [withMore({ body: 'invoice' }), withMore({}, { late: false })];
    for (const live of [body, late]) {
      expect(refusedOf(live)).toEqual([['would-drop-unknown'], [UNKNOWN, 'would-drop-unknown']]);
      expect(refusedOf(live, { flags })).toEqual([['replace'], [UNKNOWN, 'unknown-lost']]);
      expect(refusedOf(live, {}, rule('A'))).toEqual([[], [UNKNOWN]]);
      expect(refusedOf(live, { flags }, rule('B'))).toEqual([
        ['delete', 'create'],
        [UNKNOWN, 'unknown-lost'],
      ]);
    }
    const both = withMore({ body: 'x' }, { type: 'TELEPORT' });
    expect(refusedOf(both)[0]).toEqual(['would-drop-integration']);
    expect(refusedOf(both)[1]).toEqual([UNKNOWN, 'would-drop-integration', 'would-drop-unknown']);
  });

  it('does not matter where it is null, or stands beside condition and actions', () => {
    expect(refusedOf(withMore({ body: null }))).toEqual([['replace'], [UNKNOWN]]);
    expect(refusedOf(withMore({}))).toEqual([['replace'], [UNKNOWN]]);
  });

  it('is shown without secrets', () => {
    const { work, notices } = plan([star], [withMore({ hush: 'hush' })], { redactor: HUSH });
    expect(JSON.stringify([work.map(({ change }) => change), notices])).not.toContain('hush');
  });
});

it('ignored rules are kept and not counted for the share of maxDeletes', () => {
  const live = [...lives(rulesOf(12, 'Cold Email')), ...lives(rulesOf(3, 'Other'), 20), liveOf(rule('A'), 30)];
  const made = plan([rule('A')], live, { set: { ignore: ['Cold Email*'] } });
  expect(made.counts).toEqual({ create: 0, replace: 0, delete: 3, unchanged: 1, kept: 12 });
  expect(made.notices[0]).toMatchObject({ code: 'guard-max-deletes', args: { deletes: 3, limit: 2 } });
  expect(made.notices.slice(1)).toEqual(
    Array(12).fill(expect.objectContaining({ code: 'rule-kept', args: { by: 'ignore' } })),
  );
});

describe('guards', () => {
  const live = lives(rulesOf(8));
  const guard = (maxDeletes: number | `${number}%`) => ({ set: { guard: { maxDeletes } } as Settings });
  const most = (maxDeletes: number) => ({ flags: { ...FLAGS, maxDeletes } });

  it.each<[number, Parameters<typeof plan>[2], boolean]>([
    [0, {}, true],
    [0, most(8), true],
    [0, { flags: { ...FLAGS, allowEmpty: true } }, false],
  ])('zero rules are never "delete all": %i, %j', (declared, more, guarded) => {
    expect(plan(rulesOf(declared), live, more).guarded).toBe(guarded);
  });

  it.each<[number, Parameters<typeof plan>[2], boolean]>([
    [6, {}, false],
    [5, {}, true],
    [5, most(3), false],
    [7, guard(0), true],
    [7, guard(1), false],
    [5, guard('50%'), false],
    // 40 % of 8 are 3.2 rules.
    [5, guard('40%'), false],
    [4, guard('40%'), true],
  ])(
    'a share is rounded down and then at least 2; a number is taken exactly: %i of 8, %j',
    (declared, more, guarded) => {
      expect(plan(rulesOf(declared), live, more).guarded).toBe(guarded);
    },
  );

  it.each<[string, Parameters<typeof plan>[2]]>([
    ['`guard.maxDeletes` is 25%', {}],
    ['`guard.maxDeletes` is 25% of the 7 not ignored, but at least 2', { set: { ignore: ['Rule 7'] } }],
    ['`guard.maxDeletes` is 2', { set: { guard: { maxDeletes: 2 }, ignore: ['Rule 7'] } }],
    ['--max-deletes 2', most(2)],
  ])('say what the limit comes from: %s', (limit, more) => {
    const { work, notices } = plan(rulesOf(3), live, more);
    const said = notices.filter(({ code }) => code !== 'rule-kept').map((notice) => inWords(notice).message);
    expect(said).toEqual([`Refused: ${work.length} of 8 live rules would be deleted; at most 2 may be (${limit}).`]);
  });
});

// Those of texts and actions are in test/mistakes/plans/what-may-go-wrong-with-rules.
describe('risks', () => {
  it.each([...DEFAULT_RULES])('default-rule: %s, deleted or renamed', (name) => {
    const there = liveOf(rule(name));
    const risksOfPlan = (...declared: DeclaredRule[]) =>
      plan(declared, [there]).work.flatMap(({ change }) => change.risks);
    expect(risksOfPlan()).toEqual(['default-rule']);
    expect(risksOfPlan({ ...rule('Other'), renamedFrom: name })).toEqual(['default-rule']);
    expect(risksOfPlan(rule(name, STAR))).toEqual([]);
  });

  it('are found in a row of a million stars too, without hanging', () => {
    const text = `${'*'.repeat(1_000_000)}x`;
    const [item] = plan([rule('A', { condition: { static: { from: text, subject: text } } })], []).work;
    expect(item?.change.risks).toEqual([]);
  });
});

describe('the guard nothing-in-common', () => {
  const [a, b] = [rule('A'), rule('B', {}, 1)];
  const two = lives([a, b]);
  type More = Parameters<typeof plan>[2];
  const saidOf = (declared: DeclaredRule[], live: LiveRule[], more: More) => {
    const { guarded, notices } = plan(declared, live, more);
    return { guarded, codes: notices.map(({ code }) => code).filter((code) => code !== 'rule-kept') };
  };
  const REFUSED = { guarded: true, codes: ['guard-nothing-in-common'] };
  const FREE = { guarded: false, codes: [] };

  it.each<[string, DeclaredRule[], LiveRule[], More]>([
    ['of two rules', [rule('C')], two, {}],
    ['of one rule', [rule('C')], two.slice(0, 1), {}],
    ['of all that are not ignored', [rule('C')], two, { set: { ignore: ['B'] } }],
    ['of those that were declared before', [rule('C')], two, { declaredBefore: new Set(['A']) }],
    ['whatever guard.maxDeletes is', [rule('C')], two, { set: { guard: { maxDeletes: '100%' } } }],
    ['that --max-deletes is too small for', [rule('C')], two, { flags: { ...FLAGS, maxDeletes: 1 } }],
    ['where renamedFrom names no live rule', [rule('C', { renamedFrom: 'D' })], two.slice(1), {}],
  ])('stops a delete %s', (_what, declared, live, more) => {
    const { guarded, codes } = saidOf(declared, live, more);
    expect({ guarded, codes: codes.filter((code) => code.startsWith('guard')) }).toEqual(REFUSED);
  });

  const renamed = rule('C', { renamedFrom: 'A', condition: { aiInstructions: 'find A' } });
  it.each<[string, DeclaredRule[], LiveRule[], More]>([
    ['a declared name is live', [a, rule('C', {}, 1)], two, {}],
    ['a rule is renamed from a live one', [renamed], two, {}],
    ['nothing is deleted', [rule('C')], two, { set: { undeclared: 'keep' } }],
    ['nothing is live', [rule('C')], [], {}],
    ['--max-deletes says so', [rule('C')], two, { flags: { ...FLAGS, maxDeletes: 2 } }],
    ['--allow-empty says so', [], two, { flags: { ...FLAGS, allowEmpty: true } }],
  ])('has nothing to say where %s', (_what, declared, live, more) => {
    expect(saidOf(declared, live, more)).toEqual(FREE);
  });

  it('no plan deletes every rule that is not ignored', async () => {
    const some = fc.subarray(['A', 'B', 'C', 'D'].map((name, index) => rule(name, {}, index)));
    const settings = fc.constantFrom<Settings>({}, { guard: { maxDeletes: '100%' }, ignore: ['E'] });
    await forAll([some, some, settings], 100, (declared, there, set) => {
      const live = lives([...there, rule('E', {}, 9)]);
      const { guarded, work, guarding } = plan(declared, live, { set });
      const deletes = work.filter(({ change }) => change.op === 'delete').length;
      expect(guarded || deletes === 0 || deletes < live.length - guarding.facts.ignored).toBe(true);
    });
  });
});

describe('secrets', () => {
  it('shows no more of a webhook than its host, and tells a changed one apart', () => {
    const made = plan([hook('https://hooks.example.com/new')], [liveOf(hook('https://hooks.example.com/old'))]);
    expect(JSON.stringify(made.work[0]?.change)).not.toMatch(/\/(new|old)/);
    expect(made.work[0]?.change.patch).toHaveLength(1);
    expect(made.work[0]?.wanted?.actions[0]?.fields.webhookUrl).toBe('https://hooks.example.com/new');
  });

  it.each(['hush-token:with-more', 'hush'])('shows nothing of a live webhookUrl that has no host: %s', (url) => {
    expect(JSON.stringify(plan([], [liveOf(hook(url))]).work[0]?.change)).not.toContain('hush');
  });
});

it('the digest of a plan does not depend on the order of its changes', () => {
  const [a, b] = [
    { account: 'a', digest: 'sha256:b' },
    { account: 'a', digest: 'sha256:a' },
  ];
  expect(planDigest([a, b], [])).toBe(planDigest([b, a], []));
});

it('the digest of a plan covers the inboxes that it changes, and no others', () => {
  const inboxOf = (name: string, ...tags: string[]) => ({ name, inbox: { ...EMPTY_INBOX, tags } });
  const change = { account: 'a', digest: 'sha256:a' };
  const digest = planDigest([change], [inboxOf('a', 'one'), inboxOf('b', 'two')]);
  expect(planDigest([change], [inboxOf('b', 'three'), inboxOf('a', 'one')])).toBe(digest);
  expect(planDigest([change], [inboxOf('a', 'two')])).not.toBe(digest);
  expect(planDigest([change], [inboxOf('a')])).not.toBe(digest);
});
