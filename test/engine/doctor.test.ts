/** Doctor against real servers: the sandbox in all profiles, and each fault that the way to a service can have. */
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examineService, type ProbeRow } from '../../src/engine/doctor.ts';
import type { ProbeName } from '../../src/model/doctor.ts';
import { createProbe } from '../../src/service/probe.ts';
import { listening } from '../harness/loopback.ts';
import { KEY, serve as sandbox } from '../harness/project.ts';
import { SELF_SIGNED } from '../harness/self-signed.ts';
import { type Answer, json, serve } from '../service/scripted-server.ts';

interface Options {
  key?: string;
  timeoutMs?: number;
}

async function look(baseUrl: string, { key = KEY, timeoutMs = 20_000 }: Options = {}) {
  const probe = createProbe({ baseUrl, apiKey: key, timeoutMs });
  onTestFinished(() => probe.close());
  const { rows: found } = await examineService(probe, { host: new URL(baseUrl).host, through: '' });
  expect(JSON.stringify(found)).not.toContain(key);
  return found;
}

/** Each probe with its result, those that went well left out. */
const unwell = (found: readonly ProbeRow[]) =>
  Object.fromEntries(found.filter(({ result }) => result !== 'ok').map(({ probe, result }) => [probe, result]));

const argsOf = (found: readonly ProbeRow[], name: ProbeName): Record<string, unknown> => {
  const probed = found.find(({ probe }) => probe === name);
  return { code: probed?.finding.code, result: probed?.result, ...probed?.finding.args };
};

const RULE = {
  name: 'A',
  enabled: true,
  runOnThreads: true,
  condition: { conditionalOperator: null, aiInstructions: 'x', static: { from: null, to: null, subject: null } },
  actions: [],
};
const SCOPES = ['RULES_READ', 'RULES_WRITE', 'STATS_READ'];
const skipped = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'skipped']));

describe('a service that is well', () => {
  it.each(['spec', 'older', 'newer'] as const)('of the profile %s', async (profile) => {
    const service = await sandbox({ profile, seed: { rules: [] } });
    const found = await look(service.baseUrl);
    expect(unwell(found)).toEqual({});
    expect(argsOf(found, 'RULES_READ')).toMatchObject({ count: 0 });
  });

  it.each(['spec', 'older', 'newer'] as const)(
    'of the profile %s, with rules, which stay as they are',
    async (profile) => {
      const rule = { ...RULE, ...(profile === 'spec' ? { id: 'any text' } : {}) };
      const service = await sandbox({
        profile,
        seed: { rules: [rule, { ...rule, name: 'B', ...(profile === 'spec' ? { id: 'b' } : {}) }] },
      });
      const before = JSON.stringify(service.rules());
      const found = await look(service.baseUrl);
      expect(argsOf(found, 'RULES_READ')).toMatchObject({ count: 2 });
      expect(JSON.stringify(service.rules())).toBe(before);
    },
  );

  it('is asked three times, and the only write is a PUT without content to an id that is made up', async () => {
    const { baseUrl, requests } = await serve((response, { method }) => {
      if (method === 'GET') json(response, 200, { rules: [] });
      else json(response, 404, { error: { code: 'NOT_FOUND', message: 'no', hint: 'no' } });
    });
    await look(baseUrl);
    await look(baseUrl);
    const seen = requests.map(({ method, url, body }) => `${method} ${url} ${body}`);
    expect(seen).toHaveLength(6);
    const writes = requests.filter(({ method }) => method !== 'GET');
    expect(writes.map(({ method, body }) => [method, body])).toEqual([
      ['PUT', '{}'],
      ['PUT', '{}'],
    ]);
    for (const { url } of writes) expect(url).toMatch(/^\/api\/v1\/rules\/inboxctl-doctor-[0-9a-f]{32}$/);
    expect(new Set(writes.map(({ url }) => url)).size).toBe(2);
  });
});

describe('the key', () => {
  const keys = [
    { key: 'only-read', inbox: 'default', scopes: ['RULES_READ'] },
    { key: 'only-write', inbox: 'default', scopes: ['RULES_WRITE'] },
    { key: 'scopeless', inbox: 'default', scopes: [] },
    { key: 'no-inbox-bound', inbox: null },
    { key: 'expired-key', inbox: 'default', expiresAt: '2020-01-01T00:00:00.000Z' },
  ];
  const profiles = ['spec', 'older', 'newer'] as const;
  const cases = profiles.flatMap((profile) => [
    { profile, key: 'only-read', expected: { RULES_WRITE: 'warning', STATS_READ: 'warning' } },
    { profile, key: 'only-write', expected: { RULES_READ: 'failed', STATS_READ: 'warning' } },
    { profile, key: 'scopeless', expected: { RULES_READ: 'failed', RULES_WRITE: 'warning', STATS_READ: 'warning' } },
    { profile, key: 'no-inbox-bound', expected: { key: 'failed', ...skipped(...SCOPES) } },
    { profile, key: 'expired-key', expected: { key: 'failed', ...skipped(...SCOPES) } },
    { profile, key: 'unknown-key', expected: { key: 'failed', ...skipped(...SCOPES) } },
  ]);

  it.each(cases)('$key at $profile', async ({ profile, key, expected }) => {
    const { baseUrl } = await sandbox({ profile, seed: { keys } });
    expect(unwell(await look(baseUrl, { key }))).toEqual(expected);
  });
});

describe('a scope', () => {
  /** A service that lists no rules and answers a PUT and the statistics like this. */
  const at = async (put: Answer, statistics: Answer = (response) => json(response, 200, {})) => {
    const { baseUrl } = await serve((...request) => {
      const [response, { method, url }] = request;
      if (method === 'PUT') put(...request);
      else if (url.includes('/stats/')) statistics(...request);
      else json(response, 200, { rules: [] });
    });
    return look(baseUrl);
  };
  const refusing =
    (status: number, message = 'no'): Answer =>
    (response) =>
      json(response, status, { error: { code: 'X', message, hint: '' } });

  it.each([
    [400, 'ok'],
    [404, 'ok'],
    [403, 'warning'],
    [405, 'warning'],
    [429, 'warning'],
    [500, 'warning'],
    [200, 'warning'],
    [204, 'warning'],
  ])('to write, where the PUT is answered with %i: %s', async (status, result) => {
    const put: Answer = status < 300 ? (response) => response.writeHead(status).end() : refusing(status);
    expect(argsOf(await at(put), 'RULES_WRITE')).toMatchObject({ result });
  });

  it.each([
    [200, 'ok'],
    [400, 'ok'],
    [403, 'warning'],
    [404, 'skipped'],
    [500, 'warning'],
  ])('to read statistics, where they are answered with %i: %s', async (status, result) => {
    const statistics: Answer = status < 300 ? (response) => json(response, status, {}) : refusing(status);
    expect(argsOf(await at(refusing(404), statistics), 'STATS_READ')).toMatchObject({ result });
  });

  it('is there, and the mailbox is not', async () => {
    const found = await at(refusing(404), refusing(401, 'Authorization required. Please reconnect the mailbox.'));
    expect(argsOf(found, 'STATS_READ')).toMatchObject({ result: 'failed', remedy: expect.stringMatching('Reconnect') });
  });
});

describe('the way to the service', () => {
  const withoutAnswer = { connection: 'failed', ...skipped('key', ...SCOPES) };

  it('ends at a port where nothing listens', async () => {
    const server = createTcp();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const found = await look(`http://127.0.0.1:${port}/api/v1`);
    expect(unwell(found)).toEqual(withoutAnswer);
    expect(argsOf(found, 'connection')).toMatchObject({ message: expect.stringContaining('refused the connection') });
    expect(argsOf(found, 'key')).toMatchObject({ because: 'connection' });
  });

  it('ends at a server that never answers', async () => {
    const { baseUrl } = await serve(() => {});
    const found = await look(baseUrl, { timeoutMs: 200 });
    expect(unwell(found)).toEqual(withoutAnswer);
    expect(argsOf(found, 'connection')).toMatchObject({ message: expect.stringContaining('timed out after 0.2 s') });
  });

  it('ends at a certificate that nobody signed', async () => {
    const server = createHttps(SELF_SIGNED, (_request, response) => response.end('{"rules":[]}'));
    const found = await look(`https://localhost:${await listening(server)}/api/v1`);
    expect(unwell(found)).toEqual(withoutAnswer);
    expect(argsOf(found, 'connection')).toMatchObject({
      message: expect.stringContaining('self-signed'),
      remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it('ends at a server that speaks no TLS', async () => {
    const { port } = await serve(() => {});
    const found = await look(`https://127.0.0.1:${port}/api/v1`);
    expect(argsOf(found, 'connection')).toMatchObject({
      result: 'failed',
      message: expect.stringContaining('does not speak TLS'),
    });
  });

  it.each<[string, Answer, string]>([
    ['a web page', (response) => response.setHeader('content-type', 'text/html').end('<html>'), 'is an HTML page'],
    ['a page that is not found', (response) => response.writeHead(404).end('<!DOCTYPE html>'), '404'],
    ['a page that forbids', (response) => response.writeHead(403).end('<html><title>Keep out</title>'), 'Keep out'],
    ['a redirect', (response) => response.writeHead(302, { location: 'https://example.com/a' }).end(), 'example.com/a'],
    ['other JSON', (response) => json(response, 200, { hello: 1 }), 'is not as the API describes it'],
    ['a server error', (response) => json(response, 500, {}), '500'],
    ['a rate limit', (response) => json(response, 429, {}), '429'],
    ['nothing', (response) => response.end(), 'is empty'],
  ])('ends at %s in place of the API', async (_what, answer, word) => {
    const { baseUrl } = await serve(answer);
    const found = await look(baseUrl);
    expect(unwell(found)).toEqual(withoutAnswer);
    const [message, remedy] = [expect.stringContaining(word), expect.any(String)];
    expect(argsOf(found, 'connection')).toMatchObject({ message, remedy });
  });
});
