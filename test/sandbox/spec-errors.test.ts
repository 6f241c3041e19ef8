import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../src/sandbox/profiles.ts';
import { body } from './bodies.ts';
import { KEY, type Reply, type Service, serve } from './calling.ts';
import { specifiedError } from './specified-rule.ts';

const seed = {
  inboxes: [{ name: 'mine', features: { deleteEmailAction: false }, rules: [{ id: 'r', name: 'R' }] }],
  keys: [
    { key: 'reader', inbox: 'mine', scopes: ['RULES_READ'] },
    { key: 'statistician', inbox: 'mine', scopes: ['STATS_READ'] },
  ],
};

const AS_READER = { 'API-Key': 'reader' };

/** Every condition of API spec 7's table that a request alone can bring about. */
const CASES: [string, number, string, (service: Service) => Promise<Reply>][] = [
  ['an invalid request body', 400, 'BAD_REQUEST', ({ post }) => post({})],
  ['a body that is not JSON', 400, 'BAD_REQUEST', ({ post }) => post('{"name":')],
  ['an action whose flag is off', 400, 'BAD_REQUEST', ({ post }) => post(body({ actions: [{ type: 'DELETE' }] }))],
  ['no API-Key header', 401, 'UNAUTHORIZED', ({ call }) => call('GET', '/rules', undefined, {})],
  ['a key without the scope', 403, 'FORBIDDEN', ({ call }) => call('POST', '/rules', body(), AS_READER)],
  ['a route that is not there', 404, 'NOT_FOUND', ({ call }) => call('GET', '/mailboxes')],
  ['a route below a rule', 404, 'NOT_FOUND', ({ call }) => call('GET', '/rules/r/history')],
  ['statistics that are not there', 404, 'NOT_FOUND', ({ call }) => call('GET', '/stats/by-sender')],
  [
    'a query that is invalid',
    400,
    'BAD_REQUEST',
    ({ call }) => call('GET', '/stats/by-period?period=hour', undefined, { 'API-Key': 'statistician' }),
  ],
  ['statistics without scope', 403, 'FORBIDDEN', ({ call }) => call('GET', '/stats/by-period', undefined, AS_READER)],
  ['a rule that is not there', 404, 'NOT_FOUND', ({ get }) => get('nowhere')],
  ['a method that /rules does not have', 405, 'METHOD_NOT_ALLOWED', ({ call }) => call('PUT', '/rules', body())],
  ['a method that a rule does not have', 405, 'METHOD_NOT_ALLOWED', ({ call }) => call('POST', '/rules/r', body())],
];

describe.each(PROFILE_NAMES)('7 Errors (%s)', (profile) => {
  // The older deployment was measured to answer malformed JSON with 500; see the measured tests.
  const cases = CASES.filter(([what]) => profile !== 'older' || what !== 'a body that is not JSON');

  it.each(cases)('answers %s with %i', async (_, status, code, ask) => {
    const service = await serve({ profile, seed });
    const reply = await ask(service);
    expect(reply.status).toBe(status);
    if (profile !== 'older') expect(specifiedError.parse(reply.json).error.code).toBe(code);
  });

  // The deployments were measured to answer these; see the measured tests.
  const unnamed = profile === 'spec' ? ['OPTIONS', 'HEAD'] : [];

  it('answers methods that no operation has with 405, also without a key', async () => {
    const service = await serve({ profile, seed });
    for (const method of ['PATCH', 'DELETE', ...unnamed]) {
      expect((await service.call(method, '/rules', undefined, {})).status).toBe(405);
    }
    for (const method of ['PATCH', ...unnamed]) {
      expect((await service.call(method, '/rules/r', undefined, {})).status).toBe(405);
    }
  });

  it.each(['/stats/by-period', '/stats/response-time'])(
    'answers methods that %s does not have with 405',
    async (path) => {
      const service = await serve({ profile });
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', ...unnamed]) {
        expect((await service.call(method, path, undefined, {})).status).toBe(405);
      }
    },
  );

  it('answers what is outside {base_url} with 404', async () => {
    const service = await serve({ profile });
    const response = await fetch(new URL('/rules', service.sandbox.baseUrl), { headers: { 'API-Key': KEY } });
    expect(response.status).toBe(404);
    await response.text();
  });
});

describe.each(PROFILE_NAMES)('8 Limits (%s)', (profile) => {
  it('rejects requests over the rate with 429, and takes them again later', async () => {
    let now = Date.UTC(2026, 10, 21);
    const service = await serve({ profile, ratePerSecond: 2, now: () => now });
    const statuses = async () => [(await service.list()).status, (await service.list()).status];
    expect(await statuses()).toEqual([200, 200]);
    expect(await statuses()).toEqual([429, 429]);
    now += 500;
    expect(await statuses()).toEqual([200, 429]);
  });

  it.each([
    [5, [5, 5, 5]],
    [0.5, [1, 0, 1]],
  ])('takes the requests of a second at once after a pause, and at least one: %d/s', async (ratePerSecond, taken) => {
    let now = Date.UTC(2026, 10, 21);
    const service = await serve({ profile, ratePerSecond, now: () => now });
    const counts: number[] = [];
    for (const pause of [1000, 60_000, 0]) {
      let count = 0;
      while ((await service.list()).status === 200) count += 1;
      counts.push(count);
      now += pause;
    }
    expect(counts).toEqual(taken);
  });

  it('changes nothing for a request over the rate', async () => {
    const service = await serve({ profile, ratePerSecond: 0.001 });
    await service.list();
    expect((await service.post(body())).status).toBe(429);
    expect(service.sandbox.rules()).toEqual([]);
  });
});
