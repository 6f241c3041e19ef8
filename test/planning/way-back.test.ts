/** The way back of each change, in each state that its rule may be in. */
import { describe, expect, it } from 'vitest';
import type { LiveRule } from '../../src/model/rule.ts';
import { planSettings } from '../harness/settings.ts';
import {
  adding,
  argsOf,
  codesOf,
  contentOf,
  DIGEST,
  type Edit,
  edited,
  linesOf,
  live,
  type More,
  ran,
  renamed,
  rule,
  STAR,
  without,
} from './way-back-inbox.ts';

const NONE = () => false;
const namesOf = (rules: readonly LiveRule[]) => rules.map(({ id, name }) => id + name);

describe('what a run did', () => {
  it('is taken back: created deleted, deleted created, replaced replaced', () => {
    const { inbox, run, back, lines } = ran(
      [live('Gone', 'g'), live('Kept', 'k'), live('Same', 's')],
      [rule('Kept', STAR), rule('Same'), rule('New')],
    );
    const plan = back();
    expect(linesOf(plan)).toEqual(['create Gone', 'replace Kept', 'delete New']);
    expect(plan.counts).toEqual({ create: 1, replace: 1, delete: 1, unchanged: 0, kept: 1 });
    expect(plan.work.map(({ change }) => change.id)).toEqual([null, 'k', 'made-0']);
    expect(plan.work.every(({ change }) => change.source === null)).toBe(true);
    expect(codesOf(plan)).toEqual(['rollback-new-ids']);
    inbox.rollback(run);
    expect(lines()).toEqual([]);
    expect(back().counts).toEqual({ create: 0, replace: 0, delete: 0, unchanged: 2, kept: 1 });
  });

  it('has the same digests whenever it is planned, and others where it does something else', () => {
    const { back } = ran([live('Kept', 'k'), live('Other', 'o')], [rule('Kept', STAR), rule('Other'), rule('New')]);
    const digests = (edit?: Edit) => back(edit).work.map(({ change }) => change.digest);
    const before = digests();
    expect(digests(edited('o', { runOnThreads: false }))).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });

  const [GONE, NEXT] = [
    [live('Gone', 'g'), live('Kept', 'k')],
    [rule('Kept', STAR), rule('New')],
  ];

  it('is nothing where the run was killed before it made anything', () => {
    const { back } = ran(GONE, NEXT, { isMade: NONE });
    expect(back()).toMatchObject({ work: [], notices: [], counts: { unchanged: 2, kept: 0 } });
  });

  it.each([
    [0, 'create Gone'],
    [1, 'replace Kept'],
    [2, 'delete New'],
  ])('is only as much as was made where it was killed in between (%i)', (place, line) => {
    const { run, lines } = ran(GONE, NEXT, { isMade: (at) => at === place });
    expect(run.changes.map(({ name }) => name)).toEqual(['Gone', 'Kept', 'New']);
    expect(lines()).toEqual([line]);
  });

  it('is a rename too: the rule has its old name again, and its id', () => {
    const { inbox, run, lines } = ran([live('Old', 'o')], [renamed('Old', 'New', STAR), rule('Old', DIGEST)]);
    expect(lines()).toEqual(['delete Old', 'replace New > Old']);
    inbox.rollback(run);
    expect(namesOf(inbox.live())).toEqual(['oOld']);
  });

  const ABC = [live('A', 'a'), live('B', 'b'), live('C', 'c')];
  const CHAIN = [renamed('A', 'B'), renamed('B', 'C'), renamed('C', 'D')];

  it('is a chain of renames: each rule has the name again that the next one had', () => {
    const { inbox, run, lines } = ran(ABC, CHAIN);
    expect(namesOf(inbox.live())).toEqual(['aB', 'bC', 'cD']);
    expect(lines()).toEqual(['replace B > A', 'replace C > B', 'replace D > C']);
    inbox.rollback(run);
    expect(contentOf(inbox.live())).toEqual(contentOf(ABC));
    expect(namesOf(inbox.live())).toEqual(['aA', 'bB', 'cC']);
  });

  it('is a part of a chain where the run was killed in it', () => {
    const { inbox, lines } = ran(ABC, CHAIN, { isMade: (place) => place > 0 });
    expect(namesOf(inbox.live())).toEqual(['aA', 'bC', 'cD']);
    expect(lines()).toEqual(['replace C > B', 'replace D > C']);
  });

  it('is a chain that stops where a link of it was edited since: its name is not free, so the next one keeps its own', () => {
    const edit = { runOnThreads: false };
    expect(ran(ABC, CHAIN).lines(edited('a', edit))).toEqual([
      'replace B > A !edited-since',
      'replace C > B !name-not-free',
      'replace D > C !name-not-free',
    ]);
    const after = ['replace B > A', 'replace C > B', 'replace D > C !edited-since'];
    expect(ran(ABC, CHAIN).lines(edited('c', edit))).toEqual(after);
  });
});

describe('a rule that the run replaced', () => {
  const replacing = () => ran([live('Kept', 'k')], [rule('Kept', STAR)]);
  const AS_BEFORE = { work: [], notices: [], counts: { unchanged: 1, kept: 0 } };

  it.each<[string, Edit]>([
    ['as it was before', () => [live('Kept', 'k')]],
    ['as it was before, though it was made again', () => [live('Kept', 'another')]],
  ])('is nothing to do %s', (_, edit) => {
    expect(replacing().back(edit)).toMatchObject(AS_BEFORE);
  });

  it('is put back as the run made it, whatever else the service has made of it', () => {
    const more = { enabled: false, updatedAt: '2027-01-01T00:00:00.000Z', name: ' Kept\u00a0' };
    expect(replacing().lines(edited('k', more))).toEqual(['replace Kept']);
  });

  it('is refused where it was edited since, with where it differs', () => {
    const plan = replacing().back(edited('k', { ...live('Kept', 'k', DIGEST), runOnThreads: false }));
    expect(linesOf(plan)).toEqual(['replace Kept !edited-since']);
    const args = { op: 'replace', isGone: false, paths: expect.arrayContaining(['runOnThreads', 'actions/0/type']) };
    expect(plan.notices).toMatchObject([
      { code: 'edited-since', severity: 'error', rule: 'Kept', account: 'default', args },
    ]);
    expect(plan.work[0]?.change).toMatchObject({ before: { runOnThreads: false }, after: { runOnThreads: true } });
  });

  it.each<[string, Edit, string]>([
    ['was renamed since', edited('k', { name: 'Renamed' }), 'replace Renamed > Kept !edited-since (replace: name)'],
    ['is gone: whoever deleted it meant to', without('k'), 'create Kept !edited-since (replace: gone)'],
    ['was made again otherwise', () => [live('Kept', 'x', DIGEST)], 'create Kept !edited-since (replace: gone)'],
  ])('is refused where it %s', (_, edit, line) => {
    expect(replacing().told(edit)).toEqual([line]);
  });

  it('is refused where the run did not get to it and it was edited: it is neither before nor after', () => {
    const { lines } = ran([live('Kept', 'k')], [rule('Kept', STAR)], { isMade: NONE });
    expect(lines(edited('k', { runOnThreads: false }))).toEqual(['replace Kept !edited-since']);
  });

  describe('that was deleted and made again', () => {
    it('is put back where it is just as the run had made it', () => {
      const { inbox, run, back } = replacing();
      const plan = back(() => [live('Kept', 'another', STAR)]);
      expect(linesOf(plan)).toEqual(['replace Kept']);
      expect(plan).toMatchObject({ work: [{ change: { id: 'another' } }], notices: [], counts: { kept: 0 } });
      inbox.rollback(run);
      expect(inbox.live().map(({ id, actions }) => [id, actions[0]?.type])).toEqual([['another', 'ARCHIVE']]);
      expect(back()).toMatchObject(AS_BEFORE);
    });

    const { condition } = rule('Old').body;
    it('is refused where it is there twice just as the run had made it', () => {
      const plan = replacing().back(() => [live('Kept', 'one', STAR), live('Kept', 'other', STAR)]);
      expect(linesOf(plan)).toEqual(['replace Kept !name-not-unique']);
    });

    it.each<[LiveRule, string[]]>([
      [live('New', 'x', { ...STAR, condition }), ['replace New > Old']],
      [live('Old', 'x'), []],
      [live('Old', 'x', STAR), ['create Old !edited-since']],
      [live('New', 'x', { condition }), ['create Old !edited-since']],
    ])('is looked for under both names of a rename, each with what it was under that (%#)', (again, lines) => {
      expect(ran([live('Old', 'o')], [renamed('Old', 'New', STAR)]).lines(() => [again])).toEqual(lines);
    });

    it('is none of those that were live before the run', () => {
      const { lines } = ran([live('Kept', 'k'), live('Other', 'o')], [rule('Kept', STAR), rule('Other')]);
      expect(lines(() => [live('Kept', 'o', STAR)])).toEqual(['create Kept !edited-since']);
    });
  });
});

describe('a rule that the run replaced is known in the way services store it', () => {
  const LABELS = { actions: [{ type: 'ARCHIVE' as const }, { type: 'LABEL' as const, fields: { label: 'L' } }] };
  const TURNED = { actions: [...LABELS.actions].reverse() };
  const folder = (folderName: string | null) => ({
    actions: [{ type: 'MOVE_FOLDER' as const, fields: { folderName } }, { type: 'ARCHIVE' as const }],
  });
  const delay = (delayInMinutes: number) => ({ actions: [{ type: 'ARCHIVE' as const, delayInMinutes }] });
  const acting = (change: (action: LiveRule['actions'][0]) => object) => (one: LiveRule) =>
    ({ ...one, actions: one.actions.map((action) => ({ ...action, ...change(action) })) }) as LiveRule;
  const reversed = (one: LiveRule) => ({ ...one, actions: [...one.actions].reverse() });
  const withoutFolder = acting(({ fields }) => ({ fields: { ...fields, folderName: null } }));
  const floored = acting(({ delayInMinutes }) => ({ delayInMinutes: Math.floor(delayInMinutes ?? 0) }));
  const operated = (conditionalOperator: 'AND' | 'OR' | null) => (one: LiveRule) => ({
    ...one,
    condition: { ...one.condition, conditionalOperator },
  });
  const ALL: [string, (one: LiveRule) => LiveRule, More, More][] = [
    ['with its actions in another order', reversed, STAR, LABELS],
    ['without the name of a folder', withoutFolder, STAR, folder('Later')],
    ['with a delay of whole minutes', floored, delay(7), delay(90.5)],
    ['with an operator that nobody had set', (one) => one, STAR, { condition: { aiInstructions: 'find Kept' } }],
  ];

  it.each(ALL)('%s', (_, store, before, after) => {
    const { lines } = ran([live('Kept', 'k', before)], [rule('Kept', after)], { store });
    expect(lines()).toEqual(['replace Kept']);
    expect(lines(() => [live('Kept', 'k', before)])).toEqual([]);
  });

  it('a folder that the service does not show is not called as before', () => {
    const { lines } = ran([withoutFolder(live('Kept', 'k', folder('A')))], [rule('Kept', folder('B'))], {
      store: withoutFolder,
    });
    expect(lines()).toEqual(['replace Kept !incomplete']);
  });

  it.each<[string, More, More, Edit]>([
    ['a delay of half a minute less', delay(7), delay(90.5), () => [live('Kept', 'k', delay(89))]],
    ['an operator that was set to another one', STAR, {}, (rules) => rules.map(operated('OR'))],
  ])('%s is an edit', (_, before, after, edit) => {
    const { lines } = ran([live('Kept', 'k', before)], [rule('Kept', after)]);
    expect(lines(edit)).toEqual(['replace Kept !edited-since']);
  });

  const none = { condition: { aiInstructions: 'find it' } };
  it.each<[string, ReturnType<typeof ran>]>([
    ['replace Kept', ran([live('Kept', 'k', { ...none, ...STAR })], [rule('Kept', none)])],
    ['delete New', ran([], [rule('New', none)])],
    ['replace Gone', ran([live('Gone', 'g', none)], [], { isMade: NONE })],
  ])('OR where nobody had set an operator is an edit: %s', (line, { back }) => {
    const plan = back((rules) => rules.map(operated('OR')));
    expect(linesOf(plan)).toEqual([`${line} !edited-since`]);
    expect(argsOf(plan, 'edited-since')).toMatchObject({ paths: ['condition/conditionalOperator'] });
  });

  it('OR that the run set where there was no operator is taken back with AND, which means the same as none', () => {
    const condition = { ...none.condition, conditionalOperator: null };
    const or = { condition: { ...condition, conditionalOperator: 'OR' as const } };
    const { inbox, run, back } = ran([live('Kept', 'k', { condition })], [rule('Kept', or)]);
    const plan = back();
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(plan.work[0]?.wanted?.condition.conditionalOperator).toBe('AND');
    inbox.rollback(run);
    expect(inbox.live()[0]?.condition.conditionalOperator).toBe('AND');
    expect(back()).toMatchObject({ work: [], counts: { unchanged: 1 } });
  });

  it('also where only the order of actions was changed', () => {
    const reordered = () => ran([live('Kept', 'k', TURNED)], [rule('Kept', LABELS)]);
    const { inbox, run, lines } = reordered();
    expect(lines()).toEqual(['replace Kept']);
    inbox.rollback(run);
    expect(inbox.live()).toEqual([{ ...live('Kept', 'k', TURNED), updatedAt: expect.any(String) }]);
    expect(lines()).toEqual([]);
    const other = reordered();
    const settings = planSettings({ actionOrder: 'any' });
    expect(linesOf(other.inbox.planBack(other.run, { settings }))).toEqual([]);
  });

  it('a rule that the service stored in its own way on the way back is as before, too', () => {
    const { lines } = ran([live('Kept', 'k', LABELS)], [rule('Kept', STAR)]);
    expect(lines(() => [reversed(live('Kept', 'k', LABELS))])).toEqual([]);
  });

  it('an operator that nobody had set is as before when the service has set AND', () => {
    const { inbox, run, back } = ran([operated(null)(live('Kept', 'k'))], [rule('Kept', STAR)]);
    expect(back().work[0]?.change.patch.map(({ path }) => path)).toEqual(['/actions/0/type']);
    inbox.rollback(run);
    expect(back().work).toEqual([]);
  });
});

describe('a rule that the run deleted', () => {
  const deleting = (more: LiveRule[] = []) =>
    ran(
      [live('Gone', 'g'), ...more],
      more.map(({ name }) => rule(name)),
    );

  it('is created again, with another id', () => {
    const { inbox, run, back } = deleting();
    const plan = back();
    expect(linesOf(plan)).toEqual(['create Gone']);
    expect(plan.notices).toMatchObject([{ code: 'rollback-new-ids', rule: 'Gone' }]);
    inbox.rollback(run);
    expect(contentOf(inbox.live())).toEqual(contentOf([live('Gone', 'g')]));
    expect(inbox.live()[0]?.id).not.toBe('g');
    expect(back()).toMatchObject({ work: [], counts: { unchanged: 1 } });
  });

  const two = { actions: [{ type: 'ARCHIVE' as const }, { type: 'STAR' as const }] };
  const again = live('Gone', 'another', two);
  it.each([again, { ...again, actions: [...again.actions].reverse() }, { ...again, name: ' Gone ' }])(
    'is nothing to do where it was made again as it was, also in the way services store it (%#)',
    (one) => {
      const { back } = ran([live('Gone', 'g', two)], []);
      expect(back(() => [one])).toMatchObject({ work: [], notices: [], counts: { unchanged: 1, kept: 0 } });
    },
  );

  it('is refused where another rule of its name was made since, with where that differs', () => {
    const told = deleting().told(() => [live('Gone', 'another', STAR)]);
    expect(told).toEqual(['replace Gone !edited-since (delete: actions/0/type)']);
  });

  it('takes the one that is as it was, where several of its name were made since', () => {
    const made = [live('Gone', 'other', STAR), live('Gone', 'same'), live('Gone', 'third', DIGEST)];
    expect(deleting().back(() => made)).toMatchObject({ work: [], counts: { unchanged: 1, kept: 2 } });
  });

  it('is refused where a rule that was there before has its name now', () => {
    const { lines } = deleting([live('Other', 'o')]);
    expect(lines(edited('o', { name: 'Gone' }))).toEqual(['create Gone !name-not-free']);
  });

  it('is nothing to do where the run did not get to it, and refused where it was edited then', () => {
    const { back, lines } = ran([live('Gone', 'g')], [], { isMade: NONE });
    expect(back()).toMatchObject({ work: [], notices: [], counts: { unchanged: 1 } });
    expect(lines(edited('g', { runOnThreads: false }))).toEqual(['replace Gone !edited-since']);
  });

  it('is not taken for another of its name that the run deleted too, and that was made again', () => {
    const plan = ran([live('Twice', '1', STAR), live('Twice', '2')], []).back(() => [live('Twice', 'again')]);
    expect(plan.counts.unchanged).toBe(1);
    expect(linesOf(plan)).toEqual(['create Twice !name-not-free']);
  });

  it('is refused where there were two of its name, and nothing to do where both are there again', () => {
    const { back, lines } = ran([live('Twice', '1'), live('Twice', '2')], []);
    const plan = back();
    expect(linesOf(plan)).toEqual(['create Twice !name-not-unique', 'create Twice !name-not-unique']);
    expect(plan.notices[0]).toMatchObject({ severity: 'error', args: { several: 'several-before' } });
    expect(lines(() => [live('Twice', '3')])).toEqual(['create Twice !name-not-free']);
    expect(lines(adding(live('Twice', '4')))).toEqual([]);
  });
});

describe('a rule that the run created', () => {
  const creating = () => ran([live('Same', 's')], [rule('Same'), rule('New')]);

  it('is deleted as the run made it', () => {
    const plan = creating().back(edited('made-0', { enabled: false }));
    expect(plan).toMatchObject({ notices: [], counts: { delete: 1, unchanged: 0, kept: 1 } });
    expect(linesOf(plan)).toEqual(['delete New']);
  });

  it.each<[string, Partial<LiveRule>, string]>([
    ['it was edited since', { runOnThreads: false }, 'delete New !edited-since (create: runOnThreads)'],
    ['only its name is another one now', { name: 'Newer' }, 'delete Newer !edited-since (create: name)'],
  ])('is refused where %s', (_, more, line) => {
    expect(creating().told(edited('made-0', more))).toEqual([line]);
  });

  it('is refused where it was renamed since, and another rule of the run that was made alike too', () => {
    const alike = { condition: rule('New').body.condition };
    const { inbox, lines } = ran([], [rule('New', alike), rule('Twin', alike)]);
    inbox.edit(edited('made-0', { name: 'Newer' }));
    expect(lines(edited('made-1', { name: 'Twins' }))).toEqual([
      'delete Newer !edited-since',
      'delete Twins !edited-since',
    ]);
  });

  it('is refused where it was renamed since, also where its condition comes from a variable', () => {
    const aiInstructions = 'what it looks for';
    const references = [{ kind: 'env' as const, name: 'ASK', path: ['condition', 'aiInstructions'] }];
    const asks = { ...rule('New', { condition: { aiInstructions } }), references };
    const { lines } = ran([], [asks], { env: { ASK: aiInstructions } });
    expect(lines(edited('made-0', { name: 'Newer' }))).toEqual(['delete Newer !edited-since']);
  });

  it('is not found where its name and its content are others, or where it is gone', () => {
    const { back } = creating();
    const plan = back(edited('made-0', { name: 'Newer', runOnThreads: false }));
    expect(plan).toMatchObject({ work: [], counts: { kept: 2 } });
    // It may be the one that was made since.
    expect(plan.notices).toEqual([
      { code: 'rollback-create-missing', severity: 'warning', account: 'default', rule: 'New', args: {} },
    ]);
    expect(back(without('made-0'))).toMatchObject({ work: [], notices: [], counts: { kept: 1 } });
  });

  it('is not missed where all that appeared since is known', () => {
    const { inbox, back } = ran([live('Gone', 'g')], [rule('New'), rule('Other')]);
    inbox.edit(without('made-0'));
    const plan = back(adding(live('Gone', 'again')));
    expect(linesOf(plan)).toEqual(['delete Other']);
    expect(plan.notices).toEqual([]);
  });

  it('is told from one of its name that somebody made since, unless that is just the same', () => {
    const { inbox, lines } = creating();
    inbox.edit(without('made-0'));
    expect(lines(adding(live('New', 'another', STAR)))).toEqual(['delete New !edited-since']);
    expect(lines(() => [live('Same', 's'), live('New', 'another')])).toEqual(['delete New']);
  });

  it('is refused where several new rules have its name: which of them is of the run would be a guess', () => {
    const { back } = creating();
    const judged = (edit: Edit) => back(edit).work.map(({ change }) => [change.op, change.id, change.refused]);
    const both = ['another', 'made-0'].map((id) => ['delete', id, 'name-not-unique']);
    expect(judged(adding(live('New', 'another', STAR)))).toEqual(both);
    expect(judged(edited('another', live('New', 'another')))).toEqual(both);
    expect(argsOf(back(), 'name-not-unique')).toEqual({ several: 'several-live' });
  });

  it('is never one that was live before the run, under whatever name', () => {
    const declared = [renamed('New', 'Moved', STAR), rule('New')];
    const { inbox, lines } = ran([live('New', 's', STAR)], declared, { isMade: (place) => place === 0 });
    expect(namesOf(inbox.live())).toEqual(['sMoved']);
    expect(lines(edited('s', live('New', 's')))).toEqual(['replace New !edited-since']);
  });
});

describe('rules that are not of the run', () => {
  it('are left alone, whatever became of them', () => {
    const { inbox, back } = ran(
      [live('Kept', 'k'), live('Other', 'o'), live('Third', 't')],
      [rule('Kept', STAR), rule('Other'), rule('Third')],
    );
    inbox.edit(edited('o', { runOnThreads: false, name: 'Otherwise' }));
    inbox.edit(without('t'));
    const plan = back(adding(live('Stranger', 'x')));
    expect(plan.work.map(({ change }) => change.id)).toEqual(['k']);
    expect(plan.counts).toEqual({ create: 0, replace: 1, delete: 0, unchanged: 0, kept: 2 });
  });

  it('may have keys that we do not know, which is said', () => {
    const odd = { ...live('Other', 'o'), mood: 'calm' } as LiveRule;
    const { back } = ran([live('Kept', 'k'), odd], [rule('Kept', STAR), rule('Other')]);
    expect(argsOf(back(), 'unknown-live-keys')).toEqual({ keys: ['mood'] });
  });
});

describe('a name that is taken', () => {
  const AB = [live('A', 'a'), live('B', 'b')];

  it('refuses the rule that had it, and what needs the name that this one keeps', () => {
    const { lines } = ran(AB, [renamed('A', 'B'), renamed('B', 'C')]);
    expect(lines()).toEqual(['replace B > A', 'replace C > B']);
    expect(lines(adding(live('A', 'stranger', STAR)))).toEqual([
      'replace B > A !name-not-free',
      'replace C > B !name-not-free',
    ]);
  });

  it('is kept by a rule of the run that was edited since', () => {
    const { lines } = ran(AB, [renamed('B', 'C')]);
    expect(lines(edited('b', live('A', 'b')))).toEqual(['create A !name-not-free', 'replace A > B !edited-since']);
  });

  it('refuses all rules of the run that shared it, also one whose duplicate the run deleted', () => {
    const twice = [live('Twice', '1'), live('Twice', '2', STAR)];
    const { inbox, lines } = ran(twice, [rule('Twice', DIGEST)]);
    expect(inbox.live().map(({ id }) => id)).toEqual(['1']);
    expect(lines()).toEqual(['create Twice !name-not-unique', 'replace Twice !name-not-unique']);
    // Where the run made nothing, nothing is to do.
    expect(lines(() => twice)).toEqual([]);
  });
});

it('says which deletes are held back, since a rule that the run deleted cannot come back', () => {
  const plan = ran(
    [live('Gone', 'g'), live('Old', 'o'), live('Same', 's')],
    [renamed('Old', 'Moved', STAR), rule('Old', STAR), rule('New'), rule('Same')],
  ).back(edited('s', { name: 'Gone' }));
  expect(linesOf(plan)).toEqual(['create Gone !name-not-free', 'delete New', 'delete Old', 'replace Moved > Old']);
  expect(argsOf(plan, 'rollback-deletes-held')).toEqual({ because: ['Gone'] });
});

describe('what is left at the end', () => {
  it('is where a rule that was made anew differs from what it was', () => {
    const { inbox, run } = ran([live('Gone', 'g')], []);
    const left = (rules: LiveRule[]) => {
      inbox.edit(() => rules);
      return inbox.left(run).map(({ change }) => [change.op, change.patch.map(({ path }) => path)]);
    };
    expect(left([]).map(([op]) => op)).toEqual(['create']);
    expect(left([live('Gone', 'anew')])).toEqual([]);
    expect(left([live('Gone', 'anew', STAR)])).toEqual([['replace', ['/actions/0/type']]]);
  });

  it('is also what the service stores in its own way, although nothing is to do about it', () => {
    const kept = live('Kept', 'k', { actions: [{ type: 'ARCHIVE' }, { type: 'STAR' }] });
    const { inbox, run } = ran([kept], [rule('Kept', DIGEST)]);
    inbox.edit(() => [{ ...kept, actions: [...kept.actions].reverse() }]);
    expect(inbox.planBack(run).work).toEqual([]);
    expect(inbox.left(run).map(({ change }) => [change.op, change.name])).toEqual([['replace', 'Kept']]);
  });
});
