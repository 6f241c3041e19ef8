/** What cannot come back, what settings and guards say, and which inbox a way back is for. */
import { describe, expect, it } from 'vitest';
import { planDigest } from '../../src/model/digest.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { AccountInput, AccountPlan } from '../../src/planning/plan-account.ts';
import { review } from '../../src/planning/review.ts';
import { atTheEnd } from '../../src/planning/way-back-limits.ts';
import { accountOf, accountPlan } from '../harness/account.ts';
import { EMPTY_INBOX } from '../harness/identity.ts';
import { planSettings } from '../harness/settings.ts';
import {
  argsOf,
  codesOf,
  edited,
  type inboxOf,
  linesOf,
  live,
  type More,
  type Run,
  ran,
  renamed,
  rule,
  STAR,
} from './way-back-inbox.ts';

const FLAGS: AccountInput['flags'] = { allowEmpty: false, allowLoss: false, maxDeletes: null };

describe('what cannot come back', () => {
  const INTEGRATION = { type: 'INTEGRATION', integrationName: 'crm', integrationToolName: 'add' };
  const withIntegration = (one: LiveRule): LiveRule => {
    const [action] = one.actions;
    if (action === undefined) throw new Error('There is one');
    return { ...one, actions: [action, { ...action, ...INTEGRATION }] };
  };

  it('is said of each rule: actions, ids, and whether they are switched on', () => {
    const off = { ...live('Off', 'o'), enabled: false };
    const sends = live('Sends', 's', { actions: [{ type: 'REPLY', fields: { content: 'Thanks' } }] });
    const plan = ran([withIntegration(live('Crm', 'c')), off, sends], []).back();
    expect(linesOf(plan)).toEqual(['create Crm', 'create Off', 'create Sends']);
    expect(plan.notices).toMatchObject([
      { code: 'rollback-actions-lost', rule: 'Crm', args: { types: ['INTEGRATION'] } },
      { code: 'rollback-new-ids', rule: 'Crm' },
      { code: 'rollback-enabled', rule: 'Off', args: { was: 'off' } },
      { code: 'rollback-new-ids', rule: 'Off' },
      { code: 'rollback-enabled', rule: 'Sends', args: { was: 'on' } },
      { code: 'rollback-new-ids', rule: 'Sends' },
    ]);
    expect(plan.notices.every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it("is the hidden type of the service's own rules", () => {
    const deleted = ran([live('Newsletter', 'n'), live('Mine', 'm')], []).back();
    expect(deleted.notices).toContainEqual(
      expect.objectContaining({ code: 'rollback-look-alike', rule: 'Newsletter' }),
    );
    expect(codesOf(ran([live('Newsletter', 'n')], [rule('Newsletter', STAR)]).back())).toEqual([]);
  });

  it('is whether a replaced rule was switched on, where that changed since', () => {
    const plan = ran([live('Kept', 'k')], [rule('Kept', STAR)]).back(edited('k', { enabled: false }));
    expect(argsOf(plan, 'rollback-enabled')).toEqual({ was: 'on' });
  });

  it('is a rule with nothing that can be sent', () => {
    const only = { ...live('Only', 'o'), actions: withIntegration(live('Only', 'o')).actions.slice(1) };
    const moved = live('Moved', 'm', { actions: [{ type: 'MOVE_FOLDER', fields: { folderName: null } }] });
    const plan = ran([only, moved, live('Anything', 'a', { condition: {} })], []).back();
    expect(linesOf(plan)).toEqual(['Anything', 'Moved', 'Only'].map((name) => `create ${name} !incomplete`));
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
    const { inbox, run, back, lines } = ran([withBody(live('Kept', 'k'))], [rule('Kept', STAR)]);
    const plan = back(edited('k', { condition: live('Kept', 'k').condition }));
    expect(linesOf(plan)).toEqual(['replace Kept']);
    expect(argsOf(plan, 'rollback-unknown-lost')).toEqual({ keys: ['condition/static/body'] });
    expect(lines((rules) => rules.map(withBody))).toEqual(['replace Kept !would-drop-unknown']);
    const accepted = inbox.planBack(run, { flags: { ...FLAGS, allowLoss: true } });
    expect(linesOf(accepted)).toEqual(['replace Kept']);
    expect(argsOf(accepted, 'unknown-lost')).toEqual({ keys: ['condition/static/body'], op: 'replace' });
  });

  it('is what was added since and no request can carry: refused, unless that is accepted', () => {
    const { inbox, run, back } = ran([live('Kept', 'k')], [rule('Kept', STAR), rule('New')]);
    const refused = back((rules) => rules.map(withIntegration));
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
    const more = back(edited('made-0', { runOnThreads: false }));
    expect(more.notices.at(-1)?.args).toEqual({ ...edit, paths: ['runOnThreads', 'actions'] });
  });

  it('is not said of a change that is refused', () => {
    const { inbox, run } = ran([{ ...withIntegration(live('Gone', 'g')), enabled: false }], []);
    const plan = inbox.planBack(run, { settings: planSettings({ ignore: ['Gone'] }) });
    expect(codesOf(plan)).toEqual(['rollback-ignored']);
  });
});

describe('settings', () => {
  type Settings = Parameters<typeof planSettings>[0];
  const planWith = ({ inbox, run }: ReturnType<typeof ran>, settings: Settings) =>
    inbox.planBack(run, { settings: planSettings(settings) });

  it.each<[string, Settings, string[], string]>([
    ['policy', { policy: { forwardTo: ['*@example.com'] } }, ['create Forward !policy'], 'policy-forward'],
    ['ignore', { ignore: ['For*'] }, ['create Forward !ignored'], 'rollback-ignored'],
  ])('%s holds for what comes back too', (_, settings, lines, code) => {
    const to = { actions: [{ type: 'FORWARD' as const, fields: { to: 'a@example.org' } }] };
    const plan = planWith(ran([live('Forward', 'f', to)], []), settings);
    expect(linesOf(plan)).toEqual(lines);
    expect(plan.notices).toMatchObject([{ code, severity: 'error', rule: 'Forward' }]);
  });

  it('that confine actions to files do not hold: no file declares what comes back', () => {
    const policy = { confine: [{ actions: ['STAR' as const], files: ['rules/outbound/*'] }] };
    expect(linesOf(planWith(ran([live('Starred', 's', STAR)], []), { policy }))).toEqual(['create Starred']);
  });

  it.each([
    ['New*', ['delete New !ignored', 'replace Moved > Old']],
    ['Moved', ['delete New', 'replace Moved > Old !ignored']],
    ['Old', ['delete New', 'replace Moved > Old !ignored']],
  ])('of ignored rules hold for what the run created, and for both names of a rename: %s', (name, lines) => {
    const moved = ran([live('Old', 'o')], [renamed('Old', 'Moved'), rule('New')]);
    expect(linesOf(planWith(moved, { ignore: [name] }))).toEqual(lines);
  });

  it.each(['delete', 'keep'] as const)('of undeclared rules play no part: nothing is declared (%s)', (undeclared) => {
    const replaced = ran([live('Kept', 'k'), live('Other', 'o')], [rule('Kept', STAR), rule('Other')]);
    expect(linesOf(planWith(replaced, { undeclared }))).toEqual(['replace Kept']);
  });

  describe('of ignored differences', () => {
    const folder = (folderName: string, more: More = {}) => ({
      actions: [{ type: 'MOVE_FOLDER' as const, fields: { folderName } }],
      ...more,
    });
    const later = (folderName: string, runOnThreads = true) => live('Later', 'l', folder(folderName, { runOnThreads }));
    const settings = planSettings({ ignoreDifferences: [{ rule: '*', fields: ['actions/*/fields/folderName'] }] });
    const folderOf = (plan: AccountPlan) => plan.work[0]?.wanted?.actions[0]?.fields.folderName;

    it('hold for what counts as before, as made, and as edited, where the run left them alone', () => {
      const { inbox, run, lines } = ran([later('A')], [rule('Later', folder('A', { runOnThreads: false }))]);
      expect(lines(() => [later('C', false)])).toEqual(['replace Later !edited-since']);
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
      const { inbox, run } = ran([later('A')], [rule('Later', folder('B', { runOnThreads: false }))]);
      const plan = inbox.planBack(run, { settings });
      expect(linesOf(plan)).toEqual(['replace Later']);
      expect(folderOf(plan)).toBe('A');
      for (const runOnThreads of [false, true]) {
        inbox.edit(() => [later('C', runOnThreads)]);
        expect(linesOf(inbox.planBack(run, { settings }))).toEqual(['replace Later !edited-since']);
      }
      inbox.edit(() => [later('A')]);
      expect(inbox.planBack(run, { settings }).work).toEqual([]);
    });

    it('do not hold for what the run created or deleted', () => {
      const { inbox, run } = ran([live('Gone', 'g', folder('A'))], [rule('New', folder('B'))]);
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
});

describe('guards', () => {
  const NAMES = ['A', 'B', 'C', 'D'];
  const creating = (flags = FLAGS) => {
    const { inbox, run } = ran(
      [],
      NAMES.map((name) => rule(name)),
    );
    return { inbox, run, plan: () => inbox.planBack(run, { flags }) };
  };
  const underReview = (planned: AccountPlan, name = 'default') => {
    const { redactor } = accountOf([]);
    return { name, keyId: redactor.keyId, redactor: redactor.ofRun, planned, inbox: EMPTY_INBOX };
  };
  const changesOf = ({ work }: AccountPlan) => work.map(({ change }) => change);
  const DIGESTED = [{ name: 'default', inbox: EMPTY_INBOX }];
  const reviewed = (plan: AccountPlan, digest: string | null, ...digests: string[]) => {
    const shown = digest === null ? { digests, inboxes: [] } : null;
    const { planned } = review([underReview(plan)], { plan: null, digest, shown });
    return planned[0] as AccountPlan;
  };

  it('count deletes as in an apply, and do not ask what the files declare', () => {
    const { inbox, run, plan } = creating();
    const notices = [{ code: 'guard-max-deletes', args: { deletes: 4, limit: 2 } }];
    expect(plan()).toMatchObject({ guarded: true, notices });
    expect(creating({ ...FLAGS, maxDeletes: 4 }).plan().guarded).toBe(false);
    expect(creating({ ...FLAGS, maxDeletes: 3 }).plan().guarded).toBe(true);
    const settings = planSettings({ guard: { maxDeletes: 4 } });
    expect(inbox.planBack(run, { flags: FLAGS, settings }).guarded).toBe(false);
  });

  it('count no delete that is refused anyway', () => {
    const { inbox, plan } = creating();
    inbox.edit((rules) => rules.map((one, index) => (index < 2 ? { ...one, runOnThreads: false } : one)));
    expect(linesOf(plan()).filter((line) => line.includes('!'))).toHaveLength(2);
    expect(plan().guarded).toBe(false);
  });

  it('let through what the digest of the whole way back covers: who gives it has seen the deletes', () => {
    const plan = creating().plan();
    const whole = reviewed(plan, planDigest(changesOf(plan), DIGESTED));
    expect(whole).toMatchObject({ guarded: false, notices: [] });
    expect(linesOf(whole)).toEqual(NAMES.map((name) => `delete ${name}`));
  });

  it('stop what single digests cover, what no digest covers, and what an older digest covered', () => {
    const { inbox, plan } = creating();
    const whole = plan();
    const digests = changesOf(whole).map(({ digest }) => digest);
    expect(reviewed(whole, null, ...digests)).toMatchObject({ guarded: true });
    expect(linesOf(reviewed(whole, null, ...digests))).toEqual(NAMES.map((name) => `delete ${name}`));
    const unreviewed = NAMES.map((name) => `delete ${name} !unreviewed`);
    expect(linesOf(reviewed(whole, null))).toEqual(unreviewed);
    inbox.edit((rules) => rules.slice(1));
    expect(linesOf(plan())).toHaveLength(3);
    expect(linesOf(reviewed(plan(), planDigest(changesOf(whole), DIGESTED)))).toEqual(unreviewed.slice(1));
  });

  it('stop one account where the digest is that of another one, not that of all', () => {
    const { inbox, run } = creating();
    const plans = ['alice', 'bob'].map((account) => inbox.planBack(run, { flags: FLAGS, account }));
    const accounts = plans.map((plan, index) => underReview(plan, ['alice', 'bob'][index]));
    const [one] = plans as [AccountPlan];
    const ofOne = review(accounts, { plan: null, digest: planDigest(changesOf(one), accounts), shown: null });
    expect(ofOne.unreviewed).toHaveLength(8);
    const ofAll = review(accounts, { plan: null, digest: planDigest(plans.flatMap(changesOf), accounts), shown: null });
    expect(ofAll.planned.map(({ guarded }) => guarded)).toEqual([false, false]);
    expect(ofAll.unreviewed).toEqual([]);
  });

  it('of a plan from files are not lifted by its digest', () => {
    const rules = NAMES.map((name, index) => live(name, `${index}`));
    const plan = accountPlan([rule('A')], rules, { flags: FLAGS });
    expect(plan.guarded).toBe(true);
    expect(reviewed(plan, planDigest(changesOf(plan), DIGESTED))).toMatchObject({
      guarded: true,
      notices: [{ code: 'guard-max-deletes', args: { deletes: 3 } }],
    });
  });
});

describe('at the end', () => {
  const returning = (rules: LiveRule[], declared: DeclaredRule[]) => {
    const { inbox, run } = ran(rules, declared);
    const before = inbox.wayBack(run).returning;
    inbox.rollback(run);
    const said = () => {
      const isOn = new Map(inbox.live().map(({ name, enabled }) => [name, enabled]));
      return before.flatMap((one) => atTheEnd(one, isOn).map((found) => ({ ...found, rule: one.work.change.name })));
    };
    return { inbox, run, said };
  };

  it('rules that are on or off unlike before the run are named', () => {
    const sends = live('Sends', 's', { actions: [{ type: 'REPLY', fields: { content: 'Thanks' } }] });
    const { said, inbox } = returning([sends, { ...live('Off', 'o'), enabled: false }, live('Kept', 'k')], []);
    expect(said()).toEqual([
      { code: 'rollback-switched', args: { was: 'off' }, rule: 'Off' },
      { code: 'rollback-switched', args: { was: 'on' }, rule: 'Sends' },
    ]);
    inbox.edit((rules) => rules.map((one) => ({ ...one, enabled: one.name !== 'Off' })));
    expect(said()).toEqual([]);
  });

  it("the service's own rules that were made again are named", () => {
    expect(returning([live('Newsletter', 'n'), live('Mine', 'm')], []).said()).toEqual([
      { code: 'rollback-look-alike', args: {}, rule: 'Newsletter' },
    ]);
    expect(returning([live('Newsletter', 'n')], [rule('Newsletter', STAR)]).said()).toEqual([]);
  });

  it('the planner of a rollback says so of its account, by the changes that were made', () => {
    const { inbox, run } = ran([{ ...live('Off', 'o'), enabled: false }], []);
    const planned = inbox.planner(run)(inbox.live());
    if ('problem' in planned) throw new Error(planned.problem.code);
    const done = planned.planned.work.map(({ change }) => change);
    inbox.rollback(run);
    expect(planned.leftToDo(inbox.live())).toEqual([]);
    expect(planned.account.declared).toEqual([]);
    expect(planned.atEnd?.(inbox.live(), done)).toEqual([
      { code: 'rollback-switched', args: { was: 'off' }, severity: 'warning', account: 'default', rule: 'Off' },
    ]);
    expect(planned.atEnd?.(inbox.live(), [])).toEqual([]);
  });
});

describe('the inbox of a run', () => {
  const other = [live('Kept', 'x', STAR), live('New', 'y'), live('Stranger', 'z')];
  const PLANNED = ['create Gone', 'replace Kept', 'delete New'];
  const OTHER = ['rollback-other-inbox'];
  /** A run, and what is planned for it in live rules: by default those of its inbox, with its API key. */
  const ofRun = () => {
    const { inbox, run } = ran(
      [live('Gone', 'g'), live('Kept', 'k'), live('Same', 's')],
      [rule('Kept', STAR), rule('Same'), rule('New')],
    );
    return {
      inbox,
      run,
      linesIn: (rules = inbox.live(), key?: string, others?: Run[]) => linesIn(inbox.planner(run, key, others)(rules)),
    };
  };
  const linesIn = (planned: ReturnType<ReturnType<ReturnType<typeof inboxOf>['planner']>>) =>
    'problem' in planned ? [planned.problem.code] : linesOf(planned.planned);

  it('is recognized by its API key, also where nothing of then is live', () => {
    const { linesIn } = ofRun();
    expect(linesIn()).toEqual(PLANNED);
    expect(linesIn([])).toEqual(['create Gone', 'create Kept !edited-since']);
  });

  it('is recognized by any live rule of then after its API key was renewed, also by one that the run did not touch', () => {
    const { inbox, run, linesIn } = ofRun();
    for (const id of ['g', 'k', 's']) {
      expect(inbox.planner(run, 'renewed-key')([live('Whatever', id, STAR)])).not.toHaveProperty('problem');
    }
    expect(linesIn(inbox.live(), 'renewed-key')).toEqual(PLANNED);
  });

  it('is not recognized by an id that a rule of another time has: services may give ids for each inbox alone', () => {
    const { inbox, linesIn } = ofRun();
    const later = inbox.live().map((one) => ({ ...one, createdAt: '2026-03-01T00:00:00.000Z' }));
    expect(linesIn(later, 'key-of-another-inbox')).toEqual(OTHER);
    expect(linesIn([...inbox.live().slice(0, 1), ...later.slice(1)], 'renewed-key')).not.toEqual(OTHER);
    // The time alone tells nothing.
    const moved = inbox.live().map((one, index) => ({ ...one, id: `other-${index}` }));
    expect(linesIn(moved, 'key-of-another-inbox')).toEqual(OTHER);
    // With the key of the run, nothing of that is asked.
    expect(linesIn(later)).toEqual(PLANNED);
  });

  it('is not that of another account of the run, whatever is live in it', () => {
    const { inbox, linesIn } = ofRun();
    const bob = ran([live('Kept', 'k')], [rule('Kept', STAR)], { apiKey: 'key-of-bob' });
    expect(linesIn(inbox.live(), 'key-of-bob', [bob.run])).toEqual(OTHER);
    expect(linesIn(inbox.live(), 'renewed-key', [bob.run])).toEqual(PLANNED);
    expect(linesIn(inbox.live(), 'api-key', [bob.run])).toEqual(PLANNED);
  });

  it('is no other: with another API key, and rules of the same names, nothing is planned', () => {
    const { inbox, run } = ofRun();
    for (const rules of [other, [], [live('New', 'made-0')]]) {
      expect(inbox.planner(run, 'key-of-another-inbox')(rules)).toEqual({
        problem: { code: 'rollback-other-inbox', args: {}, severity: 'error', account: 'default' },
      });
    }
  });

  it('that was empty before the run is recognized by its API key alone', () => {
    const { inbox, run } = ran([], [rule('New')]);
    expect(linesIn(inbox.planner(run)(inbox.live()))).toEqual(['delete New']);
    expect(linesIn(inbox.planner(run, 'renewed-key')(inbox.live()))).toEqual(OTHER);
  });
});
