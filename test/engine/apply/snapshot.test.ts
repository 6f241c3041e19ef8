import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnchanged, rewritten } from '../../../src/engine/apply/evidence.ts';
import { LiveSnapshot } from '../../../src/engine/apply/snapshot.ts';
import type { LiveRule } from '../../../src/model/rule.ts';
import { canonicalRule } from '../../../src/planning/canonical.ts';
import { isAsSent } from '../../../src/planning/stored-form.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { forAll } from '../../harness/for-all.ts';

const rule = (id: string, name: string, text = name): LiveRule => {
  const made = liveOf(declaredOf({ name, condition: { aiInstructions: text }, actions: [{ type: 'ARCHIVE' }] }));
  return { ...made, id };
};

const names = (snapshot: LiveSnapshot, ...asked: string[]) =>
  asked.map((name) => snapshot.named(name).map(({ id }) => id));

describe('the live rules as an apply knows them', () => {
  it('are found by the name that the service makes of it, which several may share', () => {
    const rules = [rule('1', ' A\u00a0'), rule('2', 'A'), rule('3', 'B')];
    expect(names(new LiveSnapshot(rules, 0), 'A', 'B', 'C')).toEqual([['1', '2'], ['3'], []]);
  });

  it('have the time of the read that showed them', () => {
    const snapshot = new LiveSnapshot([rule('1', 'A')], 0);
    snapshot.wrote({ at: 1, id: '1', rule: rule('1', 'B') });
    snapshot.read([rule('1', 'C')], 2);
    expect(names(snapshot, 'A', 'B', 'C')).toEqual([[], [], ['1']]);
    expect(snapshot.readAt).toBe(2);
  });

  it.each<[string, (snapshot: LiveSnapshot) => void, string[][]]>([
    ['a created rule', (snapshot) => snapshot.wrote({ at: 5, id: '3', rule: rule('3', 'C') }), [['1'], ['2'], ['3']]],
    ['a replaced rule', (snapshot) => snapshot.wrote({ at: 5, id: '1', rule: rule('1', 'C') }), [[], ['2'], ['1']]],
    ['a deleted rule', (snapshot) => snapshot.wrote({ at: 5, id: '2', rule: null }), [['1'], [], []]],
  ])('an answer that was asked for before a write, or at its very time, hides it not: %s', (_, write, expected) => {
    const before = [rule('1', 'A'), rule('2', 'B')];
    const snapshot = new LiveSnapshot(before, 0);
    write(snapshot);
    for (const [sentAt, found] of [
      [4, expected],
      [5, expected],
      [6, [['1'], ['2'], []]],
    ] as const) {
      snapshot.read(before, sentAt);
      expect(names(snapshot, 'A', 'B', 'C')).toEqual(found);
    }
  });

  it('whatever is read and written, the latest of both counts, for each rule', async () => {
    const step = fc.record({
      id: fc.constantFrom('1', '2', '3'),
      name: fc.constantFrom('A', 'B', null),
      takes: fc.integer({ min: 1, max: 5 }),
      reads: fc.boolean(),
    });
    await forAll([fc.array(step, { maxLength: 30 })], 100, (steps) => {
      // The service is one map; the answer to a read is on its way for a while, and there is one at a time.
      const service = new Map<string, LiveRule>();
      const snapshot = new LiveSnapshot([], 0);
      let answer: { at: number; rules: LiveRule[]; sentAt: number } | null = null;
      steps.forEach(({ id, name, takes, reads }, index) => {
        const now = index + 1;
        if (reads) answer ??= { at: now + takes, rules: [...service.values()], sentAt: now };
        else if (name === null) {
          service.delete(id);
          snapshot.wrote({ at: now, id, rule: null });
        } else {
          service.set(id, rule(id, name));
          snapshot.wrote({ at: now, id, rule: rule(id, name) });
        }
        if (answer?.at === now) {
          snapshot.read(answer.rules, answer.sentAt);
          answer = null;
        }
        for (const one of ['1', '2', '3']) expect(snapshot.get(one)).toEqual(service.get(one) ?? null);
        for (const one of ['A', 'B']) {
          const having = [...service.values()].filter((other) => other.name === one);
          expect(new Set(snapshot.named(one))).toEqual(new Set(having));
        }
      });
    });
  });
});

describe('content', () => {
  const plain = rule('1', 'A', 'a\nb');
  const { condition } = plain;
  const [archive] = plain.actions;
  if (archive === undefined) throw new Error('There is one');
  const withFields = (fields: Partial<typeof archive.fields>) => {
    return { actions: [{ ...archive, fields: { ...archive.fields, ...fields } }] };
  };

  it.each<[string, Partial<LiveRule>]>([
    ['nothing, in another object', structuredClone(plain)],
    ['id, times and whether it is on', { id: '2', enabled: false, createdAt: 'later', updatedAt: 'later' }],
    ['what the service trims', { name: ' A\u00a0' }],
    ['line ends', { condition: { ...condition, aiInstructions: 'a\r\nb' } }],
    ['blank texts', { condition: { ...condition, static: { ...condition.static, subject: ' ' } } }],
    ['blank recipients', withFields({ to: ' ' })],
    ['what is left out where it is null', { actions: [{ ...archive, messagingChannelId: undefined }] }],
  ])('is the same where rules differ in %s', (_, change) => {
    expect(isUnchanged(plain, { ...plain, ...change })).toBe(true);
  });

  it.each<[string, Partial<LiveRule>]>([
    ['the name', { name: 'B' }],
    ['threads', { runOnThreads: false }],
    ['the operator', { condition: { ...condition, conditionalOperator: 'OR' } }],
    ['a text', { condition: { ...condition, aiInstructions: 'other' } }],
    ['a sender', { condition: { ...condition, static: { ...condition.static, from: 'a@example.com' } } }],
    ['the type of an action', { actions: [{ ...archive, type: 'STAR' }] }],
    ['a field', withFields({ label: 'Label' })],
    ['a channel', { actions: [{ ...archive, messagingChannelId: 'channel' }] }],
    ['a delay', { actions: [{ ...archive, delayInMinutes: 5 }] }],
    ['the number of actions', { actions: [archive, archive] }],
    ['an action that cannot be sent', { actions: [archive, { ...archive, type: 'INTEGRATION' }] }],
  ])('is another one where rules differ in %s', (_, change) => {
    expect(isUnchanged(plain, { ...plain, ...change })).toBe(false);
  });

  it('is another one where something that we do not know came up, changed or went in it', () => {
    const one = rule('1', 'A');
    const withBody = (body: unknown): LiveRule => {
      return { ...one, condition: { ...one.condition, static: { ...one.condition.static, body } } } as LiveRule;
    };
    expect(isUnchanged(withBody('x'), withBody('x'))).toBe(true);
    expect(isUnchanged(one, withBody(null))).toBe(true);
    expect(isUnchanged(one, { ...one, ran: 7 } as LiveRule)).toBe(true);
    expect(isUnchanged(one, withBody('x'))).toBe(false);
    expect(isUnchanged(withBody('x'), withBody('y'))).toBe(false);
  });

  it('is the same for any rule that is answered again, and for no two rules of other names', () =>
    forAll([writtenRules], 100, (rules) => {
      const lives = rules.map((one) => liveOf(declaredOf(one)));
      lives.forEach((live, index) => {
        const others = lives.map((other) => isUnchanged(live, structuredClone(other)));
        expect(others).toEqual(lives.map((_, at) => at === index));
      });
    }));
});

describe('a rule as it was sent', () => {
  const sent = canonicalRule({
    name: 'A',
    condition: { aiInstructions: 'find' },
    actions: [{ type: 'MOVE_FOLDER', fields: { folderName: 'Later' } }, { type: 'ARCHIVE' }],
  });
  const live = rewritten(rule('1', 'Before'), sent);

  it('is told in spite of what services keep otherwise', () => {
    const fields = { ...live.actions[0]?.fields, folderName: null } as LiveRule['actions'][number]['fields'];
    const kept = { ...live.actions[0], fields } as LiveRule['actions'][number];
    const condition = { ...live.condition, conditionalOperator: 'AND' as const };
    expect(isAsSent({ ...live, condition, actions: [live.actions[1] as typeof kept, kept] }, sent)).toBe(true);
  });

  it.each<[string, Partial<LiveRule>]>([
    ['another name', { name: 'B' }],
    ['another text', { condition: { ...live.condition, aiInstructions: 'other' } }],
    ['fewer actions', { actions: live.actions.slice(1) }],
    ['other threads', { runOnThreads: false }],
  ])('is not one with %s', (_, change) => {
    expect(isAsSent({ ...live, ...change }, sent)).toBe(false);
  });

  it('is any rule that a service stores as it was sent', () =>
    forAll([writtenRules], 100, (rules) => {
      for (const one of rules) expect(isAsSent(liveOf(declaredOf(one)), canonicalRule(one))).toBe(true);
    }));
});
