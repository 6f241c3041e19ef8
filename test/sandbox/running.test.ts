/** How the service runs: address, port, latency, log, size and end. */
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { body, from } from './bodies.ts';
import { serve } from './calling.ts';

describe('a sandbox', () => {
  it('waits the latency once for every answer', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const service = await serve({ profile: 'newer', latencyMs: 250, wait, seed: { rules: [{ id: 'r', name: 'R' }] } });
    await service.list();
    await service.post(body());
    await service.put('r', body({ name: 'R' }));
    await service.delete('r');
    await service.get('r');
    expect(waits).toEqual([250, 250, 250, 250, 250]);
  });

  it('writes down what it was asked and answered', async () => {
    let now = 1_795_000_000_000;
    const told: unknown[] = [];
    const service = await serve({
      profile: 'newer',
      now: () => now,
      latencyMs: 7,
      wait: async (ms) => {
        now += ms;
      },
      log: (request) => told.push(request),
    });
    await service.get('a/b');
    await service.call('HEAD', '/rules?x=1', undefined, { 'API-Key': 'unknown' });
    await service.post(body());
    const more = { query: '', inbox: 'default', ms: 7 };
    expect(told).toEqual([
      { method: 'GET', path: '/api/v1/rules/a%2Fb', status: 404, ...more },
      { method: 'HEAD', path: '/api/v1/rules', status: 401, ...more, inbox: null, query: '?x=1' },
      { method: 'POST', path: '/api/v1/rules', status: 201, ...more },
    ]);
  });

  it('closes connections that idle for 5 s, and says so (measured)', async () => {
    const { headers } = await (await serve()).list();
    expect(headers.get('keep-alive')).toBe('timeout=5');
  });

  it('ends at once, with connections open and an answer under way', async () => {
    const service = await serve({ latencyMs: 3_600_000 });
    const idle = connect(service.sandbox.port, '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.on('error', resolve).on('close', resolve));
    await new Promise((resolve) => idle.once('connect', resolve));
    const answer = service.list().catch(() => 'cut');
    await service.sandbox.close();
    expect(await answer).toBe('cut');
    await idleClosed;
  });
});

describe.each(PROFILE_NAMES)('10,000 rules (%s)', (profile) => {
  it('are listed, added to, checked for senders and names, and deleted from', async () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => ({
      id: `r${index}`,
      name: `Rule ${index}`,
      condition: { static: { from: `sender${index}@example.com` } },
    }));
    const service = await serve({ profile, seed: { rules } });
    expect((await service.list()).json.rules).toHaveLength(10_000);
    const unique = profile !== 'spec';
    expect((await service.post(from('New', 'sender9999@example.com'))).status).toBe(unique ? 400 : 201);
    expect((await service.post(from('Rule 9999', 'new@example.com'))).status).toBe(unique ? 500 : 201);
    await service.delete('r9999');
    expect((await service.post(from('Rule 9999', 'sender9999@example.com'))).status).toBe(201);
    expect(service.sandbox.rules()).toHaveLength(unique ? 10_000 : 10_002);
  });
});
