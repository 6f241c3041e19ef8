import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { action, body } from './bodies.ts';
import { posted, serve } from './calling.ts';

const withAction = (changes: Record<string, unknown>) => body({ actions: [{ type: 'ARCHIVE', ...changes }] });
const withCondition = (changes: Record<string, unknown>) => body({ condition: { aiInstructions: 'x', ...changes } });
const without = (key: string) => Object.fromEntries(Object.entries(body()).filter(([name]) => name !== key));

/** Bodies that break a constraint of API spec 4.4, which 4.6 shares. */
const BROKEN: [string, unknown][] = [
  ['no name', without('name')],
  ['a name of no characters', body({ name: '' })],
  ['a name that is no string', body({ name: 1 })],
  ['a name that is null', body({ name: null })],
  ['runOnThreads that is no boolean', body({ runOnThreads: 'true' })],
  ['runOnThreads null', body({ runOnThreads: null })],
  ['no condition', without('condition')],
  ['a condition that is null', body({ condition: null })],
  ['a condition that is no object', body({ condition: 'x' })],
  ['an operator that is not AND or OR', withCondition({ conditionalOperator: 'NOT' })],
  ['aiInstructions that are no string', withCondition({ aiInstructions: 1 })],
  ['static that is no object', withCondition({ static: 'x' })],
  ['static.from that is no string', withCondition({ static: { from: 1 } })],
  ['static.to that is no string', withCondition({ static: { to: ['x'] } })],
  ['static.subject that is no string', withCondition({ static: { subject: {} } })],
  ['no actions', without('actions')],
  ['actions that are no array', body({ actions: { type: 'ARCHIVE' } })],
  ['no item in actions', body({ actions: [] })],
  ['an action without type', body({ actions: [{}] })],
  ['an action of an unknown type', body({ actions: [{ type: 'EXPLODE' }] })],
  ['an action of the type INTEGRATION', body({ actions: [{ type: 'INTEGRATION' }] })],
  ['a messagingChannelId that is no cuid', withAction({ messagingChannelId: 'no cuid' })],
  ['a messagingChannelId that is no string', withAction({ messagingChannelId: 1 })],
  ['fields that are no object', withAction({ fields: 'x' })],
  ['a field that is no string', withAction({ fields: { label: 1 } })],
  ['a delay below 1', withAction({ delayInMinutes: 0 })],
  ['a delay of a half', withAction({ delayInMinutes: 0.5 })],
  ['a delay above 129600', withAction({ delayInMinutes: 129_601 })],
  ['a delay that is no number', withAction({ delayInMinutes: '5' })],
  ['a body that is no object', []],
];

/** Bodies that API spec 4.4 allows. */
const ALLOWED: [string, Record<string, unknown>][] = [
  ['a name of one character', body({ name: 'x' })],
  ['runOnThreads false', body({ runOnThreads: false })],
  ['an operator of null', withCondition({ conditionalOperator: null })],
  ['aiInstructions null beside static', body({ condition: { aiInstructions: null, static: { subject: 'x' } } })],
  ['static null', withCondition({ static: null })],
  ['static with nulls', withCondition({ static: { from: null, to: null, subject: null } })],
  ['static empty', withCondition({ static: {} })],
  ['messagingChannelId null', withAction({ messagingChannelId: null })],
  ['fields null', withAction({ fields: null })],
  ['fields empty', withAction({ fields: {} })],
  ['fields of null', withAction({ fields: { label: null } })],
  ['a delay of 1', withAction({ delayInMinutes: 1 })],
  ['a delay of 129600', withAction({ delayInMinutes: 129_600 })],
  ['a delay of null', withAction({ delayInMinutes: null })],
  ['several actions', body({ actions: [action('STAR'), action('LABEL'), action('STAR')] })],
];

describe.each(PROFILE_NAMES)('profile %s', (profile) => {
  const seed = { rules: [{ id: 'r', name: 'Live', actions: [{ type: 'STAR' }] }] };

  describe('4.3 GET /rules', () => {
    it('answers 200 with {rules: []} for an empty inbox', async () => {
      const service = await serve({ profile });
      const { status, json, headers } = await service.list();
      expect([status, json]).toEqual([200, { rules: [] }]);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    });

    it('answers every rule of the inbox, however many', async () => {
      const rules = Array.from({ length: 250 }, (_, index) => ({ name: `Rule ${index}` }));
      const service = await serve({ profile, seed: { rules } });
      const names = (await service.list()).json.rules.map(({ name }) => name);
      expect(new Set(names)).toEqual(new Set(rules.map(({ name }) => name)));
    });
  });

  describe('4.4 POST /rules', () => {
    it('answers 201 with {rule} and stores it', async () => {
      const service = await serve({ profile });
      const { status, json } = await service.post(body());
      expect([status, Object.keys(json)]).toEqual([201, ['rule']]);
      expect((await service.list()).json.rules).toEqual([json.rule]);
    });

    it('takes runOnThreads for true where it is left out', async () => {
      const service = await serve({ profile });
      expect((await service.post(body())).json.rule.runOnThreads).toBe(true);
      expect((await service.post(body({ name: 'B', runOnThreads: false }))).json.rule.runOnThreads).toBe(false);
    });

    it('keeps the order of actions', async () => {
      const types = ['STAR', 'MARK_READ', 'ARCHIVE', 'STAR'];
      const { rule } = (await posted({ profile }, body({ actions: types.map((type) => ({ type })) }))).json;
      expect(rule.actions.map(({ type }) => type)).toEqual(types);
    });

    it.each(ALLOWED)('takes %s', async (_, sent) => {
      expect((await posted({ profile }, sent)).status).toBe(201);
    });

    it.each(BROKEN)('refuses %s with 400 and stores nothing', async (_, sent) => {
      const service = await serve({ profile });
      expect((await service.post(sent)).status).toBe(400);
      expect(service.sandbox.rules()).toEqual([]);
    });
  });

  describe('4.5 GET /rules/{id}', () => {
    it('answers 200 with {rule}', async () => {
      const service = await serve({ profile, seed });
      const { status, json } = await service.get('r');
      expect([status, json]).toEqual([200, { rule: service.sandbox.rules()[0] }]);
    });

    it('takes any percent-encoded id', async () => {
      const ids = ['a b', 'a/b', '50%', '%2F', 'ä€😀', '?q#h', "'+;:@&=$,!*()"];
      const rules = ids.map((id) => ({ id, name: `Rule ${id}` }));
      const service = await serve({ profile, seed: { rules } });
      for (const id of ids) expect((await service.get(id)).json.rule.id).toBe(id);
    });
  });

  describe('4.6 PUT /rules/{id}', () => {
    it('replaces the rule and keeps its id and createdAt', async () => {
      const service = await serve({ profile, seed });
      const [before] = service.sandbox.rules();
      const { status } = await service.put('r', body({ runOnThreads: false }));
      expect(Math.floor(status / 100)).toBe(2);
      const after = (await service.get('r')).json.rule;
      expect(after).toMatchObject({ id: 'r', name: 'Receipts', runOnThreads: false, createdAt: before?.createdAt });
      expect(after.condition.aiInstructions).toBe('Receipts and invoices');
      expect(after.actions.map(({ type }) => type)).toEqual(['ARCHIVE']);
      expect(service.sandbox.rules()).toEqual([after]);
    });

    it.each(ALLOWED)('takes %s', async (_, sent) => {
      const service = await serve({ profile, seed });
      expect(Math.floor((await service.put('r', sent)).status / 100)).toBe(2);
    });

    it.each(BROKEN)('refuses %s with 400 and changes nothing', async (_, sent) => {
      const service = await serve({ profile, seed });
      const before = service.sandbox.rules();
      expect((await service.put('r', sent)).status).toBe(400);
      expect(service.sandbox.rules()).toEqual(before);
    });
  });

  describe('4.7 DELETE /rules/{id}', () => {
    it('deletes the rule definition', async () => {
      const service = await serve({ profile, seed });
      expect(Math.floor((await service.delete('r')).status / 100)).toBe(2);
      expect((await service.get('r')).status).toBe(404);
      expect((await service.list()).json).toEqual({ rules: [] });
    });
  });

  it("4.5 to 4.7 answer 404 for a rule that the key's inbox does not have", async () => {
    const inboxes = [{ name: 'mine' }, { name: 'theirs', rules: [{ id: 'theirs', name: 'Theirs' }] }];
    const service = await serve({ profile, seed: { inboxes } });
    for (const id of ['nowhere', 'theirs']) {
      const replies = [await service.get(id), await service.put(id, body()), await service.delete(id)];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(service.sandbox.rules('theirs').map(({ name }) => name)).toEqual(['Theirs']);
  });
});
