/** Texts that the journal does not have, because a variable holds them or a secret is in them. */
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../../src/model/rule.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';
import { inboxOf, type Run } from './inbox.ts';

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

/** The run with the label changed, in an inbox whose variable has the value that is live. */
function labelled() {
  const inbox = inboxOf([liveHook(THEN)], { HOOK: THEN });
  const run = inbox.apply([hook(THEN, 'B')]);
  return { run, after: inbox.live() };
}

function planned(live: readonly LiveRule[], run: Run, env: Record<string, string>) {
  const inbox = inboxOf(live, env);
  const plan = inbox.planBack(run);
  const shown = JSON.stringify([plan.work.map(({ change }) => change), plan.notices]);
  expect(shown).not.toContain('com/then');
  expect(shown).not.toContain('com/now');
  const back = inbox.rollback(run);
  expect(JSON.stringify(back.plan)).not.toMatch(/com\/(then|now)/);
  return { plan, after: inbox.live(), codes: plan.notices.map(({ code }) => code), work: plan.work };
}

describe('the value of a variable', () => {
  it('comes back where the variable has it still, and is shown as a secret', () => {
    const { run, after } = labelled();
    expect(JSON.stringify(run.plan)).not.toContain('com/then');
    const { after: back, codes, work } = planned(after, run, { HOOK: THEN });
    expect(back[0]?.actions[0]?.fields.label).toBe('A');
    expect(urlOf(back)).toBe(THEN);
    expect(codes).toEqual([]);
    expect(work[0]?.change.after?.actions?.[1]?.fields?.webhookUrl).toMatchObject({ shown: '(secret HOOK)' });
  });

  it('comes back from the live rule where that has it, whatever the variable has', () => {
    const { run, after } = labelled();
    for (const env of [{}, { HOOK: NOW }]) {
      const { after: back, codes } = planned(after, run, env as Record<string, string>);
      expect(urlOf(back)).toBe(THEN);
      expect(codes).toEqual([]);
    }
  });

  it('is asked for where the rule is gone and the variable is not set', () => {
    const { run } = labelled();
    const { work, plan } = planned([], run, {});
    expect(work.map(({ change }) => [change.op, change.refused])).toEqual([['create', 'variable-unset']]);
    expect(plan.notices).toMatchObject([
      { code: 'variable-unset', severity: 'error', rule: 'Hook', args: { name: 'HOOK' } },
    ]);
  });

  it('does not come back where the variable was changed: the value of now is used, and that is said', () => {
    const { run } = labelled();
    const { after, plan } = planned([], run, { HOOK: NOW });
    expect(urlOf(after)).toBe(NOW);
    expect(plan.notices).toMatchObject([
      { code: 'rollback-new-ids' },
      { code: 'rollback-other-value', args: { rules: ['Hook'], variables: ['HOOK'] } },
    ]);
  });

  it('that was itself what changed is said not to come back, though there is nothing to do', () => {
    const before = inboxOf([liveHook(THEN)], { HOOK: NOW });
    const run = before.apply([hook(NOW)]);
    expect(urlOf(before.live())).toBe(NOW);
    const { work, codes } = planned(before.live(), run, { HOOK: NOW });
    expect(work).toEqual([]);
    expect(codes).toEqual(['rollback-other-value']);
    expect(urlOf(planned(before.live(), run, { HOOK: THEN }).after)).toBe(THEN);
    expect(planned(before.live(), run, {}).work[0]?.change.refused).toBe('variable-unset');
  });

  it('comes back in the form that rules have it in', () => {
    const LINES = 'first line\r\nsecond line';
    const asks: DeclaredRule = {
      ...declaredOf({ name: 'Ask', condition: { aiInstructions: LINES }, actions: [{ type: 'ARCHIVE' }] }),
      references: [{ kind: 'env', name: 'ASK', path: ['condition', 'aiInstructions'] }],
    };
    const inbox = inboxOf([liveOf(asks)], { ASK: LINES });
    const run = inbox.apply([{ ...asks, body: { ...asks.body, runOnThreads: false } }]);
    const { plan, after } = planned([], run, { ASK: LINES });
    expect(plan.notices.map(({ code }) => code)).toEqual(['rollback-new-ids']);
    expect(after[0]?.condition.aiInstructions).toBe('first line\nsecond line');
  });

  it('is the same one where its action has another place', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const inbox = inboxOf([{ ...liveHook(THEN), actions: [call, label] }], { HOOK: NOW });
    const run = inbox.apply([hook(NOW)]);
    const { plan, after } = planned(inbox.live(), run, { HOOK: NOW });
    expect(plan.notices.map(({ code }) => code)).toEqual(['rollback-other-value']);
    expect(after[0]?.actions.map(({ type, fields }) => [type, fields.webhookUrl])).toEqual([
      ['CALL_WEBHOOK', NOW],
      ['LABEL', null],
    ]);
  });

  it('that a rule had which no file declares is one too', () => {
    const inbox = inboxOf([liveHook(THEN)], { HOOK: THEN });
    const run = inbox.apply([]);
    expect(urlOf(planned([], run, { HOOK: THEN }).after)).toBe(THEN);
    const { codes, after } = planned([], run, { HOOK: NOW });
    expect(codes).toEqual(['rollback-new-ids', 'rollback-other-value']);
    expect(urlOf(after)).toBe(NOW);
  });

  it('that was changed after the run is told, by its place alone', () => {
    const { run, after } = labelled();
    const rotated = after.map((one) => {
      const actions = one.actions.map((action) => {
        return action.type === 'LABEL' ? action : { ...action, fields: { ...action.fields, webhookUrl: NOW } };
      });
      return { ...one, actions };
    });
    expect(planned(rotated, run, { HOOK: THEN }).plan.notices).toMatchObject([
      { code: 'rollback-changed-since', args: { fields: ['actions/1/fields/webhookUrl'] } },
    ]);
  });

  it('never gets to where it was not: another text of that field, which the journal cannot tell from it, is lost', () => {
    const [label, call] = liveHook(THEN).actions;
    if (label === undefined || call === undefined) throw new Error('There are two');
    const other = { ...call, fields: { ...call.fields, webhookUrl: 'https://hooks.example.org/mine' } };
    const inbox = inboxOf([{ ...liveHook(THEN), actions: [label, call, other] }], { HOOK: THEN });
    const run = inbox.apply([hook(THEN, 'B')]);
    const { work } = planned(inbox.live(), run, { HOOK: THEN });
    expect(work[0]?.change.refused).toBe('text-lost');
  });

  it('that took the place of a plain text after the run is hidden, though the variable is not set', () => {
    const asks = (text: string): LiveRule => {
      const rule = liveHook(THEN);
      return { ...rule, condition: { ...rule.condition, aiInstructions: text }, actions: rule.actions.slice(0, 1) };
    };
    const inbox = inboxOf([asks(THEN)], { HOOK: THEN });
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
    const inbox = inboxOf([liveHook(THEN, 'A')], { HOOK: NOW });
    const run = inbox.apply([hook(NOW, 'B')]);
    const { work } = planned(inbox.live(), run, { HOOK: NOW });
    const urls = [work[0]?.change.before, work[0]?.change.after].map((one) => one?.actions?.[1]?.fields?.webhookUrl);
    expect(urls).toMatchObject([{ shown: '(secret HOOK)' }, { shown: '(secret HOOK)' }]);
  });
});

describe('a text with a secret in it', () => {
  const asks = (aiInstructions: string, label = 'A'): LiveRule => {
    const rule = liveHook(THEN, label);
    return { ...rule, condition: { ...rule.condition, aiInstructions } };
  };
  const TEXT = `post it to ${THEN}`;
  const declared = (label: string): DeclaredRule => {
    const rule = hook(THEN, label);
    return { ...rule, body: { ...rule.body, condition: { ...rule.body.condition, aiInstructions: TEXT } } };
  };

  it('is kept as it is live where it shows alike, and that is said', () => {
    const inbox = inboxOf([asks(TEXT)], { HOOK: THEN });
    const run = inbox.apply([declared('B')]);
    expect(JSON.stringify(run.plan)).not.toContain('com/then');
    const { after, plan } = planned(inbox.live(), run, { HOOK: THEN });
    expect(after[0]).toMatchObject({ condition: { aiInstructions: TEXT }, actions: [{ fields: { label: 'A' } }, {}] });
    expect(plan.notices).toMatchObject([{ code: 'rollback-alike', args: { rules: ['Hook'] } }]);
  });

  it('is lost with its rule, or where it is another text now', () => {
    const inbox = inboxOf([asks(TEXT)], { HOOK: THEN });
    const run = inbox.apply([]);
    expect(planned([], run, { HOOK: THEN })).toMatchObject({
      work: [{ change: { op: 'create', refused: 'text-lost' } }],
      codes: ['rollback-text-lost'],
    });
    const changed = inboxOf([asks(TEXT)], { HOOK: THEN });
    const other = changed.apply([hook(THEN, 'B')]);
    expect(planned(changed.live(), other, { HOOK: THEN }).work[0]?.change.refused).toBe('text-lost');
  });
});
