/** The way back of each change, in each state that its rule may be in. */
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import type { AccountPlan } from '../../src/planning/plan-account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';
import { contentOf, inboxOf, linesOf } from './way-back-inbox.ts';

type More = Partial<ResolvedRule>;

const rule = (name: string, more: More = {}): DeclaredRule =>
  declaredOf({
    name,
    condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
    actions: [{ type: 'ARCHIVE' }],
    ...more,
  });
const live = (name: string, id: string, more: More = {}): LiveRule => ({ ...liveOf(rule(name, more)), id });
const renamed = (from: string, to: string, more: More = {}): DeclaredRule => ({
  ...rule(to, { ...more, condition: more.condition ?? rule(from).body.condition }),
  renamedFrom: from,
});
const STAR = { actions: [{ type: 'STAR' as const }] };
const DIGEST = { actions: [{ type: 'DIGEST' as const }] };

const codesOf = ({ notices }: AccountPlan) => notices.map(({ code }) => code);
const argsOf = ({ notices }: AccountPlan, code: string) => notices.find((one) => one.code === code)?.args;
const edited = (id: string, more: Partial<LiveRule>) => (rules: LiveRule[]) =>
  rules.map((one) => (one.id === id ? { ...one, ...more } : one));
const without = (id: string) => (rules: LiveRule[]) => rules.filter((one) => one.id !== id);
const adding =
  (...more: LiveRule[]) =>
  (rules: LiveRule[]) => [...rules, ...more];
const NONE = () => false;

describe('what a run did', () => {
  it('is taken back: created deleted, deleted created, replaced replaced', () => {
    const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k'), live('Same', 's')]);
    const run = inbox.apply([rule('Kept', STAR), rule('Same'), rule('New')]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Gone', 'replace Kept', 'delete New']);
    expect(plan.counts).toEqual({ create: 1, replace: 1, delete: 1, unchanged: 0, kept: 1 });
    expect(plan.work.map(({ change }) => change.id)).toEqual([null, 'k', 'made-0']);
    expect(plan.work.every(({ change }) => change.source === null)).toBe(true);
    expect(codesOf(plan)).toEqual(['rollback-new-ids']);
    inbox.rollback(run);
    expect(linesOf(inbox.planBack(run))).toEqual([]);
    expect(inbox.planBack(run).counts).toEqual({ create: 0, replace: 0, delete: 0, unchanged: 2, kept: 1 });
  });

  it('has the same digests whenever it is planned, and others where it does something else', () => {
    const inbox = inboxOf([live('Kept', 'k'), live('Other', 'o')]);
    const run = inbox.apply([rule('Kept', STAR), rule('Other'), rule('New')]);
    const digests = () => inbox.planBack(run).work.map(({ change }) => change.digest);
    const before = digests();
    inbox.edit(edited('o', { runOnThreads: false }));
    expect(digests()).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });

  it('is nothing where the run was killed before it made anything', () => {
    const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')], NONE);
    expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 2, kept: 0 } });
  });

  it('is only as much as was made where it was killed in between', () => {
    for (const [place, line] of [
      [0, 'create Gone'],
      [1, 'replace Kept'],
      [2, 'delete New'],
    ] as const) {
      const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k')]);
      const run = inbox.apply([rule('Kept', STAR), rule('New')], (at) => at === place);
      const before = ['Gone', 'Kept', 'New'][place];
      expect(run.changes.map(({ name }) => name)[place]).toBe(before);
      expect(linesOf(inbox.planBack(run))).toEqual([line]);
    }
  });

  it('is a rename too: the rule has its old name again, and its id', () => {
    const inbox = inboxOf([live('Old', 'o')]);
    const run = inbox.apply([renamed('Old', 'New', STAR), rule('Old', DIGEST)]);
    expect(linesOf(inbox.planBack(run))).toEqual(['delete Old', 'replace New > Old']);
    inbox.rollback(run);
    expect(inbox.live().map(({ id, name }) => [id, name])).toEqual([['o', 'Old']]);
  });

  it('is a chain of renames: each rule has the name again that the next one had', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b'), live('C', 'c')]);
    const before = contentOf(inbox.live());
    const run = inbox.apply([renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D')]);
    expect(inbox.live().map(({ id, name }) => id + name)).toEqual(['aB', 'bC', 'cD']);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace B > A', 'replace C > B', 'replace D > C']);
    inbox.rollback(run);
    expect(contentOf(inbox.live())).toEqual(before);
    expect(inbox.live().map(({ id, name }) => id + name)).toEqual(['aA', 'bB', 'cC']);
  });

  it('is a part of a chain where the run was killed in it', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b'), live('C', 'c')]);
    const run = inbox.apply([renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D')], (place) => place > 0);
    expect(inbox.live().map(({ id, name }) => id + name)).toEqual(['aA', 'bC', 'cD']);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace C > B', 'replace D > C']);
  });
});

describe('a rule that the run replaced', () => {
  const inboxWith = (before: More = {}, after: More = STAR) => {
    const inbox = inboxOf([live('Kept', 'k', before)]);
    return { inbox, run: inbox.apply([rule('Kept', after)]) };
  };

  it('is nothing to do as it was before', () => {
    const { inbox, run } = inboxWith();
    inbox.edit(() => [live('Kept', 'k')]);
    expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 1 } });
  });

  it('is put back as the run made it, whatever else the service has made of it', () => {
    const { inbox, run } = inboxWith();
    inbox.edit(edited('k', { enabled: false, updatedAt: '2027-01-01T00:00:00.000Z', name: ' Kept\u00a0' }));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept']);
  });

  it('is refused where it was edited since, with where it differs', () => {
    const { inbox, run } = inboxWith();
    inbox.edit(edited('k', { ...live('Kept', 'k', DIGEST), runOnThreads: false }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept !edited-since']);
    expect(plan.notices).toMatchObject([
      {
        code: 'edited-since',
        severity: 'error',
        rule: 'Kept',
        account: 'default',
        args: { op: 'replace', isGone: false, paths: expect.arrayContaining(['runOnThreads', 'actions/0/type']) },
      },
    ]);
    expect(plan.work[0]?.change).toMatchObject({ before: { runOnThreads: false }, after: { runOnThreads: true } });
  });

  it('is refused also where it was renamed since: the name is a part of the rule', () => {
    const { inbox, run } = inboxWith();
    inbox.edit(edited('k', { name: 'Renamed' }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Renamed > Kept !edited-since']);
    expect(argsOf(plan, 'edited-since')).toEqual({ op: 'replace', paths: ['name'], isGone: false });
  });

  it('is refused where the run did not get to it and it was edited: it is neither before nor after', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR)], NONE);
    inbox.edit(edited('k', { runOnThreads: false }));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept !edited-since']);
  });

  it('is refused where it is gone: whoever deleted it meant to', () => {
    const { inbox, run } = inboxWith();
    inbox.edit(without('k'));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Kept !edited-since']);
    expect(argsOf(plan, 'edited-since')).toEqual({ op: 'replace', paths: [], isGone: true });
  });

  describe('that was deleted and made again', () => {
    it('is put back where it is just as the run had made it', () => {
      const { inbox, run } = inboxWith();
      inbox.edit(() => [live('Kept', 'another', STAR)]);
      const plan = inbox.planBack(run);
      expect(linesOf(plan)).toEqual(['replace Kept']);
      expect(plan).toMatchObject({ work: [{ change: { id: 'another' } }], notices: [], counts: { kept: 0 } });
      inbox.rollback(run);
      expect(inbox.live().map(({ id, actions }) => [id, actions[0]?.type])).toEqual([['another', 'ARCHIVE']]);
      expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 1 } });
    });

    it('is nothing to do where it is as it was before', () => {
      const { inbox, run } = inboxWith();
      inbox.edit(() => [live('Kept', 'another')]);
      expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 1, kept: 0 } });
    });

    it('is refused where it is anything else: the one of its name stays', () => {
      const { inbox, run } = inboxWith();
      inbox.edit(() => [live('Kept', 'another', DIGEST)]);
      const plan = inbox.planBack(run);
      expect(linesOf(plan)).toEqual(['create Kept !edited-since']);
      expect(argsOf(plan, 'edited-since')).toEqual({ op: 'replace', paths: [], isGone: true });
    });

    it('is looked for under both names of a rename, each with what it was under that', () => {
      const states: [LiveRule, string[]][] = [
        [live('New', 'x', { ...STAR, condition: rule('Old').body.condition }), ['replace New > Old']],
        [live('Old', 'x'), []],
        [live('Old', 'x', STAR), ['create Old !edited-since']],
        [live('New', 'x', { condition: rule('Old').body.condition }), ['create Old !edited-since']],
      ];
      for (const [one, lines] of states) {
        const inbox = inboxOf([live('Old', 'o')]);
        const run = inbox.apply([renamed('Old', 'New', STAR)]);
        inbox.edit(() => [one]);
        expect(linesOf(inbox.planBack(run))).toEqual(lines);
      }
    });

    it('is none of those that were live before the run', () => {
      const inbox = inboxOf([live('Kept', 'k'), live('Other', 'o')]);
      const run = inbox.apply([rule('Kept', STAR), rule('Other')]);
      inbox.edit(() => [live('Kept', 'o', STAR)]);
      expect(linesOf(inbox.planBack(run))).toEqual(['create Kept !edited-since']);
    });
  });
});

describe('a rule that the run replaced is known in the way services store it', () => {
  const LABELS = { actions: [{ type: 'ARCHIVE' as const }, { type: 'LABEL' as const, fields: { label: 'L' } }] };
  const folder = (folderName: string | null) => ({
    actions: [{ type: 'MOVE_FOLDER' as const, fields: { folderName } }, { type: 'ARCHIVE' as const }],
  });
  const delay = (delayInMinutes: number) => ({ actions: [{ type: 'ARCHIVE' as const, delayInMinutes }] });
  const reversed = (one: LiveRule) => ({ ...one, actions: [...one.actions].reverse() });
  const withoutFolder = (one: LiveRule) => ({
    ...one,
    actions: one.actions.map((action) => ({ ...action, fields: { ...action.fields, folderName: null } })),
  });
  const floored = (one: LiveRule) => ({
    ...one,
    actions: one.actions.map((action) => ({ ...action, delayInMinutes: Math.floor(action.delayInMinutes ?? 0) })),
  });
  const ALL: [string, (one: LiveRule) => LiveRule, More, More, string[]][] = [
    ['with its actions in another order', reversed, STAR, LABELS, ['replace Kept']],
    ['without the name of a folder', withoutFolder, STAR, folder('Later'), ['replace Kept']],
    ['with a delay of whole minutes', floored, delay(7), delay(90.5), ['replace Kept']],
    [
      'with an operator that nobody had set',
      (one) => one,
      STAR,
      { condition: { aiInstructions: 'find Kept' } },
      ['replace Kept'],
    ],
  ];

  it.each(ALL)('%s', (_, store, before, after, lines) => {
    const inbox = inboxOf([live('Kept', 'k', before)], { store });
    const run = inbox.apply([rule('Kept', after)]);
    expect(linesOf(inbox.planBack(run))).toEqual(lines);
    inbox.edit(() => [live('Kept', 'k', before)]);
    expect(linesOf(inbox.planBack(run))).toEqual([]);
  });

  it('a delay of half a minute less is another one', () => {
    const inbox = inboxOf([live('Kept', 'k', delay(7))]);
    const run = inbox.apply([rule('Kept', delay(90.5))]);
    inbox.edit(() => [live('Kept', 'k', delay(89))]);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept !edited-since']);
  });

  it('an operator that was set to another one is an edit', () => {
    const inbox = inboxOf([live('Kept', 'k', STAR)]);
    const run = inbox.apply([rule('Kept')]);
    inbox.edit((rules) => rules.map((one) => ({ ...one, condition: { ...one.condition, conditionalOperator: 'OR' } })));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept !edited-since']);
  });

  it('OR where nobody had set an operator is an edit, of a rule that the run replaced, deleted or created', () => {
    const none = { condition: { aiInstructions: 'find it' } };
    const withOr = (rules: LiveRule[]) =>
      rules.map((one) => ({ ...one, condition: { ...one.condition, conditionalOperator: 'OR' as const } }));
    const replaced = inboxOf([live('Kept', 'k', { ...none, ...STAR })]);
    const created = inboxOf([]);
    const deleted = inboxOf([live('Gone', 'g', none)]);
    const runs = [
      [replaced, replaced.apply([rule('Kept', none)]), 'replace Kept'],
      [created, created.apply([rule('New', none)]), 'delete New'],
      [deleted, deleted.apply([], () => false), 'replace Gone'],
    ] as const;
    for (const [inbox, run, line] of runs) {
      inbox.edit(withOr);
      const plan = inbox.planBack(run);
      expect(linesOf(plan)).toEqual([`${line} !edited-since`]);
      expect(argsOf(plan, 'edited-since')).toMatchObject({ paths: ['condition/conditionalOperator'] });
    }
  });

  it('OR that the run set where there was no operator is taken back with AND, which means the same as none', () => {
    const none = { aiInstructions: 'find it', conditionalOperator: null };
    const inbox = inboxOf([live('Kept', 'k', { condition: none })]);
    const run = inbox.apply([rule('Kept', { condition: { ...none, conditionalOperator: 'OR' } })]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(plan.work[0]?.wanted?.condition.conditionalOperator).toBe('AND');
    inbox.rollback(run);
    expect(inbox.live()[0]?.condition.conditionalOperator).toBe('AND');
    expect(inbox.planBack(run)).toMatchObject({ work: [], counts: { unchanged: 1 } });
  });

  it('also where only the order of actions was changed', () => {
    const TWO = { actions: [...LABELS.actions].reverse() };
    const inbox = inboxOf([live('Kept', 'k', TWO)]);
    const run = inbox.apply([rule('Kept', LABELS)]);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept']);
    inbox.rollback(run);
    expect(inbox.live()).toEqual([{ ...live('Kept', 'k', TWO), updatedAt: expect.any(String) }]);
    expect(linesOf(inbox.planBack(run))).toEqual([]);
    const settings = planSettings({ actionOrder: 'any' });
    const other = inboxOf([live('Kept', 'k', TWO)]);
    expect(linesOf(other.planBack(other.apply([rule('Kept', LABELS)]), { settings }))).toEqual([]);
  });

  it('a rule that the service stored in its own way on the way back is as before, too', () => {
    const inbox = inboxOf([live('Kept', 'k', LABELS)]);
    const run = inbox.apply([rule('Kept', STAR)]);
    inbox.edit(() => [reversed(live('Kept', 'k', LABELS))]);
    expect(linesOf(inbox.planBack(run))).toEqual([]);
  });

  it('an operator that nobody had set is as before when the service has set AND', () => {
    const none = live('Kept', 'k');
    const inbox = inboxOf([{ ...none, condition: { ...none.condition, conditionalOperator: null } }]);
    const run = inbox.apply([rule('Kept', STAR)]);
    const { work } = inbox.planBack(run);
    expect(work[0]?.change.patch.map(({ path }) => path)).toEqual(['/actions/0/type']);
    inbox.rollback(run);
    expect(inbox.planBack(run).work).toEqual([]);
  });
});

describe('a rule that the run deleted', () => {
  const deleting = (more: LiveRule[] = []) => {
    const inbox = inboxOf([live('Gone', 'g'), ...more]);
    return { inbox, run: inbox.apply(more.map(({ name }) => rule(name))) };
  };

  it('is created again, with another id', () => {
    const { inbox, run } = deleting();
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Gone']);
    expect(argsOf(plan, 'rollback-new-ids')).toEqual({ rules: ['Gone'] });
    inbox.rollback(run);
    expect(contentOf(inbox.live())).toEqual(contentOf([live('Gone', 'g')]));
    expect(inbox.live()[0]?.id).not.toBe('g');
    expect(inbox.planBack(run)).toMatchObject({ work: [], counts: { unchanged: 1 } });
  });

  it('is nothing to do where it was made again as it was, also in the way services store it', () => {
    const two = { actions: [{ type: 'ARCHIVE' as const }, { type: 'STAR' as const }] };
    const inbox = inboxOf([live('Gone', 'g', two)]);
    const run = inbox.apply([]);
    const again = live('Gone', 'another', two);
    for (const one of [again, { ...again, actions: [...again.actions].reverse() }, { ...again, name: ' Gone ' }]) {
      inbox.edit(() => [one]);
      expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 1, kept: 0 } });
    }
  });

  it('is refused where another rule of its name was made since, with where that differs', () => {
    const { inbox, run } = deleting();
    inbox.edit(() => [live('Gone', 'another', STAR)]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Gone !edited-since']);
    expect(argsOf(plan, 'edited-since')).toEqual({ op: 'delete', paths: ['actions/0/type'], isGone: false });
  });

  it('takes the one that is as it was, where several of its name were made since', () => {
    const { inbox, run } = deleting();
    inbox.edit(() => [live('Gone', 'other', STAR), live('Gone', 'same'), live('Gone', 'third', DIGEST)]);
    expect(inbox.planBack(run)).toMatchObject({ work: [], counts: { unchanged: 1, kept: 2 } });
  });

  it('is refused where a rule that was there before has its name now', () => {
    const { inbox, run } = deleting([live('Other', 'o')]);
    inbox.edit(edited('o', { name: 'Gone' }));
    expect(linesOf(inbox.planBack(run))).toEqual(['create Gone !name-not-free']);
  });

  it('is nothing to do where the run did not get to it', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([], NONE);
    expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { unchanged: 1 } });
  });

  it('is refused where the run did not get to it and it was edited: it is not as it was', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([], NONE);
    inbox.edit(edited('g', { runOnThreads: false }));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Gone !edited-since']);
  });

  it('is not taken for another of its name that the run deleted too, and that was made again', () => {
    const inbox = inboxOf([live('Twice', '1', STAR), live('Twice', '2')]);
    const run = inbox.apply([]);
    inbox.edit(() => [live('Twice', 'again')]);
    expect(inbox.planBack(run).counts.unchanged).toBe(1);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Twice !name-not-free']);
  });

  it('comes back twice where there were two, which differ in their ids only', () => {
    const inbox = inboxOf([live('Twice', '1'), live('Twice', '2')]);
    const run = inbox.apply([]);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Twice', 'create Twice !name-not-free']);
    inbox.edit(() => [live('Twice', '3')]);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Twice !name-not-free']);
    inbox.edit(adding(live('Twice', '4')));
    expect(linesOf(inbox.planBack(run))).toEqual([]);
  });
});

describe('a rule that the run created', () => {
  const creating = () => {
    const inbox = inboxOf([live('Same', 's')]);
    return { inbox, run: inbox.apply([rule('Same'), rule('New')]) };
  };

  it('is deleted as the run made it', () => {
    const { inbox, run } = creating();
    inbox.edit(edited('made-0', { enabled: false }));
    expect(inbox.planBack(run)).toMatchObject({ notices: [], counts: { delete: 1, unchanged: 0, kept: 1 } });
    expect(linesOf(inbox.planBack(run))).toEqual(['delete New']);
  });

  it('is refused where it was edited since', () => {
    const { inbox, run } = creating();
    inbox.edit(edited('made-0', { runOnThreads: false }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['delete New !edited-since']);
    expect(argsOf(plan, 'edited-since')).toEqual({ op: 'create', paths: ['runOnThreads'], isGone: false });
  });

  it('is refused where only its name is another one now', () => {
    const { inbox, run } = creating();
    inbox.edit(edited('made-0', { name: 'Newer' }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['delete Newer !edited-since']);
    expect(argsOf(plan, 'edited-since')).toEqual({ op: 'create', paths: ['name'], isGone: false });
  });

  it('is refused where it was renamed since, and another rule of the run that was made alike too', () => {
    const inbox = inboxOf([]);
    const alike = { condition: rule('New').body.condition };
    const run = inbox.apply([rule('New', alike), rule('Twin', alike)]);
    inbox.edit(edited('made-0', { name: 'Newer' }));
    inbox.edit(edited('made-1', { name: 'Twins' }));
    expect(linesOf(inbox.planBack(run))).toEqual(['delete Newer !edited-since', 'delete Twins !edited-since']);
  });

  it('is refused where it was renamed since, also where its condition comes from a variable', () => {
    const inbox = inboxOf([], { env: { ASK: 'what it looks for' } });
    const asks = {
      ...rule('New', { condition: { aiInstructions: 'what it looks for' } }),
      references: [{ kind: 'env' as const, name: 'ASK', path: ['condition', 'aiInstructions'] }],
    };
    const run = inbox.apply([asks]);
    inbox.edit(edited('made-0', { name: 'Newer' }));
    expect(linesOf(inbox.planBack(run))).toEqual(['delete Newer !edited-since']);
  });

  it('is not found where its name and its content are others, or where it is gone', () => {
    const { inbox, run } = creating();
    inbox.edit(edited('made-0', { name: 'Newer', runOnThreads: false }));
    const plan = inbox.planBack(run);
    expect(plan).toMatchObject({ work: [], counts: { kept: 2 } });
    // It may be the one that was made since.
    expect(plan.notices).toEqual([
      { code: 'rollback-create-missing', severity: 'warning', account: 'default', rule: 'New', args: {} },
    ]);
    inbox.edit(without('made-0'));
    expect(inbox.planBack(run)).toMatchObject({ work: [], notices: [], counts: { kept: 1 } });
  });

  it('is not missed where all that appeared since is known', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([rule('New'), rule('Other')]);
    inbox.edit(without('made-0'));
    inbox.edit(adding(live('Gone', 'again')));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['delete Other']);
    expect(plan.notices).toEqual([]);
  });

  it('is told from one of its name that somebody made since, unless that is just the same', () => {
    const { inbox, run } = creating();
    inbox.edit(without('made-0'));
    inbox.edit(adding(live('New', 'another', STAR)));
    expect(linesOf(inbox.planBack(run))).toEqual(['delete New !edited-since']);
    inbox.edit(() => [live('Same', 's'), live('New', 'another')]);
    expect(linesOf(inbox.planBack(run))).toEqual(['delete New']);
  });

  it('is one of two new rules of its name: each is judged by itself', () => {
    const { inbox, run } = creating();
    inbox.edit(adding(live('New', 'another', STAR)));
    const plan = inbox.planBack(run);
    expect(plan.work.map(({ change }) => [change.id, change.refused])).toEqual([
      ['another', 'edited-since'],
      ['made-0', undefined],
    ]);
    inbox.edit(edited('another', live('New', 'another')));
    expect(inbox.planBack(run).work.map(({ change }) => [change.id, change.refused])).toEqual([
      ['another', undefined],
      ['made-0', undefined],
    ]);
  });

  it('is never one that was live before the run, under whatever name', () => {
    const inbox = inboxOf([live('New', 's', STAR)]);
    const run = inbox.apply([renamed('New', 'Moved', STAR), rule('New')], (place) => place === 0);
    expect(inbox.live().map(({ id, name }) => id + name)).toEqual(['sMoved']);
    inbox.edit(edited('s', live('New', 's')));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace New !edited-since']);
  });
});

describe('rules that are not of the run', () => {
  it('are left alone, whatever became of them', () => {
    const inbox = inboxOf([live('Kept', 'k'), live('Other', 'o'), live('Third', 't')]);
    const run = inbox.apply([rule('Kept', STAR), rule('Other'), rule('Third')]);
    inbox.edit(edited('o', { runOnThreads: false, name: 'Otherwise' }));
    inbox.edit(without('t'));
    inbox.edit(adding(live('Stranger', 'x')));
    const plan = inbox.planBack(run);
    expect(plan.work.map(({ change }) => change.id)).toEqual(['k']);
    expect(plan.counts).toEqual({ create: 0, replace: 1, delete: 0, unchanged: 0, kept: 2 });
  });

  it('may have keys that we do not know, which is said', () => {
    const inbox = inboxOf([live('Kept', 'k'), { ...live('Other', 'o'), mood: 'calm' } as LiveRule]);
    const run = inbox.apply([rule('Kept', STAR), rule('Other')]);
    expect(argsOf(inbox.planBack(run), 'unknown-live-keys')).toEqual({ keys: ['mood'] });
  });
});

describe('a name that is taken', () => {
  it('refuses the rule that had it, and what needs the name that this one keeps', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b')]);
    const run = inbox.apply([renamed('A', 'B'), renamed('B', 'C')]);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace B > A', 'replace C > B']);
    inbox.edit(adding(live('A', 'stranger', STAR)));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace B > A !name-not-free', 'replace C > B !name-not-free']);
  });

  it('is kept by a rule of the run that was edited since', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b')]);
    const run = inbox.apply([renamed('B', 'C')]);
    inbox.edit(edited('b', { ...live('A', 'b') }));
    expect(linesOf(inbox.planBack(run))).toEqual(['create A !name-not-free', 'replace A > B !edited-since']);
  });

  it('stops a chain of renames where a link of it was edited since', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b'), live('C', 'c')]);
    const run = inbox.apply([renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D')]);
    inbox.edit(edited('a', { runOnThreads: false }));
    // B is not free, so the next one keeps C.
    expect(linesOf(inbox.planBack(run))).toEqual([
      'replace B > A !edited-since',
      'replace C > B !name-not-free',
      'replace D > C !name-not-free',
    ]);
    const other = inboxOf([live('A', 'a'), live('B', 'b'), live('C', 'c')]);
    const same = other.apply([renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D')]);
    other.edit(edited('c', { runOnThreads: false }));
    expect(linesOf(other.planBack(same))).toEqual(['replace B > A', 'replace C > B', 'replace D > C !edited-since']);
  });

  it('is kept by a rule of the run that has it before and after, so that a duplicate stays away', () => {
    const inbox = inboxOf([live('Twice', '1'), live('Twice', '2', STAR)]);
    const run = inbox.apply([rule('Twice', DIGEST)]);
    expect(inbox.live().map(({ id }) => id)).toEqual(['1']);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Twice !name-not-free', 'replace Twice']);
  });

  it('comes back once, where live rules shared it', () => {
    const inbox = inboxOf([live('Twice', '1'), live('Twice', '2', STAR)]);
    expect(linesOf(inbox.planBack(inbox.apply([])))).toEqual(['create Twice', 'create Twice !name-not-free']);
  });
});

it('says which deletes are held back, since a rule that the run deleted cannot come back', () => {
  const inbox = inboxOf([live('Gone', 'g'), live('Old', 'o'), live('Same', 's')]);
  const run = inbox.apply([renamed('Old', 'Moved', STAR), rule('Old', STAR), rule('New'), rule('Same')]);
  inbox.edit(edited('s', { name: 'Gone' }));
  const plan = inbox.planBack(run);
  expect(linesOf(plan)).toEqual(['create Gone !name-not-free', 'delete New', 'delete Old', 'replace Moved > Old']);
  expect(argsOf(plan, 'rollback-deletes-held')).toEqual({ rules: ['New'], because: ['Gone'] });
});

describe('what is left at the end', () => {
  it('is where a rule that was made anew differs from what it was', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([]);
    const { left } = inbox.wayBack(run);
    expect(left.map(({ change }) => change.op)).toEqual(['create']);
    inbox.edit(() => [live('Gone', 'anew')]);
    expect(inbox.wayBack(run).left).toEqual([]);
    inbox.edit(() => [live('Gone', 'anew', STAR)]);
    expect(inbox.wayBack(run).left.map(({ change }) => [change.op, change.patch.map(({ path }) => path)])).toEqual([
      ['replace', ['/actions/0/type']],
    ]);
  });

  it('is also what the service stores in its own way, although nothing is to do about it', () => {
    const two = { actions: [{ type: 'ARCHIVE' as const }, { type: 'STAR' as const }] };
    const inbox = inboxOf([live('Kept', 'k', two)]);
    const run = inbox.apply([rule('Kept', DIGEST)]);
    inbox.edit(() => [{ ...live('Kept', 'k', two), actions: [...live('Kept', 'k', two).actions].reverse() }]);
    const { plan, left } = inbox.wayBack(run);
    expect(plan.work).toEqual([]);
    expect(left.map(({ change }) => [change.op, change.name])).toEqual([['replace', 'Kept']]);
  });
});
