/** What cannot come back, what settings and guards say, and which inbox a way back is for. */
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { planDigest } from '../../src/planning/digest.ts';
import type { AccountPlan } from '../../src/planning/plan-account.ts';
import { review } from '../../src/planning/review.ts';
import { atTheEnd } from '../../src/planning/way-back-limits.ts';
import { accountOf, accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';
import { inboxOf, linesOf } from './way-back-inbox.ts';

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
const FLAGS = { allowEmpty: false, allowLoss: false, maxDeletes: null };

const codesOf = ({ notices }: AccountPlan) => notices.map(({ code }) => code);
const argsOf = ({ notices }: AccountPlan, code: string) => notices.find((one) => one.code === code)?.args;
const edited = (id: string, more: Partial<LiveRule>) => (rules: LiveRule[]) =>
  rules.map((one) => (one.id === id ? { ...one, ...more } : one));

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
    expect(linesOf(plan)).toEqual(['create Crm', 'create Off', 'create Sends']);
    expect(plan.notices).toMatchObject([
      { code: 'rollback-actions-lost', args: { rules: ['Crm'], types: ['INTEGRATION'] } },
      { code: 'rollback-enabled', args: { rules: ['Sends'], was: 'on' } },
      { code: 'rollback-enabled', args: { rules: ['Off'], was: 'off' } },
      { code: 'rollback-new-ids', args: { rules: ['Crm', 'Off', 'Sends'] } },
    ]);
    expect(plan.notices.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it("is the hidden type of the service's own rules", () => {
    const inbox = inboxOf([live('Newsletter', 'n'), live('Mine', 'm')]);
    const plan = inbox.planBack(inbox.apply([]));
    expect(argsOf(plan, 'rollback-look-alike')).toEqual({ rules: ['Newsletter'] });
    const kept = inboxOf([live('Newsletter', 'n')]);
    expect(codesOf(kept.planBack(kept.apply([rule('Newsletter', STAR)])))).toEqual([]);
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
    const run = inbox.apply([rule('Kept', STAR)]);
    inbox.edit((rules) => rules.map((one) => ({ ...one, condition: live('Kept', 'k').condition })));
    const plan = inbox.planBack(run);
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(argsOf(plan, 'rollback-unknown-lost')).toEqual({ rules: ['Kept'], keys: ['condition/static/body'] });
    inbox.edit((rules) => rules.map(withBody));
    expect(linesOf(inbox.planBack(run))).toEqual(['replace Kept !would-drop-unknown']);
    const accepted = inbox.planBack(run, { flags: { ...FLAGS, allowLoss: true } });
    expect(linesOf(accepted)).toEqual(['replace Kept']);
    expect(argsOf(accepted, 'unknown-lost')).toEqual({ keys: ['condition/static/body'], op: 'replace' });
  });

  it('is what was added since and no request can carry: refused, unless that is accepted', () => {
    const inbox = inboxOf([live('Kept', 'k')]);
    const run = inbox.apply([rule('Kept', STAR), rule('New')]);
    inbox.edit((rules) => rules.map(withIntegration));
    const refused = inbox.planBack(run);
    expect(linesOf(refused)).toEqual(['replace Kept !would-drop-integration', 'delete New !edited-since']);
    const edit = { op: 'create', paths: ['actions'], isGone: false };
    expect(refused.notices).toMatchObject([
      { code: 'would-drop-integration', severity: 'error', rule: 'Kept' },
      { code: 'edited-since', severity: 'error', rule: 'New', args: edit },
    ]);
    const accepted = inbox.planBack(run, { flags: { ...FLAGS, allowLoss: true } });
    // Of a rule that the run created, it shows that somebody edited it.
    expect(linesOf(accepted)).toEqual(['replace Kept', 'delete New !edited-since']);
    expect(codesOf(accepted)).toEqual(['integration-lost', 'edited-since']);
    inbox.edit(edited('made-0', { runOnThreads: false }));
    expect(inbox.planBack(run).notices.at(-1)?.args).toEqual({ ...edit, paths: ['runOnThreads', 'actions'] });
  });

  it('is not said of a change that is refused', () => {
    const inbox = inboxOf([{ ...withIntegration(live('Gone', 'g')), enabled: false }]);
    const run = inbox.apply([]);
    expect(codesOf(inbox.planBack(run, { settings: planSettings({ ignore: ['Gone'] }) }))).toEqual([
      'rollback-ignored',
    ]);
  });
});

describe('settings', () => {
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

  it('of ignored rules hold for what the run created, and for both names of a rename', () => {
    const inbox = inboxOf([live('Old', 'o')]);
    const run = inbox.apply([
      { ...rule('Moved', { condition: rule('Old').body.condition }), renamedFrom: 'Old' },
      rule('New'),
    ]);
    const lines = (...ignore: string[]) => linesOf(inbox.planBack(run, { settings: planSettings({ ignore }) }));
    expect(lines('New*')).toEqual(['delete New !ignored', 'replace Moved > Old']);
    expect(lines('Moved')).toEqual(['delete New', 'replace Moved > Old !ignored']);
    expect(lines('Old')).toEqual(['delete New', 'replace Moved > Old !ignored']);
  });

  describe('of ignored differences', () => {
    const folder = (folderName: string, more: More = {}) => ({
      actions: [{ type: 'MOVE_FOLDER' as const, fields: { folderName } }],
      ...more,
    });
    const settings = planSettings({ ignoreDifferences: [{ rule: '*', fields: ['actions/*/fields/folderName'] }] });
    const folderOf = (plan: AccountPlan) => plan.work[0]?.wanted?.actions[0]?.fields.folderName;

    it('hold for what counts as before, as made, and as edited, where the run left them alone', () => {
      const inbox = inboxOf([live('Later', 'l', folder('A'))]);
      const run = inbox.apply([rule('Later', folder('A', { runOnThreads: false }))]);
      inbox.edit(() => [{ ...live('Later', 'l', folder('C')), runOnThreads: false }]);
      expect(linesOf(inbox.planBack(run))).toEqual(['replace Later !edited-since']);
      const plan = inbox.planBack(run, { settings });
      expect(linesOf(plan)).toEqual(['replace Later']);
      // The live value of an ignored field is sent.
      expect(folderOf(plan)).toBe('C');
      inbox.edit(edited('l', { runOnThreads: true }));
      expect(inbox.planBack(run, { settings }).work).toEqual([]);
      inbox.edit(edited('l', live('Later', 'l', { ...STAR, runOnThreads: false })));
      expect(linesOf(inbox.planBack(run, { settings }))).toEqual(['replace Later !edited-since']);
    });

    it('do not hold for what the run replaced in them: that comes back, and may be edited since', () => {
      const inbox = inboxOf([live('Later', 'l', folder('A'))]);
      const run = inbox.apply([rule('Later', folder('B', { runOnThreads: false }))]);
      const plan = inbox.planBack(run, { settings });
      expect(linesOf(plan)).toEqual(['replace Later']);
      expect(folderOf(plan)).toBe('A');
      for (const runOnThreads of [false, true]) {
        inbox.edit(() => [{ ...live('Later', 'l', folder('C')), runOnThreads }]);
        expect(linesOf(inbox.planBack(run, { settings }))).toEqual(['replace Later !edited-since']);
      }
      inbox.edit(() => [live('Later', 'l', folder('A'))]);
      expect(inbox.planBack(run, { settings }).work).toEqual([]);
    });

    it('do not hold for what the run created or deleted', () => {
      const inbox = inboxOf([live('Gone', 'g', folder('A'))]);
      const run = inbox.apply([rule('New', folder('B'))]);
      const back = inbox.planBack(run, { settings });
      expect(linesOf(back)).toEqual(['create Gone', 'delete New']);
      expect(folderOf(back)).toBe('A');
      inbox.edit(() => [live('Gone', 'again', folder('C')), live('New', 'made-0', folder('C'))]);
      const plan = inbox.planBack(run, { settings });
      expect(linesOf(plan)).toEqual(['replace Gone !edited-since', 'delete New !edited-since']);
      const paths = ['actions/0/fields/folderName'];
      expect(plan.notices.map(({ args }) => args)).toMatchObject([{ paths }, { paths }]);
      inbox.edit(() => [live('Gone', 'again', folder('A'))]);
      expect(inbox.planBack(run, { settings }).work).toEqual([]);
    });
  });

  it('of undeclared rules play no part: nothing is declared', () => {
    const inbox = inboxOf([live('Kept', 'k'), live('Other', 'o')]);
    const run = inbox.apply([rule('Kept', STAR), rule('Other')]);
    for (const undeclared of ['delete', 'keep'] as const) {
      expect(linesOf(inbox.planBack(run, { settings: planSettings({ undeclared }) }))).toEqual(['replace Kept']);
    }
  });
});

describe('guards', () => {
  const NAMES = ['A', 'B', 'C', 'D'];
  const creating = () => {
    const inbox = inboxOf([]);
    return { inbox, run: inbox.apply(NAMES.map((name) => rule(name))) };
  };
  const underReview = (planned: AccountPlan, name = 'default') => {
    const { redactor, baseUrl } = accountOf([]);
    return { name, baseUrl, keyId: redactor.keyId, redactor: redactor.ofRun, planned };
  };
  const changesOf = ({ work }: AccountPlan) => work.map(({ change }) => change);
  const reviewed = (plan: AccountPlan, ...expected: string[]) => {
    const { planned } = review([underReview(plan)], { plan: null, expected });
    return planned[0] as AccountPlan;
  };

  it('count deletes as in an apply, and do not ask what the files declare', () => {
    const { inbox, run } = creating();
    expect(inbox.planBack(run, { flags: FLAGS })).toMatchObject({
      guarded: true,
      notices: [{ code: 'guard-max-deletes', args: { deletes: 4, limit: 2 } }],
    });
    expect(inbox.planBack(run, { flags: { ...FLAGS, maxDeletes: 4 } }).guarded).toBe(false);
    expect(inbox.planBack(run, { flags: { ...FLAGS, maxDeletes: 3 } }).guarded).toBe(true);
    const settings = planSettings({ guard: { maxDeletes: 4 } });
    expect(inbox.planBack(run, { flags: FLAGS, settings }).guarded).toBe(false);
  });

  it('count no delete that is refused anyway', () => {
    const { inbox, run } = creating();
    inbox.edit((rules) => rules.map((one, index) => (index < 2 ? { ...one, runOnThreads: false } : one)));
    const plan = inbox.planBack(run, { flags: FLAGS });
    expect(linesOf(plan).filter((line) => line.includes('!'))).toHaveLength(2);
    expect(plan.guarded).toBe(false);
  });

  it('let through what the digest of the whole way back covers: who gives it has seen the deletes', () => {
    const { inbox, run } = creating();
    const plan = inbox.planBack(run, { flags: FLAGS });
    const whole = reviewed(plan, planDigest(changesOf(plan)));
    expect(whole).toMatchObject({ guarded: false, notices: [] });
    expect(linesOf(whole)).toEqual(NAMES.map((name) => `delete ${name}`));
  });

  it('stop what single digests cover, what no digest covers, and what an older digest covered', () => {
    const { inbox, run } = creating();
    const plan = inbox.planBack(run, { flags: FLAGS });
    const digests = changesOf(plan).map(({ digest }) => digest);
    expect(reviewed(plan, ...digests)).toMatchObject({ guarded: true });
    expect(linesOf(reviewed(plan, ...digests))).toEqual(NAMES.map((name) => `delete ${name}`));
    expect(linesOf(reviewed(plan))).toEqual(NAMES.map((name) => `delete ${name} !unreviewed`));
    inbox.edit((rules) => rules.slice(1));
    const less = inbox.planBack(run, { flags: FLAGS });
    expect(linesOf(less)).toHaveLength(3);
    expect(linesOf(reviewed(less, planDigest(changesOf(plan))))).toEqual(
      ['B', 'C', 'D'].map((name) => `delete ${name} !unreviewed`),
    );
  });

  it('stop one account where the digest is that of another one, not that of all', () => {
    const { inbox, run } = creating();
    const plans = ['alice', 'bob'].map((account) => inbox.planBack(run, { flags: FLAGS, account }));
    const accounts = plans.map((plan, index) => underReview(plan, ['alice', 'bob'][index]));
    const [one] = plans as [AccountPlan];
    const ofOne = review(accounts, { plan: null, expected: [planDigest(changesOf(one))] });
    expect(ofOne.unreviewed).toHaveLength(8);
    const ofAll = review(accounts, { plan: null, expected: [planDigest(plans.flatMap(changesOf))] });
    expect(ofAll.planned.map(({ guarded }) => guarded)).toEqual([false, false]);
    expect(ofAll.unreviewed).toEqual([]);
  });

  it('of a plan from files are not lifted by its digest', () => {
    const rules = NAMES.map((name, index) => live(name, `${index}`));
    const plan = accountPlan([rule('A')], rules, { flags: FLAGS });
    expect(plan.guarded).toBe(true);
    expect(reviewed(plan, planDigest(changesOf(plan)))).toMatchObject({
      guarded: true,
      notices: [{ code: 'guard-max-deletes', args: { deletes: 3 } }],
    });
  });
});

describe('at the end', () => {
  const returning = (rules: LiveRule[], declared: DeclaredRule[]) => {
    const inbox = inboxOf(rules);
    const run = inbox.apply(declared);
    const before = inbox.wayBack(run).returning;
    inbox.rollback(run);
    return { inbox, run, before, said: (done = true) => atTheEnd(before, inbox.live(), () => done) };
  };

  it('rules that are on or off unlike before the run are named, once for each way', () => {
    const sends = live('Sends', 's', { actions: [{ type: 'REPLY', fields: { content: 'Thanks' } }] });
    const { said, inbox } = returning([sends, { ...live('Off', 'o'), enabled: false }, live('Kept', 'k')], []);
    expect(said()).toEqual([
      { code: 'rollback-switched', args: { rules: ['Sends'], was: 'on' } },
      { code: 'rollback-switched', args: { rules: ['Off'], was: 'off' } },
    ]);
    expect(said(false)).toEqual([]);
    inbox.edit((rules) => rules.map((one) => ({ ...one, enabled: one.name !== 'Off' })));
    expect(said()).toEqual([]);
  });

  it("the service's own rules that were made again are named", () => {
    expect(returning([live('Newsletter', 'n'), live('Mine', 'm')], []).said()).toEqual([
      { code: 'rollback-look-alike', args: { rules: ['Newsletter'] } },
    ]);
    expect(returning([live('Newsletter', 'n')], [rule('Newsletter', STAR)]).said()).toEqual([]);
  });

  it('the planner of a rollback says so of its account, by the changes that were made', () => {
    const inbox = inboxOf([{ ...live('Off', 'o'), enabled: false }]);
    const run = inbox.apply([]);
    const planned = inbox.planner(run)(inbox.live());
    if ('problem' in planned) throw new Error(planned.problem.code);
    const [change] = planned.planned.work.map((one) => one.change);
    const done = new Set([`${change?.digest}${change?.id}`]);
    inbox.rollback(run);
    expect(planned.leftToDo(inbox.live())).toEqual([]);
    expect(planned.account.declared).toEqual([]);
    expect(planned.atEnd?.(inbox.live(), done)).toEqual([
      { code: 'rollback-switched', args: { rules: ['Off'], was: 'off' }, severity: 'warning', account: 'default' },
    ]);
    expect(planned.atEnd?.(inbox.live(), new Set())).toEqual([]);
  });
});

describe('the inbox of a run', () => {
  const other = [live('Kept', 'x', STAR), live('New', 'y'), live('Stranger', 'z')];
  const ran = () => {
    const inbox = inboxOf([live('Gone', 'g'), live('Kept', 'k'), live('Same', 's')]);
    return { inbox, run: inbox.apply([rule('Kept', STAR), rule('Same'), rule('New')]) };
  };
  const linesIn = (planned: ReturnType<ReturnType<ReturnType<typeof inboxOf>['planner']>>) =>
    'problem' in planned ? [planned.problem.code] : linesOf(planned.planned);

  it('is recognized by its API key, also where nothing of then is live', () => {
    const { inbox, run } = ran();
    expect(linesIn(inbox.planner(run)(inbox.live()))).toEqual(['create Gone', 'replace Kept', 'delete New']);
    expect(linesIn(inbox.planner(run)([]))).toEqual(['create Gone', 'create Kept !edited-since']);
  });

  it('is recognized by any live rule of then after its API key was renewed, also by one that the run did not touch', () => {
    const { inbox, run } = ran();
    for (const id of ['g', 'k', 's']) {
      const only = [live('Whatever', id, STAR)];
      expect(inbox.planner(run, 'renewed-key')(only)).not.toHaveProperty('problem');
    }
    expect(linesIn(inbox.planner(run, 'renewed-key')(inbox.live()))).toEqual([
      'create Gone',
      'replace Kept',
      'delete New',
    ]);
  });

  it('is not recognized by an id that a rule of another time has: services may give ids for each inbox alone', () => {
    const { inbox, run } = ran();
    const later = inbox.live().map((one) => ({ ...one, createdAt: '2026-03-01T00:00:00.000Z' }));
    expect(linesIn(inbox.planner(run, 'key-of-another-inbox')(later))).toEqual(['rollback-other-inbox']);
    const [first, ...others] = inbox.live();
    if (first === undefined) throw new Error('There are rules');
    expect(linesIn(inbox.planner(run, 'renewed-key')([first, ...later.slice(1)]))).not.toContain(
      'rollback-other-inbox',
    );
    // The time alone tells nothing.
    const moved = [first, ...others].map((one, index) => ({ ...one, id: `other-${index}` }));
    expect(linesIn(inbox.planner(run, 'key-of-another-inbox')(moved))).toEqual(['rollback-other-inbox']);
    // With the key of the run, nothing of that is asked.
    expect(linesIn(inbox.planner(run)(later))).toEqual(['create Gone', 'replace Kept', 'delete New']);
  });

  it('is not that of another account of the run, whatever is live in it', () => {
    const { inbox, run } = ran();
    const bob = inboxOf([live('Kept', 'k')], { apiKey: 'key-of-bob' });
    const others = [bob.apply([rule('Kept', STAR)])];
    expect(linesIn(inbox.planner(run, 'key-of-bob', others)(inbox.live()))).toEqual(['rollback-other-inbox']);
    expect(linesIn(inbox.planner(run, 'renewed-key', others)(inbox.live()))).toEqual(linesOf(inbox.planBack(run)));
    expect(linesIn(inbox.planner(run, 'api-key', others)(inbox.live()))).toEqual(linesOf(inbox.planBack(run)));
  });

  it('is no other: with another API key, and rules of the same names, nothing is planned', () => {
    const { inbox, run } = ran();
    for (const rules of [other, [], [live('New', 'made-0')]]) {
      expect(inbox.planner(run, 'key-of-another-inbox')(rules)).toEqual({
        problem: { code: 'rollback-other-inbox', args: {}, severity: 'error', account: 'default' },
      });
    }
  });

  it('that was empty before the run is recognized by its API key alone', () => {
    const inbox = inboxOf([]);
    const run = inbox.apply([rule('New')]);
    expect(linesIn(inbox.planner(run)(inbox.live()))).toEqual(['delete New']);
    expect(linesIn(inbox.planner(run, 'renewed-key')(inbox.live()))).toEqual(['rollback-other-inbox']);
  });
});
