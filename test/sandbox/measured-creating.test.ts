/** Listing and creating as the two deployments were measured to do it. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ACTION_TYPES, ACTIONS } from '../../src/model/action-types.ts';
import { action, body, CHANNEL } from './bodies.ts';
import { posted, serve } from './calling.ts';

/** Four thousand letters that no compression makes shorter, the same for the same text. */
function randomLetters(text: string): string {
  const blocks = Array.from({ length: 100 }, (_, index) => createHash('sha256').update(`${text}${index}`));
  return blocks.map((block) => block.digest('base64url')).join('');
}

const withCondition = (condition: Record<string, unknown>) => body({ condition });

describe.each(['older', 'newer'] as const)('%s, listing and creating', (profile) => {
  it('lists by createdAt, whatever the order of coming', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
    const rules = [3, 1, 2].map((hour) => ({ name: `R${hour}`, createdAt: at(hour) }));
    const service = await serve({ profile, seed: { rules } });
    await service.post(body({ name: 'New' }));
    const { json, headers } = await service.list();
    expect(json.rules.map(({ name }) => name)).toEqual(['R1', 'R2', 'R3', 'New']);
    expect(headers.get('etag')).toBeNull();
  });

  it('has ids that are cuids of 25 characters', async () => {
    expect((await posted({ profile }, body())).json.rule.id).toMatch(/^c[0-9a-z]{24}$/);
  });

  it('makes the same ids of the same clock and randomness', async () => {
    const options = { profile, now: () => 1_795_000_000_000, random: () => 0.5 };
    const ids = async () => {
      const service = await serve(options);
      const first = (await service.post(body({ name: 'A' }))).json.rule.id;
      return [first, (await service.post(body({ name: 'B' }))).json.rule.id];
    };
    const [a, b] = await ids();
    expect(await ids()).toEqual([a, b]);
    expect(a).not.toBe(b);
  });

  it('trims names, NBSP and BOM too, and refuses blank ones', async () => {
    const service = await serve({ profile });
    expect((await service.post(body({ name: '\uFEFF\u00A0 A b \n' }))).json.rule.name).toBe('A b');
    expect((await service.post(body({ name: ' \u00A0' }))).status).toBe(400);
  });

  it('answers a duplicate name with 500, exact after the trim', async () => {
    const service = await serve({ profile });
    expect((await service.post(body({ name: 'Caf\u00e9' }))).status).toBe(201);
    expect((await service.post(body({ name: ' Caf\u00e9 ' }))).status).toBe(500);
    expect((await service.post(body({ name: 'caf\u00e9' }))).status).toBe(201);
    expect((await service.post(body({ name: 'Cafe\u0301' }))).status).toBe(201);
    expect(service.sandbox.rules()).toHaveLength(3);
  });

  it('frees a name by delete and by rename, and keeps names apart by inbox', async () => {
    const seed = { inboxes: [{ name: 'a' }, { name: 'b', rules: [{ name: 'Receipts' }] }] };
    const service = await serve({ profile, seed });
    const { id } = (await service.post(body())).json.rule;
    await service.put(id, body({ name: 'Other' }));
    const second = (await service.post(body())).json.rule.id;
    expect((await service.put(id, body())).status).toBe(500);
    await service.delete(second);
    expect((await service.put(id, body())).status).toBe(200);
  });

  it('stores the operator AND where it is left out or null', async () => {
    const service = await serve({ profile });
    const operator = async (name: string, condition: object) =>
      (await service.post(body({ name, condition }))).json.rule.condition.conditionalOperator;
    expect(await operator('A', { aiInstructions: 'x' })).toBe('AND');
    expect(await operator('B', { aiInstructions: 'x', conditionalOperator: null })).toBe('AND');
    expect(await operator('C', { aiInstructions: 'x', conditionalOperator: 'OR' })).toBe('OR');
  });

  it('gives blank condition texts back as null and others untrimmed', async () => {
    const sent = { aiInstructions: ' x\r\n', static: { from: '', to: ' \u00A0', subject: ' s ' } };
    const { condition } = (await posted({ profile }, withCondition(sent))).json.rule;
    expect(condition).toMatchObject({ aiInstructions: ' x\r\n', static: { from: null, to: null, subject: ' s ' } });
  });

  it('trims only `to` of the fields', async () => {
    const fields = { to: ' a@example.com ', cc: ' c ', content: '', label: ' ', subject: ' s' };
    const actions = [
      { type: 'STAR', fields },
      { type: 'STAR', fields: { to: ' ' } },
    ];
    const { rule } = (await posted({ profile }, body({ actions }))).json;
    expect(rule.actions[0]?.fields).toMatchObject({ ...fields, to: 'a@example.com' });
    expect(rule.actions[1]?.fields.to).toBeNull();
  });

  it('gives folderName back as null on a web-mail inbox only', async () => {
    const folder = async (provider: string) => {
      const service = await serve({ profile, seed: { inboxes: [{ name: 'a', provider }] } });
      const { status, json } = await service.post(body({ actions: [action('MOVE_FOLDER')] }));
      return [status, json.rule.actions[0]?.fields.folderName];
    };
    expect(await folder('web-mail')).toEqual([201, null]);
    expect(await folder('cloud-suite')).toEqual([201, 'Receipts']);
  });

  it('stores a delay of 1.5 as 1', async () => {
    const { rule } = (await posted({ profile }, body({ actions: [{ type: 'STAR', delayInMinutes: 1.5 }] }))).json;
    expect(rule.actions[0]?.delayInMinutes).toBe(1);
  });

  it('ignores unknown keys anywhere, enabled and id among them', async () => {
    const condition = { aiInstructions: 'x', new: 1, static: { subject: 's', new: 1 } };
    const actions = [{ type: 'STAR', new: 1, integrationName: 'crm', fields: { new: 1 } }];
    const { rule } = (await posted({ profile }, body({ condition, actions, new: 1, id: 'mine', enabled: false }))).json;
    expect(JSON.stringify(rule)).not.toContain('"new"');
    expect(rule.id).not.toBe('mine');
    expect([rule.enabled, rule.actions[0]?.integrationName]).toEqual([true, null]);
  });

  it('refuses a messaging channel that does not exist', async () => {
    const sent = body({ actions: [action('NOTIFY_MESSAGING_CHANNEL')] });
    const status = async (channels: string[]) => {
      const { status: given, text } = await posted({ profile, seed: { inboxes: [{ name: 'a', channels }] } }, sent);
      if (given === 400) expect(text).toContain('Messaging channel not found');
      return given;
    };
    expect(await status([])).toBe(400);
    expect(await status([CHANNEL])).toBe(201);
  });

  it.each(ACTION_TYPES)('knows of %s what the catalogue of action types says', async (type) => {
    const { needs, channel, outbound } = ACTIONS[type];
    const service = await serve({ profile });
    const { status, json } = await service.post(body({ actions: [action(type)] }));
    expect({ status, enabled: json.rule?.enabled }).toEqual({ status: 201, enabled: outbound !== true });
    const without = async (key: string) =>
      (await service.post(body({ name: 'B', actions: [{ ...action(type), [key]: null }] }))).status;
    expect(await without('fields')).toBe(needs === undefined ? 201 : 400);
    if (channel) expect(await without('messagingChannelId')).toBe(400);
  });

  it.each([
    ['@company.com in to', { condition: { static: { to: 'me@company.com' } } }, false],
    ['@mycompany.com in from', { condition: { static: { from: '@mycompany.com' } } }, false],
    [
      'cal.com/example in a content',
      { actions: [{ type: 'DRAFT_EMAIL', fields: { content: 'Book at https://cal.com/example.' } }] },
      false,
    ],
    ['@company.com in from', { condition: { static: { from: '@company.com' } } }, true],
    ['@mycompany.com in to', { condition: { static: { to: '@mycompany.com' } } }, true],
    ['cal.com/example in the instructions', { condition: { aiInstructions: 'cal.com/example' } }, true],
    ['@company.com in the to of an action', { actions: [{ type: 'STAR', fields: { to: 'a@company.com' } }] }, true],
  ])('takes %s for example text, or not', async (_what, changes, enabled) => {
    expect((await posted({ profile }, body(changes))).json.rule.enabled).toBe(enabled);
  });

  it('answers a NUL character anywhere with 500', async () => {
    const service = await serve({ profile });
    const status = async (changes: Record<string, unknown>) => (await service.post(body(changes))).status;
    expect(await status({ name: 'a\0b' })).toBe(500);
    expect(await status({ name: 'B', condition: { aiInstructions: 'a\0b' } })).toBe(500);
    expect(await status({ name: 'C', actions: [{ type: 'STAR', fields: { content: '\0' } }] })).toBe(500);
    expect(
      await status({ name: 'D \u{1F600} \u0007 \\u0000', condition: { aiInstructions: 'x'.repeat(3_000_000) } }),
    ).toBe(201);
  });

  it('has names as long as a row of an index takes, compressed', async () => {
    const service = await serve({ profile });
    const status = async (name: string) => (await service.post(body({ name }))).status;
    const random = (length: number) => randomLetters('names').slice(0, length);
    expect(await status(random(2600))).toBe(201);
    expect(await status(random(2690))).toBe(500);
    expect(await status('n'.repeat(3000))).toBe(201);
    const id = service.sandbox.rules()[0]?.id ?? '';
    expect((await service.put(id, body({ name: random(2690) }))).status).toBe(500);
  });

  it('gives half a surrogate pair back as U+FFFD', async () => {
    const half = '"a\\ud83d"';
    const sent = JSON.stringify(
      body({
        name: 'HALF',
        condition: { aiInstructions: 'HALF', static: { subject: 'HALF' } },
        actions: [{ type: 'STAR', fields: { content: 'HALF' } }],
      }),
    ).replaceAll('"HALF"', half);
    const { rule } = (await posted({ profile }, sent)).json;
    const { aiInstructions, static: matchers } = rule.condition;
    const texts = [rule.name, aiInstructions, matchers.subject, rule.actions[0]?.fields.content];
    expect(texts).toEqual(Array(4).fill('a\uFFFD'));
  });
});
