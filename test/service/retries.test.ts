import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ClientOptions, createClient } from '../../src/index.ts';
import { failing } from './failing.ts';
import { ruleRequest } from './rules.ts';
import { type Answer, clientOf, json, KEY, serve } from './scripted-server.ts';

/** A client that notes how long it would have waited. */
async function pausing(answer: Answer, options: Partial<ClientOptions> = {}) {
  const pauses: number[] = [];
  const { baseUrl, requests } = await serve(answer);
  const sleep = async (ms: number) => void pauses.push(ms);
  return { client: clientOf(baseUrl, { sleep, ...options }), requests, pauses };
}

const fails = (status: number, headers: Record<string, string> = {}): Answer => {
  return (response) => json(response, status, { error: 'no' }, headers);
};

describe('reads', () => {
  it.each([408, 429, 500, 502, 503, 504])(
    'repeat a %i three times, waiting twice as long each time',
    async (status) => {
      const { client, requests, pauses } = await pausing(fails(status));
      expect(await failing(client.listRules())).toMatchObject({ status });
      expect(requests).toHaveLength(4);
      expect(pauses).toEqual([125, 250, 500]);
    },
  );

  it.each([429, 503])('repeat a %i for as long as they may where they are patient', async (status) => {
    const { client, pauses } = await pausing(fails(status), { patient: true, retryForMs: 60_000 });
    expect(await failing(client.listRules())).toMatchObject({ status });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(50_000);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
  });

  it('are patient only with a service that answers', async () => {
    const { client, pauses } = await pausing((response) => response.destroy(), { patient: true });
    expect(await failing(client.listRules())).toMatchObject({ kind: 'network' });
    expect(pauses).toHaveLength(3);
  });

  it('add jitter', async () => {
    const { client, pauses } = await pausing(fails(500), { random: () => 0.5 });
    await failing(client.listRules());
    expect(pauses).toEqual([188, 375, 750]);
  });

  it('end with the first success', async () => {
    const { client, requests } = await pausing((response, _seen, index) => {
      if (index < 2) json(response, 503, {});
      else json(response, 200, { rules: [] });
    });
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(3);
  });

  it('honour Retry-After', async () => {
    const { client, pauses } = await pausing(fails(429, { 'retry-after': '9' }), { retryReads: 2 });
    expect(await failing(client.listRules())).toMatchObject({ retryAfterMs: 9_000 });
    expect(pauses).toEqual([9_000, 9_000]);
  });

  it('do not wait longer than they may', async () => {
    const { client, requests, pauses } = await pausing(fails(429, { 'retry-after': '50' }));
    expect(await failing(client.listRules())).toMatchObject({ retryAfterMs: 50_000 });
    expect(pauses).toEqual([50_000, 50_000]);
    expect(requests).toHaveLength(3);
  });

  it('count the time that a timeout took', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { client, requests, pauses } = await pausing(() => vi.advanceTimersByTime(60_000));
    expect(await failing(client.listRules())).toMatchObject({ kind: 'timeout' });
    expect(requests).toHaveLength(2);
    expect(pauses).toEqual([125]);
  });

  it.each([400, 401, 403, 404, 405, 501])('do not repeat a %i', async (status) => {
    const { client, requests, pauses } = await pausing(fails(status));
    await failing(client.listRules());
    expect(requests).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('do not repeat an answer that does not fit', async () => {
    const { client, requests } = await pausing((response) => json(response, 200, {}));
    await failing(client.getStatsByPeriod());
    expect(requests).toHaveLength(1);
  });

  it('are not repeated with retryReads 0', async () => {
    const { client, requests } = await pausing(fails(500), { retryReads: 0 });
    await failing(client.getRule('a'));
    expect(requests).toHaveLength(1);
  });

  it('stop at the signal', async () => {
    const controller = new AbortController();
    const sleep = async () => controller.abort();
    const { client, requests } = await pausing(fails(500), { sleep });
    expect(await failing(client.listRules({ signal: controller.signal }))).toMatchObject({ kind: 'aborted' });
    expect(requests).toHaveLength(1);
  });

  it('wait no longer than until the signal', async () => {
    const controller = new AbortController();
    const { baseUrl } = await serve((response) => {
      response.writeHead(429, { 'retry-after': '100' }).end();
      setTimeout(() => controller.abort(), 20);
    });
    const client = createClient({ baseUrl, apiKey: KEY });
    expect(await failing(client.listRules({ signal: controller.signal }))).toMatchObject({ kind: 'aborted' });
  });
});

describe('what the error of a read says', () => {
  it('nothing of that where it was tried once', async () => {
    const { client } = await pausing(fails(500), { retryReads: 0 });
    const error = await failing(client.listRules());
    expect(error.message).toBe('GET /rules failed with 500 INTERNAL_ERROR: no');
    expect(error).toMatchObject({ kind: 'http', status: 500, code: 'INTERNAL_ERROR', detail: 'no' });
  });

  it('all facts of the last error', async () => {
    const { client } = await pausing(fails(429, { 'retry-after': '9' }), { retryReads: 1 });
    expect(await failing(client.listRules())).toMatchObject({
      name: 'ServiceError',
      kind: 'http',
      status: 429,
      detail: 'no',
      reason: 'rate-limit',
      retryAfterMs: 9_000,
      request: { operation: 'listRules', method: 'GET', path: '/rules' },
      outcomeUnknown: false,
      message: 'GET /rules failed with 429 RATE_LIMITED: no (tried 2 times)',
    });
  });

  it('how long the service asks to wait', async () => {
    const { client } = await pausing(fails(429, { 'retry-after': '9' }));
    expect((await failing(client.listRules())).remedy).toBe('The service asks to wait 9 s. Try again then.');
    const busy = await pausing(fails(503, { 'retry-after': '30' }));
    expect((await failing(busy.client.listRules())).remedy).toBe('The service asks to wait 30 s. Try again then.');
  });

  it('that it gave up at once where the service asks for more than it may wait', async () => {
    const { client, requests, pauses } = await pausing(fails(429, { 'retry-after': '3600' }));
    const error = await failing(client.listRules());
    expect(requests).toHaveLength(1);
    expect(pauses).toEqual([]);
    expect(error.message).toBe(
      'GET /rules failed with 429 RATE_LIMITED: no (not tried again: the waiting would take more than 120 s)',
    );
    expect(error.remedy).toBe('The service asks to wait 3600 s. Try again then.');
  });

  it('both', async () => {
    const { client, requests } = await pausing((response, _seen, index) => {
      json(response, 429, { error: 'no' }, { 'retry-after': index === 0 ? '1' : '200' });
    });
    expect((await failing(client.listRules())).message).toMatch(
      /no \(tried 2 times; not tried again: the waiting would take more than 120 s\)$/,
    );
    expect(requests).toHaveLength(2);
  });

  it('to send fewer requests at once only where there were several', async () => {
    const one = await pausing(fails(429), { retryReads: 0 });
    expect((await failing(one.client.listRules())).remedy).toBe('Wait and try again.');
    expect((await failing(one.client.listRules())).remedy).toBe('Wait and try again.');
    const several = await pausing(fails(429), { retryReads: 0 });
    const errors = await Promise.all([failing(several.client.listRules()), failing(several.client.getRule('a'))]);
    for (const { remedy } of errors) expect(remedy).toBe('Wait and try again, with fewer requests at once.');
  });
});

describe('writes', () => {
  it.each([408, 429, 500, 503])('are sent once, also when they get a %i', async (status) => {
    const { client, requests, pauses } = await pausing(fails(status));
    for (const operation of [
      () => client.createRule(ruleRequest()),
      () => client.replaceRule('a', ruleRequest()),
      () => client.deleteRule('a'),
    ]) {
      expect(await failing(operation())).toMatchObject({ status });
    }
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
    expect(pauses).toEqual([]);
  });
});
