import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Change, deletesUndeclared } from '../../src/model/plan.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { withOrigins } from '../../src/planning/origin.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { planSettings } from '../harness/settings.ts';

const rule = (name: string, find: string) =>
  declaredOf({ name, condition: { aiInstructions: find }, actions: [{ type: 'ARCHIVE' }] } as ResolvedRule);

type Settings = Parameters<typeof planSettings>[0];

interface Side {
  declared: DeclaredRule[];
  settings?: Settings;
}

function planned(live: LiveRule[], head: Side, base: Side | null) {
  const planOf = ({ declared, settings = {} }: Side) =>
    accountPlan(declared, live, { settings: planSettings(settings) });
  return withOrigins(planOf(head), base && { ...planOf(base), declared: base.declared });
}

/** The edits, then what is left alone. */
const said = ({ work, drift = [] }: ReturnType<typeof planned>) =>
  [...work, ...drift].map(({ change: { op, name, origin } }) => `${op} ${name}: ${origin}`);
const warned = ({ notices }: ReturnType<typeof planned>) =>
  notices.flatMap(({ code, rule: name, args }) => (code === 'overwrites-drift' ? [{ name, ...args }] : []));

it('tells what the files cause from what the inbox differs by', () => {
  const live = [rule('Edited', 'old'), rule('Drifted', 'by hand'), rule('Made by hand', 'x')].map(liveOf);
  const base = { declared: [rule('Edited', 'old'), rule('Drifted', 'old'), rule('Lost', 'x')] };
  const head = { declared: [rule('Edited', 'new'), rule('Drifted', 'old'), rule('Lost', 'x'), rule('New', 'x')] };
  const plan = planned(live, head, base);
  expect(said(plan)).toEqual([
    'replace Edited: edit',
    'create New: edit',
    'replace Drifted: base',
    'create Lost: base',
    'delete Made by hand: base',
  ]);
  expect(plan.counts).toEqual({ create: 1, replace: 1, delete: 0, unchanged: 0, kept: 0 });
  expect(warned(plan)).toEqual([]);
});

it('warns of an edit that overwrites what was changed in the inbox', () => {
  const live = [rule('Both', 'by hand'), rule('Removed', 'by hand'), rule('Made', 'by hand')].map(liveOf);
  const base = { declared: [rule('Both', 'old'), rule('Removed', 'old'), rule('Lost', 'old')] };
  const head = { declared: [rule('Both', 'new'), rule('Lost', 'new'), rule('Made', 'new')] };
  const plan = planned(live, head, base);
  expect(said(plan)).toEqual(['replace Both: edit', 'create Lost: edit', 'replace Made: edit', 'delete Removed: edit']);
  expect(warned(plan)).toEqual([
    { name: 'Both', was: 'changed', op: 'replace' },
    { name: 'Lost', was: 'deleted', op: 'create' },
    { name: 'Made', was: 'changed', op: 'replace' },
    { name: 'Removed', was: 'changed', op: 'delete' },
  ]);
});

it('counts a delete that only new settings cause, and all of an account that the base lacks, as edits', () => {
  const live = [rule('A', 'x'), rule('Kept', 'x')].map(liveOf);
  const declared = [rule('A', 'y')];
  const kept = { declared, settings: { undeclared: 'keep' } } satisfies Side;
  expect(said(planned(live, { declared }, kept))).toEqual(['delete Kept: edit', 'replace A: base']);
  expect(said(planned(live, { declared }, null))).toEqual(['replace A: edit', 'delete Kept: edit']);
});

it('tells deletes of what the base declares from those of what no file ever declared', () => {
  const live = ['A', 'Old name', 'Stray'].map((name) => liveOf(rule(name, 'x')));
  const renamed: DeclaredRule = { ...rule('New name', 'x'), renamedFrom: 'Old name' };
  const undeclared = ({ work, drift = [] }: ReturnType<typeof planned>) =>
    [...work, ...drift].flatMap(({ change }) => (deletesUndeclared(change) ? change.name : []));
  const base: Side = { declared: [rule('A', 'y'), renamed], settings: { undeclared: 'keep' } };
  const plan = planned(live, { declared: [] }, base);
  expect(said(plan)).toEqual(['delete A: edit', 'delete Old name: edit', 'delete Stray: edit']);
  expect(undeclared(plan)).toEqual(['Stray']);
  expect(undeclared(planned(live, { declared: [] }, null))).toEqual(['A', 'Old name', 'Stray']);
});

it('takes a rule and its twin for one edit where it is deleted, and the twin alone for what was there', () => {
  const twins = [liveOf(rule('Twin', 'x'), 0), liveOf(rule('Twin', 'x'), 1)];
  const base = { declared: [rule('Twin', 'x')] };
  expect(said(planned(twins, { declared: [] }, base))).toEqual(['delete Twin: edit', 'delete Twin: edit']);
  expect(said(planned(twins, base, base))).toEqual(['delete Twin: base']);
  expect(said(planned(twins, { declared: [] }, { declared: [] }))).toEqual(['delete Twin: base', 'delete Twin: base']);
});

it('lets guards count what is carried out alone', () => {
  const live = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => rule(name, 'x')).map(liveOf);
  const flags = { allowEmpty: false, allowLoss: false, maxDeletes: null };
  const of = (declared: DeclaredRule[]) => accountPlan(declared, live, { flags });
  const declared = [rule('A', 'x')];
  const head = of([rule('A', 'new')]);
  const plan = withOrigins(head, { ...of(declared), declared });
  expect([head.guarded, plan.guarded]).toEqual([true, false]);
  expect(plan.notices.map(({ code }) => code)).not.toContain('guard-max-deletes');
  expect(digests([...plan.work, ...(plan.drift ?? [])].map(({ change }) => change))).toEqual(
    digests(head.work.map(({ change }) => change)),
  );
});

it('refuses an edit that needs the name of a rule whose rename is left alone', () => {
  const live = [liveOf(rule('Old', 'x'))];
  const renamed: DeclaredRule = { ...rule('New', 'x'), renamedFrom: 'Old' };
  const plan = planned(live, { declared: [renamed, rule('Old', 'y')] }, { declared: [renamed] });
  expect(said(plan)).toEqual(['create Old: edit', 'replace New: base']);
  expect(plan.work[0]?.change.refused).toBe('name-not-free');
});

it('says nothing of why a change that is left alone would be refused', () => {
  const made = liveOf(rule('A', 'by hand'));
  const live = [{ ...made, actions: made.actions.map((action) => ({ ...action, type: 'INTEGRATION' })) }];
  const side = { declared: [rule('A', 'x')] };
  const plan = planned(live, side, side);
  expect(plan.drift?.map(({ change }) => change.refused)).toEqual(['would-drop-integration']);
  expect(plan.notices.filter(({ severity }) => severity === 'error')).toEqual([]);
});

const NAMES = ['A', 'B', 'C', 'D', 'E'];
/** A version of each rule, or none. */
const versions = fc.tuple(...NAMES.map(() => fc.option(fc.constantFrom('one', 'two', 'three'))));
const rulesIn = (found: (string | null)[]) =>
  found.flatMap((version, index) => (version === null ? [] : [rule(NAMES[index] ?? '', version)]));
const side: fc.Arbitrary<Side> = fc
  .record({
    found: versions,
    settings: fc.record({
      undeclared: fc.constantFrom('delete' as const, 'keep' as const),
      ignore: fc.subarray(['A', 'F']),
    }),
  })
  .map(({ found, settings }) => ({
    declared: rulesIn(found).filter(({ body }) => !settings.ignore.includes(body.name)),
    settings,
  }));
/** With rules of the same name, and one that no file declares. */
const inbox = fc
  .tuple(versions, versions, fc.boolean())
  .map(([some, twins, stray]) => [...rulesIn(some), ...rulesIn(twins), ...(stray ? [rule('F', 'x')] : [])].map(liveOf));

const digests = (changes: readonly Change[]) => changes.map(({ digest }) => digest).sort();

/** The inbox after these changes, as a service would have it. */
function made(live: readonly LiveRule[], changes: readonly Change[]): LiveRule[] {
  const bodies = new Map(changes.map((change) => [change.id, change]));
  const bodyOf = ({ after }: Change) => liveOf({ ...rule('x', 'x'), body: after as DeclaredRule['body'] });
  const left = live.flatMap((one): LiveRule[] => {
    const change = bodies.get(one.id);
    if (change === undefined) return [one];
    return change.op === 'delete' ? [] : [{ ...bodyOf(change), id: one.id, createdAt: one.createdAt }];
  });
  const created = changes.filter(({ op }) => op === 'create');
  return [...left, ...created.map((change, index) => ({ ...bodyOf(change), id: `new-${index}` }))];
}

it('leaves what the base would change too, and nothing else, once the edits are made', () =>
  forAll([inbox, side, side], 300, (live, head, base) => {
    const plan = planned(live, head, base);
    const [edits, left] = [plan.work, plan.drift ?? []].map((work) => work.map(({ change }) => change));
    const changes = [...(edits ?? []), ...(left ?? [])];
    const alone = accountPlan(head.declared, live, { settings: planSettings(head.settings ?? {}) });
    expect(digests(changes)).toEqual(digests(alone.work.map(({ change }) => change)));
    const after = planned(made(live, edits ?? []), head, base);
    const found = [...after.work, ...(after.drift ?? [])].map(({ change }) => change);
    expect(digests(found)).toEqual(digests(left ?? []));
  }));
