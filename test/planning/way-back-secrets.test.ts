/** Texts that the snapshot does not have, because a variable holds them or a secret is in them. */
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';
import { inboxOf, linesOf, type Run } from './way-back-inbox.ts';

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

/** The run with the label changed, in an inbox whose variable has the value that is live. */
function labelled() {
  const inbox = inboxOf([liveHook(THEN)], { env: { HOOK: THEN } });
  const run = inbox.apply([hook(THEN, 'B')]);
  return { run, after: inbox.live() };
}

/** The run with the rule deleted. */
function deleted() {
  const inbox = inboxOf([liveHook(THEN)], { env: { HOOK: THEN } });
  return inbox.apply([]);
}

function planned(live: readonly LiveRule[], run: Run, env: Record<string, string>) {
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
    const { run, after } = labelled();
    const { after: back, codes, work, again } = planned(after, run, { HOOK: THEN });
    expect(back[0]?.actions[0]?.fields.label).toBe('A');
    expect(urlOf(back)).toBe(THEN);
    expect(codes).toEqual([]);
    expect(work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl).toMatchObject({ shown: '(secret HOOK)' });
    expect(again).toEqual([]);
  });

  it('comes back from the live rule where that has it, whatever the variable has', () => {
    const { run, after } = labelled();
    for (const env of [{}, { HOOK: NOW }]) {
      const { after: back, codes, again } = planned(after, run, env as Record<string, string>);
      expect(urlOf(back)).toBe(THEN);
      expect(codes).toEqual([]);
      expect(again).toEqual([]);
    }
  });

  it('is asked for where the rule is gone and the variable is not set', () => {
    const { lines, plan } = planned([], deleted(), {});
    expect(lines).toEqual(['create Hook !variable-unset']);
    expect(plan.notices).toMatchObject([
      { code: 'variable-unset', severity: 'error', rule: 'Hook', args: { name: 'HOOK' } },
    ]);
  });

  it('does not come back where the variable was changed, and the value of now never takes its place', () => {
    const { after, plan, lines } = planned([], deleted(), { HOOK: NOW });
    expect(lines).toEqual(['create Hook !text-lost']);
    expect(after).toEqual([]);
    expect(plan.notices).toEqual([
      {
        code: 'rollback-text-lost',
        severity: 'error',
        account: 'default',
        rule: 'Hook',
        args: { variables: ['HOOK'] },
      },
    ]);
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
    const run = inboxOf([liveOf(two)], { env }).apply([]);
    const argsIn = (more: Record<string, string>) => {
      const { lines, plan } = planned([], run, more);
      return [lines, plan.notices.map(({ code, args }) => [code, args])];
    };
    expect(argsIn({ HOOK: 'a', ASK: 'b', ALSO: 'c' })).toEqual([
      ['create Two !text-lost'],
      [['rollback-text-lost', { variables: ['ALSO', 'ASK', 'HOOK'] }]],
    ]);
    expect(argsIn({ ...env, ASK: 'b' })).toEqual([
      ['create Two !text-lost'],
      [['rollback-text-lost', { variables: ['ASK'] }]],
    ]);
    expect(argsIn({ HOOK: 'a', ASK: 'b' })).toEqual([
      ['create Two !variable-unset'],
      [['variable-unset', { name: 'ALSO', empty: false }]],
    ]);
  });

  it('that came back with its rule leaves nothing to do', () => {
    expect(planned([], deleted(), { HOOK: THEN })).toMatchObject({ lines: ['create Hook'], again: [] });
  });

  describe('that was itself what changed', () => {
    const rotated = () => {
      const inbox = inboxOf([liveHook(THEN)], { env: { HOOK: NOW } });
      const run = inbox.apply([hook(NOW)]);
      expect(urlOf(inbox.live())).toBe(NOW);
      return { run, live: inbox.live() };
    };

    it('comes back where the variable has the earlier value again', () => {
      const { run, live } = rotated();
      const { after, lines, codes, again } = planned(live, run, { HOOK: THEN });
      expect([lines, codes, again]).toEqual([['replace Hook'], [], []]);
      expect(urlOf(after)).toBe(THEN);
    });

    it('is asked for where the variable is not set', () => {
      const { run, live } = rotated();
      expect(planned(live, run, {}).lines).toEqual(['replace Hook !variable-unset']);
    });

    it('is lost where the variable has the later value still, and where it has a third one', () => {
      const { run, live } = rotated();
      for (const HOOK of [NOW, 'https://hooks.example.com/third']) {
        const { lines, plan, after } = planned(live, run, { HOOK });
        expect(lines).toEqual(['replace Hook !text-lost']);
        expect(plan.notices).toMatchObject([{ code: 'rollback-text-lost', args: { variables: ['HOOK'] } }]);
        expect(urlOf(after)).toBe(NOW);
      }
    });
  });

  it('comes back in the form that rules have it in', () => {
    const LINES = 'first line\r\nsecond line';
    const asks: DeclaredRule = {
      ...declaredOf({ name: 'Ask', condition: { aiInstructions: LINES }, actions: [{ type: 'ARCHIVE' }] }),
      references: [{ kind: 'env', name: 'ASK', path: ['condition', 'aiInstructions'] }],
    };
    const run = inboxOf([liveOf(asks)], { env: { ASK: LINES } }).apply([]);
    const { codes, after, again } = planned([], run, { ASK: LINES });
    expect(codes).toEqual(['rollback-new-ids']);
    expect(after[0]?.condition.aiInstructions).toBe('first line\nsecond line');
    expect(again).toEqual([]);
  });

  it('is the same one where its action has another place', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const inbox = inboxOf([{ ...liveHook(THEN), actions: [call, label] }], { env: { HOOK: NOW } });
    const run = inbox.apply([hook(NOW)]);
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
    expect(codes).toEqual(['rollback-text-lost']);
    expect(after).toEqual([]);
  });

  it('that was changed after the run is an edit, told by its place alone', () => {
    const { run, after } = labelled();
    const { lines, plan } = planned(withUrl(NOW)(after), run, { HOOK: THEN });
    expect(lines).toEqual(['replace Hook !edited-since']);
    expect(plan.notices).toMatchObject([{ code: 'edited-since', args: { paths: ['actions/1/fields/webhookUrl'] } }]);
  });

  it('that was changed after the run in a rule that the run created is an edit too', () => {
    const inbox = inboxOf([], { env: { HOOK: THEN } });
    const run = inbox.apply([hook(THEN)]);
    expect(planned(inbox.live(), run, {}).lines).toEqual(['delete Hook']);
    expect(planned(withUrl(NOW)(inbox.live()), run, { HOOK: NOW }).lines).toEqual(['delete Hook !edited-since']);
  });

  it('tells a rule that was made again as it was from another one', () => {
    const run = deleted();
    const again = { ...liveHook(THEN), id: 'again' };
    // What the variable has now plays no part.
    for (const env of [{}, { HOOK: THEN }, { HOOK: NOW }] as Record<string, string>[]) {
      expect(planned([again], run, env).lines).toEqual([]);
      expect(planned(withUrl(NOW)([again]), run, env).lines).toEqual(['replace Hook !edited-since']);
    }
  });

  it('never gets to where it was not: another text of that field, which the snapshot cannot tell from it, is lost', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const other = { ...call, fields: { ...call.fields, webhookUrl: 'https://hooks.example.org/mine' } };
    const inbox = inboxOf([{ ...liveHook(THEN), actions: [label, call, other] }], { env: { HOOK: THEN } });
    const run = inbox.apply([hook(THEN, 'B')]);
    const { lines, plan } = planned(inbox.live(), run, { HOOK: THEN });
    expect(lines).toEqual(['replace Hook !text-lost']);
    expect(plan.notices).toMatchObject([{ code: 'rollback-text-lost', args: { variables: ['HOOK'] } }]);
  });

  it('never gets to where it was not: a text that the variable took the place of is lost', () => {
    const mine = 'https://hooks.example.org/mine';
    const inbox = inboxOf([liveHook(mine)], { env: { HOOK: NOW } });
    const run = inbox.apply([hook(NOW, 'B')]);
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
    const inbox = inboxOf([asks(THEN)], { env: { HOOK: THEN } });
    const plain = declaredOf({
      name: 'Hook',
      condition: { conditionalOperator: 'AND', aiInstructions: 'find it' },
      actions: [{ type: 'LABEL', fields: { label: 'A' } }],
    });
    const run = inbox.apply([plain]);
    const { work } = planned([asks(NOW)], run, {});
    expect(work[0]?.change.before?.condition?.aiInstructions).toMatchObject({ shown: '(secret HOOK)' });
    const shown = planned(inbox.live(), run, { HOOK: THEN }).work[0]?.change.before?.condition?.aiInstructions;
    expect(shown).toBe('find it');
  });

  it('is one on both sides when a variable took the place of a text', () => {
    const inbox = inboxOf([liveHook(THEN, 'A')], { env: { HOOK: NOW } });
    const run = inbox.apply([hook(NOW, 'B')]);
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
    const live = liveHook('https://hooks.example.org/of/somebody');
    const inbox = inboxOf([live]);
    const run = inbox.apply([]);
    const plan = inbox.planBack(run);
    expect(plan.work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl).toMatchObject({
      shown: 'https://hooks.example.org/…',
    });
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

  it('is kept as it is live, where that is the same', () => {
    const inbox = inboxOf([asks(TEXT)], { env: { HOOK: THEN } });
    const run = inbox.apply([declared('B')]);
    const { after, codes, again } = planned(inbox.live(), run, { HOOK: THEN });
    expect(after[0]).toMatchObject({ condition: { aiInstructions: TEXT }, actions: [{ fields: { label: 'A' } }, {}] });
    expect(codes).toEqual([]);
    expect(again).toEqual([]);
  });

  it('is an edit where it shows the same and is another one: its tag tells', () => {
    const inbox = inboxOf([asks(TEXT)], { env: { HOOK: THEN } });
    const run = inbox.apply([declared('B')]);
    // With another value of the variable, it is shown as before.
    const other = inbox.live().map((one) => ({ ...one, condition: asks(`post it to ${NOW}`).condition }));
    expect(planned(other, run, { HOOK: NOW }).lines).toEqual(['replace Hook !edited-since']);
  });

  it('comes back with its rule, or where the run changed it, while the variable has its value', () => {
    const run = inboxOf([asks(TEXT)], { env: { HOOK: THEN } }).apply([]);
    const { after, ...back } = planned([], run, { HOOK: THEN });
    expect(back).toMatchObject({ lines: ['create Hook'], codes: ['rollback-new-ids'], again: [] });
    expect(after[0]?.condition.aiInstructions).toBe(TEXT);
    const changed = inboxOf([asks(TEXT)], { env: { HOOK: THEN } });
    const other = changed.apply([hook(THEN, 'B')]);
    const replaced = planned(changed.live(), other, { HOOK: THEN });
    expect(replaced).toMatchObject({ lines: ['replace Hook'], codes: [], again: [] });
    expect(replaced.after[0]?.condition.aiInstructions).toBe(TEXT);
  });

  it('is lost with its rule, or where the run changed it, without that value', () => {
    // Its webhook is of no variable, so that only the text is asked about.
    const only = (aiInstructions: string): LiveRule => ({
      ...asks(aiInstructions),
      actions: asks('').actions.slice(0, 1),
    });
    const env = { HOOK: THEN };
    const run = inboxOf([only(TEXT)], { env }).apply([]);
    const changed = inboxOf([only(TEXT)], { env });
    const plain = declaredOf({
      name: 'Hook',
      condition: { conditionalOperator: 'AND', aiInstructions: 'find it' },
      actions: [{ type: 'LABEL', fields: { label: 'A' } }],
    });
    const other = changed.apply([plain]);
    for (const now of [{}, { HOOK: NOW }] as Record<string, string>[]) {
      const gone = planned([], run, now);
      expect([gone.lines, gone.after]).toEqual([['create Hook !text-lost'], []]);
      expect(gone.plan.notices).toMatchObject([
        { code: 'rollback-text-lost', rule: 'Hook', args: { variables: ['HOOK'] } },
      ]);
      const replaced = planned(changed.live(), other, now);
      expect([replaced.lines, replaced.after]).toEqual([['replace Hook !text-lost'], changed.live()]);
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
    const creating = inboxOf([], { env });
    const created = creating.apply([rule(SECRET)]);
    expect(planned(creating.live(), created, env).lines).toEqual(['delete to (secret HOOK)']);
    const renaming = inboxOf([named('Plain', 'p')], { env });
    const renamed = renaming.apply([rule(SECRET, 'Plain')]);
    const back = planned(renaming.live(), renamed, env);
    expect(back.lines).toEqual(['replace to (secret HOOK) > Plain']);
    expect(back.after.map(({ id, name }) => [id, name])).toEqual([['p', 'Plain']]);
  });
});
