/** Rules whose texts are secrets: they come back as they were, whatever variables have by then, and no plan shows them. */
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';
import { inboxOf, linesOf, type Run, ran } from './way-back-inbox.ts';

const THEN = 'https://hooks.example.com/then';
const NOW = 'https://hooks.example.com/now';

const hook = (webhookUrl: string, label = 'A', name = 'Hook'): DeclaredRule => ({
  ...declaredOf({
    name,
    condition: { conditionalOperator: 'AND', aiInstructions: `find ${name}` },
    actions: [
      { type: 'LABEL', fields: { label } },
      { type: 'CALL_WEBHOOK', fields: { webhookUrl } },
    ],
  }),
  references: [{ kind: 'env', name: 'HOOK', path: ['actions', 1, 'fields', 'webhookUrl'] }],
});
const liveHook = (webhookUrl: string, label = 'A'): LiveRule => ({ ...liveOf(hook(webhookUrl, label)), id: 'hook' });
const urlOf = ([rule]: readonly LiveRule[]) => rule?.actions[1]?.fields.webhookUrl;
const withUrl = (url: string) => (rules: LiveRule[]) =>
  rules.map((one) => {
    const actions = one.actions.map((action) => {
      return action.type === 'LABEL' ? action : { ...action, fields: { ...action.fields, webhookUrl: url } };
    });
    return { ...one, actions };
  });

/** The instructions come from a variable. */
const ask = (aiInstructions: string, label = 'A'): DeclaredRule => ({
  ...declaredOf({
    name: 'Ask',
    condition: { conditionalOperator: 'AND', aiInstructions },
    actions: [{ type: 'LABEL', fields: { label } }],
  }),
  references: [{ kind: 'env', name: 'ASK', path: ['condition', 'aiInstructions'] }],
});
const liveAsk = (aiInstructions: string): LiveRule => {
  const live = liveOf(ask('x'));
  return { ...live, id: 'ask', condition: { ...live.condition, aiInstructions } };
};
const textOf = ([rule]: readonly LiveRule[]) => rule?.condition.aiInstructions;

/** The run with the label changed, in an inbox whose variable has the value that is live. */
const labelled = () => ran([liveHook(THEN)], [hook(THEN, 'B')], { env: { HOOK: THEN } });

/** The run with the rule deleted. */
const deleted = () => ran([liveHook(THEN)], [], { env: { HOOK: THEN } }).run;

type Env = Record<string, string>;
/** What the variables may have by the time of the rollback. */
const LATER: Env[] = [{}, { HOOK: THEN, ASK: 'then' }, { HOOK: NOW, ASK: 'now' }, { HOOK: `${NOW}/3`, ASK: 'another' }];

function planned(live: readonly LiveRule[], run: Run, env: Env) {
  const inbox = inboxOf(live, { env });
  const plan = inbox.planBack(run);
  const shown = JSON.stringify([plan.work.map(({ change }) => change), plan.notices]);
  expect(shown).not.toMatch(/com\/(then|now)/);
  inbox.rollback(run);
  return {
    plan,
    shown,
    after: inbox.live(),
    codes: plan.notices.map(({ code }) => code),
    work: plan.work,
    lines: linesOf(plan),
    again: linesOf(inbox.planBack(run)),
  };
}

describe.each(LATER)('whatever the variables have: %j', (later) => {
  it('the value of a variable that the run did not change comes back, and is shown as a secret', () => {
    const { inbox, run } = labelled();
    const { after, codes, work, again } = planned(inbox.live(), run, later);
    expect(after[0]?.actions[0]?.fields.label).toBe('A');
    expect(work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl).toMatchObject({ shown: '(secret HOOK)' });
    expect([urlOf(after), codes, again]).toEqual([THEN, [], []]);
  });

  it('it comes back with a rule that is gone', () => {
    const { lines, after, again } = planned([], deleted(), later);
    expect([lines, urlOf(after), again]).toEqual([['create Hook'], THEN, []]);
  });

  it('the earlier value comes back where the run itself changed it', () => {
    const { inbox, run } = ran([liveHook(THEN)], [hook(NOW)], { env: { HOOK: NOW } });
    const { lines, after, work, again } = planned(inbox.live(), run, later);
    const [{ change } = { change: null }] = work;
    const urls = [change?.before, change?.after].map((rule) => rule?.actions?.[1]?.fields?.webhookUrl);
    expect(urls).toMatchObject([{ shown: '(secret HOOK)' }, { shown: '(secret HOOK)' }]);
    expect(urls[0]).not.toEqual(urls[1]);
    expect([lines, urlOf(after), again]).toEqual([['replace Hook'], THEN, []]);
  });

  it('a text that the variable took the place of comes back, and only its place says that it is a secret', () => {
    const { inbox, run } = ran([liveAsk('what it looked for')], [ask('now')], { env: { ASK: 'now' } });
    const { lines, after, work, shown, again } = planned(inbox.live(), run, later);
    expect(work[0]?.change.after?.condition?.aiInstructions).toMatchObject({ shown: '(secret ASK)' });
    expect(shown).not.toContain('what it looked for');
    expect([lines, textOf(after), again]).toEqual([['replace Ask'], 'what it looked for', []]);
  });

  it('a text with a secret inside comes back, and the rest of it is shown', () => {
    const text = `post it to ${THEN}, ${THEN}`;
    const { run } = ran([{ ...liveAsk(text), name: 'Plain' }], [], { env: { HOOK: THEN } });
    const { lines, after, shown } = planned([], run, later);
    expect(shown).toContain('post it to (secret HOOK), (secret HOOK)');
    expect([lines, textOf(after)]).toEqual([['create Plain'], text]);
  });

  it('a secret in a name is hidden, and tells the rule from others', () => {
    const rule = (name: string, renamedFrom: string | null = null): DeclaredRule => ({
      ...declaredOf({ name, condition: { aiInstructions: 'find it' }, actions: [{ type: 'ARCHIVE' }] }),
      renamedFrom,
    });
    const named = (name: string, id: string): LiveRule => ({ ...liveOf(rule(name)), id });
    const env = { HOOK: THEN };
    const name = `to ${THEN}`;
    const run = inboxOf([named(name, 'a')], { env }).apply([]);
    const { lines, after } = planned([], run, later);
    expect([lines, after.map((one) => one.name)]).toEqual([['create to (secret HOOK)'], [name]]);
    expect(planned([named(name, 'again')], run, later).lines).toEqual([]);
    const created = ran([], [rule(name)], { env });
    expect(planned(created.inbox.live(), created.run, later).lines).toEqual(['delete to (secret HOOK)']);
    const renamed = ran([named('Plain', 'p')], [rule(name, 'Plain')], { env });
    expect(planned(renamed.inbox.live(), renamed.run, later).lines).toEqual(['replace to (secret HOOK) > Plain']);
  });

  it('a secret that was changed after the run is an edit, told by its place alone', () => {
    const { inbox, run } = labelled();
    const { lines, plan, after } = planned(withUrl(NOW)(inbox.live()), run, later);
    expect(lines).toEqual(['replace Hook !edited-since']);
    expect(plan.notices).toMatchObject([{ code: 'edited-since', args: { paths: ['actions/1/fields/webhookUrl'] } }]);
    expect(urlOf(after)).toBe(NOW);
  });

  it('a text that somebody wrote in the place of a secret is not shown, on either side', () => {
    const asked = ran([], [ask('then')], { env: { ASK: 'then' } });
    const edit = asked.inbox.live().map((one) => ({ ...one, condition: liveAsk('words by hand').condition }));
    const { lines, shown } = planned(edit, asked.run, later);
    expect(lines).toEqual(['delete Ask !edited-since']);
    expect(shown).not.toContain('words by hand');
  });

  it('a rule that was made again with another secret is told from one that is as it was', () => {
    const again = { ...liveHook(THEN), id: 'again' };
    expect(planned([again], deleted(), later).lines).toEqual([]);
    expect(planned(withUrl(NOW)([again]), deleted(), later).lines).toEqual(['replace Hook !edited-since']);
  });
});

describe('texts come back as they were received', () => {
  it.each(['first line\r\nsecond line', ' spaces around \n', 'a\u00a0b\u200bc', '"quoted" \\ and \t tabs'])(
    '%j',
    (text) => {
      const { inbox, run } = ran([liveAsk(text)], [ask('now', 'B')], { env: { ASK: 'now' } });
      inbox.rollback(run);
      expect(textOf(inbox.live())).toBe(text);
      expect(inbox.planBack(run)).toMatchObject({ work: [], counts: { unchanged: 1 } });
      expect(inbox.left(run)).toEqual([]);
      const gone = ran([liveAsk(text)], []);
      gone.inbox.rollback(gone.run);
      expect(textOf(gone.inbox.live())).toBe(text);
    },
  );

  it('with fields that actions of their type do not use, and actions in their order', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const odd = { ...call, fields: { ...call.fields, content: '', cc: ' boss@example.com ' }, delayInMinutes: 7 };
    const { inbox, run } = ran([{ ...liveHook(THEN), actions: [odd, label] }], [hook(NOW)], { env: { HOOK: NOW } });
    inbox.rollback(run);
    expect(inbox.live()[0]?.actions).toEqual([odd, label]);
  });

  it('also one of two webhooks, of which the other stood in plain text', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const other = { ...call, fields: { ...call.fields, webhookUrl: 'https://hooks.example.org/mine' } };
    const { inbox, run } = ran([{ ...liveHook(THEN), actions: [label, call, other] }], [hook(NOW, 'B')]);
    const [{ change } = { change: null }] = inbox.planBack(run).work;
    const urls = change?.after?.actions?.map((action) => action?.fields?.webhookUrl);
    expect(urls?.slice(1)).toMatchObject([{ shown: '(secret HOOK)' }, { shown: '(secret HOOK)' }]);
    inbox.rollback(run);
    expect(inbox.live()[0]?.actions).toEqual([label, call, other]);
  });
});

it('obeys the policy as it is now, which shows no secret', () => {
  const settings = planSettings({ policy: { webhookHosts: ['hooks.example.org'] } });
  const plan = inboxOf([]).planBack(deleted(), { settings });
  expect(linesOf(plan)).toEqual(['create Hook !policy']);
  expect(JSON.stringify(plan.notices)).not.toContain('com/then');
});

it('a webhook that no reference declares comes back in full, and is shown with its host alone', () => {
  const { inbox, run, back } = ran([liveHook('https://hooks.example.org/of/somebody')], []);
  const shown = back().work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl;
  expect(shown).toMatchObject({ shown: 'https://hooks.example.org/…' });
  inbox.rollback(run);
  expect(urlOf(inbox.live())).toBe('https://hooks.example.org/of/somebody');
});
