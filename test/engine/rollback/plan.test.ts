import { describe, expect, it } from 'vitest';
import type { OutcomeLine } from '../../../src/model/journal.ts';
import type { DeclaredRule, LiveRule } from '../../../src/model/rule.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { AccountPlan } from '../../../src/planning/plan-account.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';
import { planSettings } from '../../harness/settings.ts';
import { inboxOf, type Run } from './inbox.ts';

type More = Partial<ResolvedRule>;

const rule = (name: string, more: More = {}): DeclaredRule =>
  declaredOf({
    name,
    condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
    actions: [{ type: 'ARCHIVE' }],
    ...more,
  });
const live = (name: string, id: string, more: More = {}): LiveRule => ({ ...liveOf(rule(name, more)), id });
const STAR = { actions: [{ type: 'STAR' as const }] };

/** `replace Old > New !refusal`, by name. */
const linesOf = ({ work }: AccountPlan) =>
  work.map(({ change }) => {
    const renamed = change.renamedFrom === undefined ? '' : `${change.renamedFrom} > `;
    return `${change.op} ${renamed}${change.name}${change.refused === undefined ? '' : ` !${change.refused}`}`;
  });
const codesOf = ({ notices }: AccountPlan) => notices.map(({ code }) => code);
const argsOf = ({ notices }: AccountPlan, code: string) => notices.find((one) => one.code === code)?.args;
const edited = (id: string, more: Partial<LiveRule>) => (rules: LiveRule[]) =>
  rules.map((one) => (one.id === id ? { ...one, ...more } : one));
const without = (id: string) => (rules: LiveRule[]) => rules.filter((one) => one.id !== id);
const withOutcomes = ({ plan }: Run, ...outcomes: Partial<OutcomeLine>[]): Run => ({
  plan,
  parts: null,
  outcomes: outcomes.map((one) => ({ kind: 'outcome', change: 0, status: 'done', id: null, at: '', ...one })),
});

describe('what the run touched', () => {
  it('is taken back: created deleted, deleted created, replaced replaced', () => {
    const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k'), live('Same', 's')]);
    const run = inbox.apply([rule('Kept', STAR), rule('Same'), rule('New')]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Gone', 'replace Kept', 'delete New']);
    expect(plan.counts).toEqual({ create: 1, replace: 1, delete: 1, unchanged: 0, kept: 1 });
    expect(plan.work.map(({ change }) => change.id)).toEqual([null, 'k', 'made-0']);
    expect(codesOf(plan)).toEqual(['rollback-new-ids']);
  });

  it('is found by its id, under whatever name it has now', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')]);
    inbox.edit(edited('k', { name: 'Renamed' }));
    inbox.edit(edited('made-0', { name: 'Newer' }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Renamed > Kept', 'delete Newer']);
    expect(plan.notices).toMatchObject([
      { code: 'rollback-changed-since', rule: 'Kept', args: { op: 'replace', fields: ['name'] } },
      { code: 'rollback-changed-since', rule: 'Newer', args: { op: 'delete', fields: ['name'] } },
    ]);
  });

  it('is a rename too: the rule has its old name again, and its id', () => {
    const inbox = inboxOf([live('Old', 'o')]);
    const run = inbox.apply([
      { ...rule('New', STAR), renamedFrom: 'Old' },
      rule('Old', { actions: [{ type: 'DIGEST' }] }),
    ]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['delete Old', 'replace New > Old']);
    inbox.rollback(run);
    expect(inbox.live().map(({ id, name }) => [id, name])).toEqual([['o', 'Old']]);
  });

  it('is made anew where it is gone, and nothing is done where a created rule is gone', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')]);
    inbox.edit(() => []);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Kept']);
    expect(argsOf(plan, 'rollback-new-ids')).toEqual({ rules: ['Kept'], gone: ['Kept'] });
  });

  it('is not a rule that was made since, also not one of the same name', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')]);
    inbox.edit(without('made-0'));
    inbox.edit((rules) => [...rules, live('New', 'another')]);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(plan.notices).toMatchObject([{ code: 'rollback-made-anew', rule: 'New' }]);
  });

  it.each(['skipped', 'refused', 'held', 'not-tried'] as const)('is not a change that was %s', (status) => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR)]);
    expect(linesOf(inbox.planBack(withOutcomes(run, { status })))).toEqual([]);
  });

  it('is not a create that failed, also where somebody else made just this rule', () => {
    const inbox = inboxOf([]);
    const run = inbox.apply([rule('New')]);
    const failed = withOutcomes(run, { status: 'failed', error: { status: 409, code: null, message: '' } });
    expect(inbox.planBack(failed)).toMatchObject({ work: [], notices: [], counts: { kept: 1 } });
  });

  it('is not a change that the service refused, but may be one whose answer was lost', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR)]);
    const failed = (status: number | null) =>
      withOutcomes(run, { status: 'failed', error: { status, code: null, message: '' } });
    expect(linesOf(inbox.planBack(failed(400)))).toEqual([]);
    expect(linesOf(inbox.planBack(failed(500)))).toEqual(['replace Kept']);
    expect(linesOf(inbox.planBack(failed(null)))).toEqual(['replace Kept']);
  });
});

describe('a change with a request that nobody answered', () => {
  const at = '2026-01-01T00:00:00Z';
  const open = { unanswered: true, at } as const;
  const refused = { status: 400, code: null, message: '' };
  const WAYS: [string, Partial<OutcomeLine>[]][] = [
    ['failed', [{ status: 'failed', error: refused, ...open }]],
    ['refused', [{ status: 'refused', ...open }]],
  ];

  it.each(WAYS)('is taken back where the service made it after all: %s', (_, outcomes) => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = withOutcomes(inbox.apply([rule('Kept', STAR)]), ...outcomes);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(codesOf(plan)).toEqual([]);
  });

  it.each(WAYS)('may be made yet where it is not: %s', (_, outcomes) => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = withOutcomes(inbox.apply([rule('Kept', STAR)], { upTo: 0 }), ...outcomes);
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual([]);
    expect(argsOf(plan, 'may-land')).toEqual({ rules: ['Kept'] });
    expect(codesOf(inbox.planBack(run, { at: new Date('2026-01-01T00:20:00Z') }))).toEqual([]);
  });
});

describe('a run that was killed', () => {
  const killed = (upTo: number) => {
    const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')], { upTo, told: 0 });
    return { inbox, run };
  };

  it('is judged by the live rules', () => {
    expect(killed(0).inbox.planBack(killed(0).run).work).toEqual([]);
    const { inbox, run } = killed(3);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Gone', 'replace Kept', 'delete New']);
  });

  it('leaves alone what may be the work of somebody else, and says so', () => {
    const { inbox, run } = killed(3);
    inbox.edit(edited('k', { runOnThreads: false }));
    inbox.edit(edited('made-0', { runOnThreads: false }));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['create Gone']);
    expect(plan.notices).toMatchObject([
      { code: 'rollback-new-ids' },
      { code: 'rollback-unclear', rule: 'Kept', args: { op: 'replace' } },
      { code: 'rollback-unclear', rule: 'New', args: { op: 'create' } },
    ]);
  });

  it('leaves a rule that is gone to who deleted it, where the run may not have changed it', () => {
    const { inbox, run } = killed(0);
    inbox.edit(without('k'));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual([]);
    expect(plan.notices).toMatchObject([{ code: 'rollback-unclear', rule: 'Kept', args: { op: 'replace' } }]);
  });
});

describe('a name that is taken', () => {
  it('refuses the rule that had it, and what needs the name that this one keeps', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b')]);
    const renamed = [
      { ...rule('B'), renamedFrom: 'A', body: { ...rule('A').body, name: 'B' } },
      { ...rule('C'), renamedFrom: 'B', body: { ...rule('B').body, name: 'C' } },
    ];
    const run = inbox.apply(renamed);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace B > A', 'replace C > B']);
    inbox.edit((rules) => [...rules, live('A', 'stranger', STAR)]);
    expect(linesOf(inbox.planBack(run))).toEqual(['replace B > A !name-not-free', 'replace C > B !name-not-free']);
  });

  it('is given back by a rule of the run that has it now, though that one is just like the rule that had it', () => {
    const inbox = inboxOf([live('A', 'a'), live('B', 'b')]);
    const run = inbox.apply([{ ...rule('B'), renamedFrom: 'B', body: { ...rule('B').body, name: 'C' } }]);
    inbox.edit(edited('b', { ...live('A', 'b') }));
    expect(linesOf(inbox.planBack(run))).toEqual(['create A', 'replace A > B']);
  });

  it('comes back once, where live rules shared it', () => {
    const inbox = inboxOf([live('Twice', '1'), live('Twice', '2', STAR)]);
    expect(linesOf(inbox.planBack(inbox.apply([])))).toEqual(['create Twice', 'create Twice !name-not-free']);
  });

  it('does not stand in the way when its rule is as before already', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([]);
    inbox.edit(() => [live('Gone', 'another')]);
    expect(inbox.planBack(run)).toMatchObject({ work: [], counts: { unchanged: 1, kept: 0 } });
    inbox.edit(() => [live('Gone', 'another', STAR)]);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Gone !name-not-free']);
  });
});

it('says which deletes are held back, since a rule that the run deleted cannot come back', () => {
  const inbox = inboxOf([live('Gone', 'g'), live('Old', 'o')]);
  const run = inbox.apply([{ ...rule('Moved', STAR), renamedFrom: 'Old' }, rule('Old', STAR), rule('New')]);
  inbox.edit((rules) => [...rules, live('Gone', 'stranger', STAR)]);
  const plan = inbox.planBack(run);
  expect(linesOf(plan)).toEqual(['create Gone !name-not-free', 'delete New', 'delete Old', 'replace Moved > Old']);
  expect(argsOf(plan, 'rollback-deletes-held')).toEqual({ rules: ['New'], because: ['Gone'] });
});

describe('what cannot come back', () => {
  const INTEGRATION = { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'add' };
  const withIntegration = (one: LiveRule): LiveRule => {
    const [action] = one.actions;
    if (action === undefined) throw new Error('There is one');
    return { ...one, actions: [action, { ...action, ...INTEGRATION }] };
  };

  it('is said once for all rules: actions, ids, and whether they are switched on', () => {
    const off = { ...live('Off', 'o'), enabled: false };
    const sends = live('Sends', 's', { actions: [{ type: 'REPLY', fields: { content: 'Thanks' } }] });
    const inbox = inboxOf([withIntegration(live('Crm', 'c')), off, sends]);
    const plan = inbox.planBack(inbox.apply([]));
    expect(plan.notices).toMatchObject([
      { code: 'rollback-actions-lost', args: { rules: ['Crm'], types: ['INTEGRATION'] } },
      { code: 'rollback-enabled', args: { rules: ['Sends'], was: 'on' } },
      { code: 'rollback-enabled', args: { rules: ['Off'], was: 'off' } },
      { code: 'rollback-new-ids', args: { rules: ['Crm', 'Off', 'Sends'], gone: [] } },
    ]);
  });

  it('is whether a replaced rule was switched on, where that changed since', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR)]);
    inbox.edit(edited('k', { enabled: false }));
    expect(argsOf(inbox.planBack(run), 'rollback-enabled')).toEqual({ rules: ['Kept'], was: 'on' });
  });

  it('is a rule with nothing that can be sent', () => {
    const [only] = withIntegration(live('Only', 'o')).actions.slice(1);
    const moved = live('Moved', 'm', { actions: [{ type: 'MOVE_FOLDER', fields: { folderName: null } }] });
    const anything = live('Anything', 'a', { condition: {} });
    const inbox = inboxOf([{ ...live('Only', 'o'), actions: only === undefined ? [] : [only] }, moved, anything]);
    const plan = inbox.planBack(inbox.apply([]));
    expect(linesOf(plan)).toEqual([
      'create Anything !incomplete',
      'create Moved !incomplete',
      'create Only !incomplete',
    ]);
    expect(plan.notices).toMatchObject([
      { rule: 'Anything', severity: 'error', args: { lacks: 'condition' } },
      { rule: 'Moved', args: { lacks: 'field', type: 'MOVE_FOLDER', field: 'folderName' } },
      { rule: 'Only', args: { lacks: 'actions' } },
    ]);
  });

  it('is what we do not know of a rule: it is said, and what was added since is not dropped unless that is accepted', () => {
    const withBody = (one: LiveRule): LiveRule => {
      const condition = { ...one.condition, static: { ...one.condition.static, body: 'invoice' } };
      return { ...one, condition, mood: 'calm' } as LiveRule;
    };
    const inbox = inboxOf([withBody(live('Kept', 'k'))]);
    const flags = { allowEmpty: false, allowLoss: true, maxDeletes: null };
    const run = inbox.apply([rule('Kept', STAR)]);
    inbox.edit((rules) => rules.map((one) => ({ ...one, condition: live('Kept', 'k').condition })));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(argsOf(plan, 'rollback-unknown-lost')).toEqual({ rules: ['Kept'], keys: ['condition/static/body'] });
    inbox.edit((rules) => rules.map(withBody));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept !would-drop-unknown']);
    const accepted = inbox.planBack(run, { flags });
    expect(linesOf(accepted)).toEqual(['replace Kept']);
    expect(argsOf(accepted, 'unknown-lost')).toEqual({ keys: ['condition/static/body'], op: 'replace' });
  });

  it('is what was added since and no request can carry: refused, unless that is accepted', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR)]);
    inbox.edit((rules) => rules.map(withIntegration));
    const refused = inbox.planBack(run);
    expect(linesOf(refused)).toEqual(['replace Kept !would-drop-integration']);
    expect(codesOf(refused)).not.toContain('integration-lost');
    const flags = { allowEmpty: false, allowLoss: true, maxDeletes: null };
    const accepted = inbox.planBack(run, { flags });
    expect(linesOf(accepted)).toEqual(['replace Kept']);
    expect(codesOf(accepted)).toContain('integration-lost');
  });
});

describe('settings', () => {
  it('count deletes as in an apply, and do not ask what the files declare', () => {
    const inbox = inboxOf([]);
    const run = inbox.apply(['A', 'B', 'C', 'D'].map((name) => rule(name)));
    const flags = { allowEmpty: false, allowLoss: false, maxDeletes: null };
    expect(inbox.planBack(run, { flags })).toMatchObject({
      guarded: true,
      notices: [{ code: 'guard-max-deletes', args: { deletes: 4, limit: 2 } }],
    });
    expect(inbox.planBack(run, { flags: { ...flags, maxDeletes: 4 } }).guarded).toBe(false);
  });

  it.each<[string, Parameters<typeof planSettings>[0], string[], string]>([
    ['policy', { policy: { forwardTo: ['*@example.com'] } }, ['create Forward !policy'], 'policy-forward'],
    ['ignore', { ignore: ['For*'] }, ['create Forward !ignored'], 'rollback-ignored'],
  ])('%s holds for what comes back too', (_, settings, lines, code) => {
    const to = { actions: [{ type: 'FORWARD' as const, fields: { to: 'a@example.org' } }] };
    const inbox = inboxOf([live('Forward', 'f', to)]);
    const plan = inbox.planBack(inbox.apply([]), { settings: planSettings(settings) });
    expect(linesOf(plan)).toEqual(lines);
    expect(plan.notices).toMatchObject([{ code, severity: 'error', rule: 'Forward' }]);
  });

  it('that confine actions to files do not hold: no file declares what comes back', () => {
    const inbox = inboxOf([live('Starred', 's', STAR)]);
    const settings = planSettings({ policy: { confine: [{ actions: ['STAR'], files: ['rules/outbound/*'] }] } });
    expect(linesOf(inbox.planBack(inbox.apply([]), { settings }))).toEqual(['create Starred']);
  });

  it('of ignored rules hold for what the run created', () => {
    const inbox = inboxOf([]);
    const settings = planSettings({ ignore: ['New*'] });
    expect(linesOf(inbox.planBack(inbox.apply([rule('New')]), { settings }))).toEqual(['delete New !ignored']);
  });

  it('of ignored differences hold for what counts as before', () => {
    const folder = (folderName: string) => ({ actions: [{ type: 'MOVE_FOLDER' as const, fields: { folderName } }] });
    const inbox = inboxOf([live('Later', 'l', folder('A'))]);
    const run = inbox.apply([rule('Later', folder('B'))]);
    const settings = planSettings({ ignoreDifferences: [{ rule: '*', fields: ['actions/*/fields/folderName'] }] });
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Later']);
    expect(inbox.planBack(run, { settings }).work).toEqual([]);
  });
});

describe('at the end', () => {
  it('a rule that was made anew is compared with what it was', () => {
    const inbox = inboxOf([live('Gone', 'g')]);
    const run = inbox.apply([]);
    inbox.edit(() => [live('Gone', 'anew', STAR)]);
    expect(linesOf(inbox.planBack(run))).toEqual(['create Gone !name-not-free']);
    expect(linesOf(inbox.planBack(run, { planned: new Set() }))).toEqual(['replace Gone']);
    expect(linesOf(inbox.planBack(run, { planned: new Set(['anew']) }))).toEqual(['create Gone !name-not-free']);
    const { leftToDo } = inbox.planner(run)([live('Other', 'o')]);
    expect(leftToDo([live('Other', 'o'), live('Gone', 'anew', STAR)]).map(({ change }) => change.op)).toEqual([
      'replace',
    ]);
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
