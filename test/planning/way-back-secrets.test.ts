/** Texts that the snapshot does not have, because a variable holds them or a secret is in them. */
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

/** A rule of that name without a secret. */
const PLAIN = declaredOf({
  name: 'Hook',
  condition: { conditionalOperator: 'AND', aiInstructions: 'find it' },
  actions: [{ type: 'LABEL', fields: { label: 'A' } }],
});

/** The run with the label changed, in an inbox whose variable has the value that is live. */
const labelled = () => ran([liveHook(THEN)], [hook(THEN, 'B')], { env: { HOOK: THEN } });

/** The run with the rule deleted. */
const deleted = () => ran([liveHook(THEN)], [], { env: { HOOK: THEN } }).run;

type Env = Record<string, string>;
const LOST = { code: 'rollback-text-lost', args: { variables: ['HOOK'] } };

function planned(live: readonly LiveRule[], run: Run, env: Env) {
  const inbox = inboxOf(live, { env });
  const plan = inbox.planBack(run);
  const shown = JSON.stringify([plan.work.map(({ change }) => change), plan.notices]);
  expect(shown).not.toContain('com/then');
  expect(shown).not.toContain('com/now');
  const back = inbox.rollback(run);
  expect(JSON.stringify([run, back])).not.toMatch(/com\/(then|now)/);
  return {
    plan,
    after: inbox.live(),
    codes: plan.notices.map(({ code }) => code),
    work: plan.work,
    lines: linesOf(plan),
    again: linesOf(inbox.planBack(run)),
  };
}

describe('the value of a variable', () => {
  it('comes back where the variable has it still, and is shown as a secret', () => {
    const { inbox, run } = labelled();
    const { after, codes, work, again } = planned(inbox.live(), run, { HOOK: THEN });
    expect(after[0]?.actions[0]?.fields.label).toBe('A');
    expect(work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl).toMatchObject({ shown: '(secret HOOK)' });
    expect([urlOf(after), codes, again]).toEqual([THEN, [], []]);
  });

  it.each<Env>([{}, { HOOK: NOW }])(
    'comes back from the live rule that has it, whatever the variable has: %j',
    (env) => {
      const { inbox, run } = labelled();
      const { after, codes, again } = planned(inbox.live(), run, env);
      expect([urlOf(after), codes, again]).toEqual([THEN, [], []]);
    },
  );

  it('is asked for where the rule is gone and the variable is not set', () => {
    const { lines, plan } = planned([], deleted(), {});
    expect(lines).toEqual(['create Hook !variable-unset']);
    expect(plan.notices).toMatchObject([
      { code: 'variable-unset', severity: 'error', rule: 'Hook', args: { name: 'HOOK' } },
    ]);
  });

  it('does not come back where the variable was changed, and the value of now never takes its place', () => {
    const { after, plan, lines, work } = planned([], deleted(), { HOOK: NOW });
    expect(lines).toEqual(['create Hook !text-lost']);
    expect(work[0]?.wanted?.actions[1]?.fields.webhookUrl).toBe('{{the variable HOOK}}');
    expect(after).toEqual([]);
    expect(plan.notices).toEqual([{ ...LOST, severity: 'error', account: 'default', rule: 'Hook' }]);
  });

  it('that is lost is said of each variable, unless one of them is not set', () => {
    const two: DeclaredRule = {
      ...declaredOf({
        name: 'Two',
        condition: { aiInstructions: 'what it looks for' },
        actions: [THEN, THEN, NOW].map((webhookUrl) => ({ type: 'CALL_WEBHOOK' as const, fields: { webhookUrl } })),
      }),
      references: [],
    };
    const env = { HOOK: THEN, ASK: 'what it looks for', ALSO: NOW };
    const { run } = ran([liveOf(two)], [], { env });
    const argsIn = (more: Env) => {
      const { lines, plan } = planned([], run, more);
      return [...lines, ...plan.notices.map(({ code, args }) => [code, args])];
    };
    const lost = (...variables: string[]) => ['create Two !text-lost', ['rollback-text-lost', { variables }]];
    expect(argsIn({ HOOK: 'a', ASK: 'b', ALSO: 'c' })).toEqual(lost('ALSO', 'ASK', 'HOOK'));
    expect(argsIn({ ...env, ASK: 'b' })).toEqual(lost('ASK'));
    const unset = ['variable-unset', { name: 'ALSO', empty: false }];
    expect(argsIn({ HOOK: 'a', ASK: 'b' })).toEqual(['create Two !variable-unset', unset]);
  });

  it('that came back with its rule leaves nothing to do', () => {
    expect(planned([], deleted(), { HOOK: THEN })).toMatchObject({ lines: ['create Hook'], again: [] });
  });

  describe('that was itself what changed', () => {
    const rotated = () => {
      const { inbox, run } = ran([liveHook(THEN)], [hook(NOW)], { env: { HOOK: NOW } });
      expect(urlOf(inbox.live())).toBe(NOW);
      return (env: Env) => planned(inbox.live(), run, env);
    };

    it('comes back where the variable has the earlier value again', () => {
      const { after, lines, codes, again } = rotated()({ HOOK: THEN });
      expect([lines, codes, again]).toEqual([['replace Hook'], [], []]);
      expect(urlOf(after)).toBe(THEN);
    });

    it('is asked for where the variable is not set', () => {
      expect(rotated()({}).lines).toEqual(['replace Hook !variable-unset']);
    });

    it.each([NOW, 'https://hooks.example.com/third'])(
      'is lost where the variable has the later value still, or a third one: %s',
      (HOOK) => {
        const { lines, plan, after } = rotated()({ HOOK });
        expect(lines).toEqual(['replace Hook !text-lost']);
        expect(plan.notices).toMatchObject([LOST]);
        expect(urlOf(after)).toBe(NOW);
      },
    );
  });

  it('comes back in the form that rules have it in', () => {
    const LINES = 'first line\r\nsecond line';
    const asks: DeclaredRule = {
      ...declaredOf({ name: 'Ask', condition: { aiInstructions: LINES }, actions: [{ type: 'ARCHIVE' }] }),
      references: [{ kind: 'env', name: 'ASK', path: ['condition', 'aiInstructions'] }],
    };
    const { run } = ran([liveOf(asks)], [], { env: { ASK: LINES } });
    const { codes, after, again } = planned([], run, { ASK: LINES });
    expect(codes).toEqual(['rollback-new-ids']);
    expect(after[0]?.condition.aiInstructions).toBe('first line\nsecond line');
    expect(again).toEqual([]);
  });

  it('is the same one where its action has another place', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const turned = { ...liveHook(THEN), actions: [call, label] };
    const { inbox, run } = ran([turned], [hook(NOW)], { env: { HOOK: NOW } });
    const { lines, codes, after: kept } = planned(inbox.live(), run, { HOOK: NOW });
    expect([lines, codes]).toEqual([['replace Hook !text-lost'], ['rollback-text-lost']]);
    expect(kept).toEqual(inbox.live());
    const { codes: none, after } = planned(inbox.live(), run, { HOOK: THEN });
    expect(none).toEqual([]);
    expect(after[0]?.actions.map(({ type, fields }) => [type, fields.webhookUrl])).toEqual([
      ['CALL_WEBHOOK', THEN],
      ['LABEL', null],
    ]);
  });

  it('that a rule had which no file declares is one too', () => {
    const run = deleted();
    expect(urlOf(planned([], run, { HOOK: THEN }).after)).toBe(THEN);
    const { codes, after } = planned([], run, { HOOK: NOW });
    expect([codes, after]).toEqual([['rollback-text-lost'], []]);
  });

  it('that was changed after the run is an edit, told by its place alone', () => {
    const { inbox, run } = labelled();
    const { lines, plan } = planned(withUrl(NOW)(inbox.live()), run, { HOOK: THEN });
    expect(lines).toEqual(['replace Hook !edited-since']);
    expect(plan.notices).toMatchObject([{ code: 'edited-since', args: { paths: ['actions/1/fields/webhookUrl'] } }]);
  });

  it('that was changed after the run in a rule that the run created is an edit too', () => {
    const { inbox, run } = ran([], [hook(THEN)], { env: { HOOK: THEN } });
    expect(planned(inbox.live(), run, {}).lines).toEqual(['delete Hook']);
    expect(planned(withUrl(NOW)(inbox.live()), run, { HOOK: NOW }).lines).toEqual(['delete Hook !edited-since']);
  });

  it('tells a rule that was made again as it was from another one', () => {
    const run = deleted();
    const again = { ...liveHook(THEN), id: 'again' };
    // What the variable has now plays no part.
    for (const env of [{}, { HOOK: THEN }, { HOOK: NOW }] as Env[]) {
      expect(planned([again], run, env).lines).toEqual([]);
      expect(planned(withUrl(NOW)([again]), run, env).lines).toEqual(['replace Hook !edited-since']);
    }
  });

  it('never gets to where it was not: another text of that field, which the snapshot cannot tell from it, is lost', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const other = { ...call, fields: { ...call.fields, webhookUrl: 'https://hooks.example.org/mine' } };
    const both = { ...liveHook(THEN), actions: [label, call, other] };
    const { inbox, run } = ran([both], [hook(THEN, 'B')], { env: { HOOK: THEN } });
    const { lines, plan } = planned(inbox.live(), run, { HOOK: THEN });
    expect(lines).toEqual(['replace Hook !text-lost']);
    expect(plan.notices).toMatchObject([LOST]);
  });

  it('never gets to where it was not: a text that the variable took the place of is lost', () => {
    const mine = 'https://hooks.example.org/mine';
    const { inbox, run } = ran([liveHook(mine)], [hook(NOW, 'B')], { env: { HOOK: NOW } });
    const { lines, after } = planned(inbox.live(), run, { HOOK: NOW });
    expect(lines).toEqual(['replace Hook !text-lost']);
    expect(after).toEqual(inbox.live());
    expect(urlOf(planned(inbox.live(), run, { HOOK: mine }).after)).toBe(mine);
  });

  it('that took the place of a plain text after the run is hidden, though the variable is not set', () => {
    const asks = (text: string): LiveRule => {
      const rule = liveHook(THEN);
      return { ...rule, condition: { ...rule.condition, aiInstructions: text }, actions: rule.actions.slice(0, 1) };
    };
    const { inbox, run } = ran([asks(THEN)], [PLAIN], { env: { HOOK: THEN } });
    const { work } = planned([asks(NOW)], run, {});
    expect(work[0]?.change.before?.condition?.aiInstructions).toMatchObject({ shown: '(secret HOOK)' });
    const shown = planned(inbox.live(), run, { HOOK: THEN }).work[0]?.change.before?.condition?.aiInstructions;
    expect(shown).toBe('find it');
  });

  it('is one on both sides when a variable took the place of a text', () => {
    const { inbox, run } = ran([liveHook(THEN, 'A')], [hook(NOW, 'B')], { env: { HOOK: NOW } });
    const { work } = planned(inbox.live(), run, { HOOK: NOW });
    const urls = [work[0]?.change.before, work[0]?.change.after].map((one) => one?.actions?.[1]?.fields?.webhookUrl);
    expect(urls).toMatchObject([{ shown: '(secret HOOK)' }, { shown: '(secret HOOK)' }]);
  });

  it('obeys the policy as it is now', () => {
    const settings = planSettings({ policy: { webhookHosts: ['hooks.example.org'] } });
    const inbox = inboxOf([], { env: { HOOK: THEN } });
    const plan = inbox.planBack(deleted(), { settings });
    expect(linesOf(plan)).toEqual(['create Hook !policy']);
    expect(JSON.stringify(plan.notices)).not.toContain('com/then');
  });
});

describe('a webhook that no reference declares', () => {
  it('comes back in full, and is shown with its host alone', () => {
    const { inbox, run, back } = ran([liveHook('https://hooks.example.org/of/somebody')], []);
    const shown = back().work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl;
    expect(shown).toMatchObject({ shown: 'https://hooks.example.org/…' });
    inbox.rollback(run);
    expect(urlOf(inbox.live())).toBe('https://hooks.example.org/of/somebody');
  });
});

describe('a text with a secret in it', () => {
  const asks = (aiInstructions: string, label = 'A'): LiveRule => {
    const rule = liveHook(THEN, label);
    return { ...rule, condition: { ...rule.condition, aiInstructions } };
  };
  const TEXT = `post it to ${THEN}`;
  const declared = (label: string, text = TEXT): DeclaredRule => {
    const rule = hook(THEN, label);
    return { ...rule, body: { ...rule.body, condition: { ...rule.body.condition, aiInstructions: text } } };
  };

  /** Without its webhook, so that only the text is asked about. */
  const only = (text: string): LiveRule => ({ ...asks(text), actions: asks('').actions.slice(0, 1) });

  const relabelled = () => ran([asks(TEXT)], [declared('B')], { env: { HOOK: THEN } });

  it('is kept as it is live, where that is the same', () => {
    const { inbox, run } = relabelled();
    const { after, codes, again } = planned(inbox.live(), run, { HOOK: THEN });
    expect(after[0]).toMatchObject({ condition: { aiInstructions: TEXT }, actions: [{ fields: { label: 'A' } }, {}] });
    expect([codes, again]).toEqual([[], []]);
  });

  it('is an edit where it shows the same and is another one: its tag tells', () => {
    const { inbox, run } = relabelled();
    // With another value of the variable, it is shown as before.
    const other = inbox.live().map((one) => ({ ...one, condition: asks(`post it to ${NOW}`).condition }));
    expect(planned(other, run, { HOOK: NOW }).lines).toEqual(['replace Hook !edited-since']);
  });

  it('comes back with its rule, or where the run changed it, while the variable has its value', () => {
    const { run } = ran([asks(TEXT)], [], { env: { HOOK: THEN } });
    const { after, ...back } = planned([], run, { HOOK: THEN });
    expect(back).toMatchObject({ lines: ['create Hook'], codes: ['rollback-new-ids'], again: [] });
    expect(after[0]?.condition.aiInstructions).toBe(TEXT);
    const changed = ran([asks(TEXT)], [hook(THEN, 'B')], { env: { HOOK: THEN } });
    const replaced = planned(changed.inbox.live(), changed.run, { HOOK: THEN });
    expect(replaced).toMatchObject({ lines: ['replace Hook'], codes: [], again: [] });
    expect(replaced.after[0]?.condition.aiInstructions).toBe(TEXT);
  });

  it('is lost with its rule, or where the run changed it, without that value', () => {
    const env = { HOOK: THEN };
    const run = inboxOf([only(TEXT)], { env }).apply([]);
    const changed = inboxOf([only(TEXT)], { env });
    const other = changed.apply([PLAIN]);
    for (const now of [{}, { HOOK: NOW }] as Env[]) {
      const gone = planned([], run, now);
      expect([gone.lines, gone.after]).toEqual([['create Hook !text-lost'], []]);
      expect(gone.plan.notices).toMatchObject([{ ...LOST, rule: 'Hook' }]);
      const replaced = planned(changed.live(), other, now);
      expect([replaced.lines, replaced.after]).toEqual([['replace Hook !text-lost'], changed.live()]);
    }
  });

  it('comes back with the values of all variables in it, also one of several lines', () => {
    const text = `ask "first line\nsecond line" of ${THEN}, ${THEN}`;
    const env = { HOOK: THEN, ASK: 'first line\r\nsecond line' };
    const { run } = ran([only(text)], [], { env });
    const { lines, after } = planned([], run, env);
    expect([lines, after[0]?.condition.aiInstructions]).toEqual([['create Hook'], text]);
    for (const now of [{ HOOK: THEN }, { ...env, ASK: 'else' }] as Env[]) {
      const lost = planned([], run, now);
      expect(lost.lines).toEqual(['create Hook !text-lost']);
      expect(lost.plan.notices).toMatchObject([{ ...LOST, args: { variables: ['ASK', 'HOOK'] } }]);
    }
  });

  it('in a name tells the rule from others all the same', () => {
    const SECRET = `to ${THEN}`;
    const rule = (name: string, renamedFrom: string | null = null): DeclaredRule => ({
      ...declaredOf({ name, condition: { aiInstructions: 'find it' }, actions: [{ type: 'ARCHIVE' }] }),
      renamedFrom,
    });
    const named = (name: string, id: string): LiveRule => ({ ...liveOf(rule(name)), id });
    const env = { HOOK: THEN };
    const run = inboxOf([named(SECRET, 'a')], { env }).apply([]);
    expect(planned([], run, { HOOK: NOW }).lines).toEqual(['create to (secret HOOK) !text-lost']);
    const { lines, after, again } = planned([], run, env);
    expect([lines, after.map(({ name }) => name), again]).toEqual([['create to (secret HOOK)'], [SECRET], []]);
    expect(planned([named(SECRET, 'again')], run, env).lines).toEqual([]);
    const created = ran([], [rule(SECRET)], { env });
    expect(planned(created.inbox.live(), created.run, env).lines).toEqual(['delete to (secret HOOK)']);
    const renamed = ran([named('Plain', 'p')], [rule(SECRET, 'Plain')], { env });
    const back = planned(renamed.inbox.live(), renamed.run, env);
    expect(back.lines).toEqual(['replace to (secret HOOK) > Plain']);
    expect(back.after.map(({ id, name }) => [id, name])).toEqual([['p', 'Plain']]);
  });
});
