/** The profile `spec` where the specification leaves a choice: allowed, and awkward for a client that assumes more. */
import { describe, expect, it } from 'vitest';
import { action, body, from } from './bodies.ts';
import { posted, serve } from './calling.ts';
import { specifiedRule } from './specified-rule.ts';

const profile = 'spec';

describe('2.3 "Format of rule id beyond being a string: not shown"', () => {
  it('has ids that break unless they are percent-encoded', async () => {
    const service = await serve({ profile });
    const { id } = (await service.post(body())).json.rule;
    expect(id).toMatch(/[ ]/);
    expect(id).toMatch(/[/]/);
    expect(id).toMatch(/[%]/);
    expect(id).toMatch(/[?#&]/);
    expect(id).toMatch(/[^ -~]/);
    expect((await service.get(id)).status).toBe(200);
  });
});

describe('2.3 "Optional in responses"', () => {
  it('leaves messagingChannelId out where the request did', async () => {
    const actions = [{ type: 'STAR' }, { type: 'STAR', messagingChannelId: null }];
    const { rule } = (await posted({ profile }, body({ actions }))).json;
    expect(specifiedRule.parse(rule)).toEqual(rule);
    expect(rule.actions[0]).not.toHaveProperty('messagingChannelId');
    expect(rule.actions[1]?.messagingChannelId).toBeNull();
  });
});

describe('4.3 GET /rules names no order', () => {
  it('lists the newest first', async () => {
    const service = await serve({ profile });
    for (const name of ['A', 'B', 'C']) await service.post(body({ name }));
    expect((await service.list()).json.rules.map(({ name }) => name)).toEqual(['C', 'B', 'A']);
  });
});

describe('4.4 POST /rules requires no more than its constraints', () => {
  it.each([
    ['an empty condition', body({ condition: {} })],
    ['LABEL without label', body({ actions: [{ type: 'LABEL' }] })],
    ['FORWARD without to', body({ actions: [{ type: 'FORWARD' }] })],
    ['SEND_EMAIL without to', body({ actions: [{ type: 'SEND_EMAIL' }] })],
    ['CALL_WEBHOOK without webhookUrl', body({ actions: [{ type: 'CALL_WEBHOOK' }] })],
    ['MOVE_FOLDER without folderName', body({ actions: [{ type: 'MOVE_FOLDER' }] })],
    ['a messaging action without channel', body({ actions: [{ type: 'NOTIFY_MESSAGING_CHANNEL' }] })],
    ['a private webhook', body({ actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: 'http://10.0.0.1/' } }] })],
    ['a NUL character', body({ name: 'a\0b' })],
    ['a long name', body({ name: 'n'.repeat(3000) })],
  ])('takes %s', async (_, sent) => {
    expect((await posted({ profile }, sent)).status).toBe(201);
  });

  it('stores names untrimmed and more than once', async () => {
    const service = await serve({ profile });
    for (const name of [' A ', ' A ', ' ']) expect((await service.post(body({ name }))).json.rule.name).toBe(name);
    expect(service.sandbox.rules()).toHaveLength(3);
  });

  it('lets senders overlap', async () => {
    const service = await serve({ profile });
    expect((await service.post(from('A', 'a@example.com'))).status).toBe(201);
    expect((await service.post(from('B', 'a@example.com'))).status).toBe(201);
  });

  it('gives blank texts back as sent, and the operator null as null', async () => {
    const condition = { conditionalOperator: null, aiInstructions: ' ', static: { from: '', to: '\n', subject: null } };
    const actions = [{ type: 'FORWARD', fields: { to: ' a@example.com ', cc: '' }, delayInMinutes: 1.5 }];
    const { rule } = (await posted({ profile }, body({ condition, actions }))).json;
    expect(rule.condition).toEqual(condition);
    expect(rule.actions[0]).toMatchObject({ fields: { to: ' a@example.com ', cc: '' }, delayInMinutes: 1.5 });
    expect(rule.enabled).toBe(true);
  });
});

describe('4.6 "its success status and its response body: not shown"', () => {
  it('answers 202 without a body', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R' }] } });
    const { status, text, headers } = await service.put('r', body());
    expect([status, text, headers.get('content-type')]).toEqual([202, '', null]);
  });

  it('clears the operator with null or without the key', async () => {
    const condition = { conditionalOperator: 'OR', aiInstructions: 'x' };
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R', condition }] } });
    await service.put('r', body({ condition: { conditionalOperator: null } }));
    expect(service.sandbox.rules()[0]?.condition.conditionalOperator).toBeNull();
    await service.put('r', body({ condition }));
    await service.put('r', body());
    expect(service.sandbox.rules()[0]?.condition.conditionalOperator).toBeNull();
  });

  it('keeps enabled as it is', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R', enabled: false }] } });
    await service.put('r', body({ actions: [action('REPLY')], enabled: true }));
    expect(service.sandbox.rules()[0]?.enabled).toBe(false);
  });
});

describe('4.7 "success status code and response body: not shown"', () => {
  it('answers 200 with a body of its own', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R' }] } });
    const { status, json } = await service.delete('r');
    expect([status, json]).toEqual([200, { message: 'Rule deleted' }]);
  });
});

describe('7 Errors', () => {
  it('names every problem of a body', async () => {
    const { message } = (await posted({ profile }, { name: '', actions: [{ type: 'NONE' }] })).json.error;
    expect(message).toContain('name: ');
    expect(message).toContain('condition: ');
    expect(message).toContain('actions/0/type: ');
  });

  it('does not redirect an empty id', async () => {
    const service = await serve({ profile });
    expect((await service.call('GET', '/rules/')).status).toBe(404);
  });

  it('names the methods of section 4 with a 405, as HTTP asks', async () => {
    const service = await serve({ profile });
    const allow = async (path: string) => (await service.call('PATCH', path)).headers.get('allow');
    expect(await allow('/rules')).toBe('GET, POST');
    expect(await allow('/rules/r')).toBe('DELETE, GET, PUT');
    expect(await allow('/stats/by-period')).toBe('GET');
  });
});

describe('8 "Rate-limit thresholds, windows and rate-limit headers: not shown"', () => {
  it('sends Retry-After, in seconds and as a date by turns', async () => {
    const now = Date.UTC(2026, 10, 21);
    const service = await serve({ profile, ratePerSecond: 0.1, now: () => now });
    await service.list();
    const headers = [(await service.list()).headers, (await service.list()).headers];
    expect(headers.map((each) => each.get('retry-after'))).toEqual(['10', 'Sat, 21 Nov 2026 00:00:11 GMT']);
  });
});
