/** `--only`: a plan of some rules is a part of the plan of all, and can be carried out by itself. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { onlyOf, rulesUnknown } from '../../src/planning/only.ts';
import type { AccountInput, AccountPlan } from '../../src/planning/plan-account.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';

function planned(declared: DeclaredRule[], live: LiveRule[], only?: string[], more: Partial<AccountInput> = {}) {
  return accountPlan(declared, live, { only: onlyOf(only), ...more });
}

interface Drawn {
  name: string;
  from?: string;
  renamedFrom?: string;
}

const written = ({ name, from, renamedFrom }: Drawn): ResolvedRule =>
  ({
    name,
    condition: from === undefined ? { aiInstructions: `find ${renamedFrom ?? name}` } : { static: { from } },
    actions: [{ type: 'ARCHIVE' }],
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  }) as ResolvedRule;

const rule = (name: string, more: Partial<Drawn> = {}, index = 0) => declaredOf(written({ name, ...more }), index);
const changesOf = ({ work }: AccountPlan) =>
  work.map(({ change }) => `${change.op} ${change.name}${change.refused === undefined ? '' : ` ${change.refused}`}`);

describe('what is in it', () => {
  const declared = [rule('News'), rule('New name', { renamedFrom: 'Old name' }, 1), rule('News of today', {}, 2)];
  const live = [rule('Old name', {}, 1), rule('Gone', {}, 3), rule('Gone too', {}, 4)].map(liveOf);

  it.each([
    [['News'], ['create News']],
    [['News*'], ['create News', 'create News of today']],
    [['New name'], ['replace New name']],
    [['Old name'], ['replace New name']],
    [['Gone'], ['delete Gone']],
    [
      ['*too', 'News'],
      ['delete Gone too', 'create News'],
    ],
    [[' News '], ['create News']],
    [['news'], []],
    [['New?'], []],
  ])('of %j', (only, changes) => {
    const plan = planned(declared, live, only);
    expect(changesOf(plan).sort()).toEqual(changes.sort());
    expect(plan.leftOut).toHaveLength(5 - changes.length);
    expect(plan.counts.unchanged).toBe(5 - changes.length);
  });

  it('says nothing of the rules that are left out', () => {
    const loud = [...declared, { ...rule('Loud', {}, 5), enabled: false }];
    const there = [...live, liveOf(rule('Loud'), 5)];
    expect(planned(loud, there).notices.map(({ code }) => code)).toEqual(['enabled-differs']);
    expect(planned(loud, there, ['News']).notices).toEqual([]);
  });

  it('counts the deletes of these rules alone for the guards', () => {
    const many = Array.from({ length: 9 }, (_, index) => liveOf(rule(`Gone ${index}`), index));
    const flags = { allowEmpty: false, allowLoss: false, maxDeletes: null };
    const kept = [rule('News')];
    const all = [...many, liveOf(rule('News'), 9)];
    expect(planned(kept, all, undefined, { flags }).guarded).toBe(true);
    expect(planned(kept, all, ['Gone 1', 'Gone 2'], { flags }).guarded).toBe(false);
    expect(planned(kept, all, ['Gone *'], { flags }).guarded).toBe(true);
  });

  it('is stopped by its own violations of the policy only', () => {
    const violations = [{ code: 'cannot-ask' as const, args: {}, severity: 'error' as const, rule: 'News' }] as never;
    expect(planned(declared, live, ['News'], { violations }).guarded).toBe(true);
    expect(planned(declared, live, ['Gone'], { violations }).guarded).toBe(false);
  });
});

describe('a change that needs another one', () => {
  const line = [rule('B', { renamedFrom: 'A' }), rule('C', { renamedFrom: 'B' }, 1)];
  const ab = [rule('A'), rule('B', {}, 1)].map(liveOf);

  it('is refused where that one is left out, with the name to add', () => {
    const taking = [rule('A', { from: 'x@example.com' }), rule('B', { from: 'y@example.com' }, 1)];
    const plan = planned(taking, [liveOf(rule('B', { from: 'x@example.com' }), 1)], ['A']);
    expect(changesOf(plan)).toEqual(['create A needs-left-out']);
    expect(plan.notices).toMatchObject([{ code: 'needs-left-out', args: { needs: ['B'] }, rule: 'A' }]);
  });

  it('is refused where it waits for one that is refused', () => {
    const chain = [...line, rule('D', { renamedFrom: 'C' }, 2)];
    const plan = planned(chain, [...ab, liveOf(rule('C', {}, 2), 2)], ['A', 'B']);
    expect(changesOf(plan)).toEqual(['replace B needs-left-out', 'replace C needs-left-out']);
    expect(plan.notices.map(({ args }) => args)).toEqual([{ needs: ['C'] }, { needs: ['C'] }]);
  });

  it('is made where both are in it', () => {
    expect(changesOf(planned(line, ab, ['B']))).toEqual(['replace B', 'replace C']);
  });
});

describe('properties', () => {
  const NAMES = ['A', 'B', 'C', 'D', 'E'];
  const SENDERS = ['v@example.com', 'w@example.com', 'x@example.com', 'y@example.com', 'z@example.com'];
  const some = <T>(values: readonly T[]) => fc.shuffledSubarray([...values]);
  const rules = fc.tuple(some(NAMES), some(SENDERS)).map(([names, senders]) =>
    names.map((name, index): Drawn => {
      const from = senders[index];
      return from === undefined ? { name } : { name, from };
    }),
  );
  const inbox = fc.tuple(rules, rules, some(NAMES), some(NAMES)).map(([declared, live, olds, only]) => ({
    declared: declared.map((one, index) => {
      const renamedFrom = olds[index];
      return declaredOf(
        written(renamedFrom === undefined || renamedFrom === one.name ? one : { ...one, renamedFrom }),
        index,
      );
    }),
    live: live.map((one, index) => liveOf(declaredOf(written(one), index), index)),
    only,
  }));

  it('it is a part of the plan of all, and counts as many rules', () =>
    forAll([inbox], 100, ({ declared, live, only }) => {
      const [all, part] = [planned(declared, live), planned(declared, live, only)];
      const digests = ({ work }: AccountPlan) => work.map(({ change }) => change.digest);
      const leftOut = (part.leftOut ?? []).map(({ digest }) => digest);
      expect([...digests(part), ...leftOut].sort()).toEqual(digests(all).sort());
      const total = ({ counts }: AccountPlan) => Object.values(counts).reduce((sum, number) => sum + number, 0);
      expect(total(part)).toBe(total(all));
      expect(planned(declared, live, ['*'])).toEqual(all);
    }));

  it('what is not refused leaves every name and every sender with one rule', () =>
    forAll([inbox], 100, ({ declared, live, only }) => {
      const { work } = planned(declared, live, only);
      const made = work.filter(({ change }) => change.refused === undefined);
      const touched = new Set(made.flatMap(({ live: one }) => one?.id ?? []));
      const after = [
        ...live.filter(({ id }) => !touched.has(id)),
        ...made.flatMap(({ wanted }) => (wanted === null ? [] : [wanted])),
      ];
      const names = after.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      const senders = after.flatMap(({ condition }) => condition.static.from ?? []);
      expect(new Set(senders).size).toBe(senders.length);
    }));
});

describe('names that are meant', () => {
  it('are none where a pattern matches none', () => {
    const unknown = rulesUnknown(onlyOf(['A*', 'Nothing', ' B ', 'Abd']), ['Abc', 'B'], 'declared');
    expect(unknown.map(({ args }) => args)).toMatchObject([
      { name: 'Nothing', nearest: null, count: 2 },
      { name: 'Abd', nearest: 'Abc' },
    ]);
    expect(rulesUnknown(null, [], 'declared')).toEqual([]);
    expect(onlyOf(undefined)).toBeNull();
  });
});
