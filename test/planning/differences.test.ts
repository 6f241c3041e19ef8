import { describe, expect, it } from 'vitest';
import type { Change, ShownRule } from '../../src/model/plan.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import { comparison } from '../../src/planning/compared.ts';
import { neverConverging, remainingDifferences } from '../../src/planning/differences.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { planSettings } from '../harness/settings.ts';
import { shownAction, shownChange, shownRule } from '../harness/shown-rule.ts';

type Action = NonNullable<NonNullable<ShownRule['actions']>[number]>;

const ruleOf = (actions: Action[], name = 'A'): ShownRule =>
  shownRule({ aiInstructions: 'find it' }, actions, { name });

const replace = (before: ShownRule | null, after: ShownRule | null, more: Partial<Change> = {}): Change =>
  shownChange({ before, after, ...more });

const HOW = comparison(planSettings({}));

/** What differs, as `path: declared -> live`. */
const found = (live: Action[], declared: Action[]) =>
  remainingDifferences([replace(ruleOf(live), ruleOf(declared))], HOW).map(
    ({ path, declared: wanted, live: stored, kind }) => `${kind} ${path}: ${wanted} -> ${stored}`,
  );

describe('the differences that are left', () => {
  const label = (name: string) => shownAction('LABEL', { label: name });

  it('are said field by field, at the places of the declared actions', () => {
    expect(found([label('a'), label('x')], [label('a'), label('b')])).toEqual(['field actions/1/fields/label: b -> x']);
    expect(found([label('b'), label('c')], [label('a'), label('b')])).toEqual([
      'field actions/0/fields/label: a -> b',
      'field actions/1/fields/label: b -> c',
    ]);
    expect(found([shownAction('STAR')], [shownAction('ARCHIVE')])).toEqual(['field actions/0/type: ARCHIVE -> STAR']);
  });

  it('name an action that is missing or too many once, not each of its fields', () => {
    const [star, archive] = [shownAction('STAR'), shownAction('ARCHIVE')];
    expect(found([star], [label('a'), star])).toEqual(['field actions/0: LABEL -> null']);
    expect(found([star, archive], [archive])).toEqual(['field actions/0: null -> STAR']);
  });

  it('tell another order from another content', () => {
    const [star, move] = [shownAction('STAR'), shownAction('MOVE_FOLDER', { folderName: 'F' })];
    const order = 'order actions: STAR, MOVE_FOLDER -> MOVE_FOLDER, STAR';
    expect(found([move, star], [star, move])).toEqual([order]);
    const turned = 'order actions: 1. LABEL, 2. LABEL -> 2. LABEL, 1. LABEL';
    expect(found([label('b'), label('a')], [label('a'), label('b')])).toEqual([turned]);
    const both = found([shownAction('MOVE_FOLDER'), star], [star, move]);
    expect(both).toEqual([order, 'field actions/1/fields/folderName: F -> null']);
  });

  it('name a whole rule that is gone or there again', () => {
    const rule = ruleOf([shownAction('STAR')]);
    expect(remainingDifferences([replace(null, rule), replace(rule, null)], HOW)).toEqual([
      { account: 'default', rule: 'A', path: '', declared: 'A', live: null, kind: 'missing' },
      { account: 'default', rule: 'A', path: '', declared: null, live: 'A', kind: 'left-over' },
    ]);
  });

  it('leave out what is ignored, and have no place in a list without an order', () => {
    const live = ruleOf([shownAction('MOVE_FOLDER')]);
    const declared = ruleOf([shownAction('MOVE_FOLDER', { folderName: 'F' }, 5)]);
    const ignoreDifferences = [{ rule: 'A', fields: ['actions/*/fields'] }];
    const how = comparison(planSettings({ actionOrder: 'any', ignoreDifferences }));
    expect(remainingDifferences([replace(live, declared)], how)).toMatchObject([
      { path: 'actions/*/delayInMinutes', declared: 5, live: null },
    ]);
    expect(remainingDifferences([replace(live, declared)], HOW)).toHaveLength(2);
  });

  it('are none of two equal rules, and some of any two others', () =>
    forAll([writtenRules, writtenRules], 10, (left, right) => {
      const bodies = [...left, ...right].map((one, index) => canonicalLive(liveOf(declaredOf(one, index), index)));
      for (const live of bodies) {
        for (const declared of bodies) {
          const isEqual = JSON.stringify(live) === JSON.stringify(declared);
          expect(remainingDifferences([replace(live, declared)], HOW).length === 0).toBe(isEqual);
        }
      }
    }));
});

describe('what never converges', () => {
  const acting = (...types: string[]) => ruleOf(types.map((type) => shownAction(type)));
  const move = (folderName: string | null) => ruleOf([shownAction('MOVE_FOLDER', { folderName }), shownAction('STAR')]);

  it.each<[string, ShownRule, ShownRule, Partial<Change>, string[]]>([
    ['a folder that comes back empty', move(null), move('F'), {}, ['field actions/0/fields/folderName']],
    ['another order', acting('A', 'B'), acting('B', 'A'), {}, ['order actions']],
    ['both', acting('STAR', 'MOVE_FOLDER'), move('F'), {}, ['order actions', 'field actions/0/fields/folderName']],
    ['a folder that changes', move('E'), move('F'), {}, []],
    ['a folder that goes', move('E'), move(null), {}, []],
    ['a folder and something else', { ...move(null), runOnThreads: false }, move('F'), {}, []],
    ['a rename', move(null), move('F'), { renamedFrom: 'B' }, []],
  ])('%s', (_, live, declared, more, expected) => {
    const said = neverConverging([replace(live, declared, more)], HOW);
    expect(said.flatMap(({ args: { kind, at } }) => at.map(({ path }) => `${kind} ${path}`))).toEqual(expected);
  });

  it('is not said of creates and deletes', () => {
    expect(neverConverging([replace(null, move('F')), replace(move(null), null)], HOW)).toEqual([]);
  });
});
