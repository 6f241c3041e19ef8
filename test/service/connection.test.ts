import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../src/index.ts';
import { networkWords } from '../../src/service/network-words.ts';
import { listening } from '../harness/loopback.ts';
import { failing } from './failing.ts';
import { liveRule, ruleRequest } from './rules.ts';
import { type Answer, clientOf, json, serve, serving } from './scripted-server.ts';

/** A promise, and what resolves it. */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const never: Answer = () => {};
const neverEnding: Answer = (response) => {
  response.writeHead(200);
  response.write('{"rules":[');
};

const WRITES: [string, (client: Client, signal?: AbortSignal) => Promise<unknown>][] = [
  ['create', (client, signal) => client.createRule(ruleRequest(), { signal })],
  ['replace', (client, signal) => client.replaceRule('a', ruleRequest(), { signal })],
  ['delete', (client, signal) => client.deleteRule('a', { signal })],
];

describe('timeouts', () => {
  // The clock stands still until a request has reached the server.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  const late =
    (ms: number, answer: Answer): Answer =>
    (...request) => {
      vi.advanceTimersByTime(ms);
      answer(...request);
    };
  const neverEndingFor =
    (ms: number): Answer =>
    (...request) => {
      neverEnding(...request);
      setImmediate(() => setImmediate(() => vi.advanceTimersByTime(ms)));
    };

  it.each([
    ['the headers never come', late(60_000, never)],
    ['the body never ends', neverEndingFor(60_000)],
  ])('a read fails after 60 s when %s', async (_what, answer) => {
    const { client } = await serving(answer, { retryReads: 0 });
    const error = await failing(client.listRules());
    expect(error).toMatchObject({ kind: 'timeout', status: null, outcomeUnknown: false });
    expect(error.message).toBe('GET /rules timed out after 60 s');
    expect(error.remedy).toContain('--timeout');
  });

  it.each(WRITES)('a %s without an answer has an unknown outcome and is sent once', async (_what, write) => {
    const { client, requests } = await serving(late(1_000, never), { timeoutMs: 1_000 });
    const error = await failing(write(client));
    expect(error).toMatchObject({ kind: 'timeout', outcomeUnknown: true });
    expect(error.remedy).toContain('may have been applied');
    expect(requests).toHaveLength(1);
  });

  it.each<[string, number | undefined, number, number]>([
    ['longer than others', undefined, 60_000, 120_000],
    ['as long as was asked for', 7_000, 7_000, 7_000],
  ])('a write with a label, which a service may be slow to make, may take %s', async (_, timeoutMs, short, long) => {
    const { promise: areThere, resolve: tell } = withResolvers();
    const { client } = await serving(
      (_response, _seen, index) => index === 3 && tell(),
      timeoutMs === undefined ? {} : { timeoutMs },
    );
    const labeled = ruleRequest();
    const plain = { ...labeled, actions: labeled.actions.map((action) => ({ ...action, type: 'ARCHIVE' as const })) };
    const ends: string[] = [];
    const [first, second, ...others] = [plain, labeled].flatMap((rule) =>
      [client.createRule(rule), client.replaceRule('a', rule)].map(async (call) => {
        const { message } = await failing(call);
        ends.push(message);
      }),
    );
    await areThere;
    const told = (ms: number) => ['POST /rules', 'PUT /rules/a'].map((op) => `${op} timed out after ${ms / 1000} s`);
    vi.advanceTimersByTime(short);
    await Promise.all([first, second]);
    if (short < long) expect(ends.sort()).toEqual(told(short));
    vi.advanceTimersByTime(long - short);
    await Promise.all(others);
    expect(ends.sort()).toEqual([...told(short), ...told(long)].sort());
  });

  it('a create that takes 25 s succeeds', async () => {
    const { client } = await serving(late(25_000, (response) => json(response, 201, { rule: liveRule() })));
    expect(await client.createRule(ruleRequest())).toEqual(liveRule());
  });

  it('a write that never left the queue was not made', async () => {
    const { client, requests } = await serving(late(60_000, never), { connections: 1 });
    const [first, second] = await Promise.all([failing(client.deleteRule('a')), failing(client.deleteRule('b'))]);
    expect([first.outcomeUnknown, second.outcomeUnknown]).toEqual([true, false]);
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/rules/a']);
  });
});

describe('a success whose body does not come whole', () => {
  const breaking: Answer = (response) => {
    response.writeHead(201, { 'content-length': '100' });
    response.write('{"rule":');
    setImmediate(() => response.destroy());
  };

  it('leaves the outcome of a create unknown', async () => {
    const { client } = await serving(breaking);
    const error = await failing(client.createRule(ruleRequest()));
    expect(error).toMatchObject({ kind: 'unreadable', status: 201, outcomeUnknown: true });
    expect(error.message).toContain('did not come whole');
  });

  it('is enough for a replace and a delete', async () => {
    const { client } = await serving(breaking);
    expect(await client.replaceRule('a', ruleRequest())).toBeNull();
    expect(await client.deleteRule('a')).toBeUndefined();
  });
});

describe('a connection that the service closes', () => {
  /** Answers the first request of a connection and closes it at the next one. */
  const closing = () => {
    const used = new WeakSet<object>();
    const answer: Answer = (response, { socket }) => {
      if (used.has(socket)) {
        socket.destroy();
        return;
      }
      used.add(socket);
      json(response, 200, { rules: [] });
    };
    return answer;
  };

  it('is survived by a read, even without repeats', async () => {
    const { client, requests } = await serving(closing(), { retryReads: 0, connections: 1 });
    expect(await client.listRules()).toEqual([]);
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(3);
  });

  it.each(WRITES)('leaves the outcome of a %s unknown, which is sent once', async (_what, write) => {
    const { client, requests } = await serving(closing(), { connections: 1 });
    await client.listRules();
    const error = await failing(write(client));
    expect(error).toMatchObject({ kind: 'network', outcomeUnknown: true });
    expect(error.message).toContain('closed the connection');
    expect(requests).toHaveLength(2);
  });

  it('fails a read in the end', async () => {
    const { client, requests } = await serving((response) => response.socket?.destroy(), { retryReads: 1 });
    expect(await failing(client.listRules())).toMatchObject({ kind: 'network' });
    expect(requests).toHaveLength(3);
  });

  it('fails a read whose body breaks off', async () => {
    const { client } = await serving((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"rules":[]}');
      setImmediate(() => response.destroy());
    });
    expect(await failing(client.listRules())).toMatchObject({ kind: 'network', status: null });
  });

  it('is not reused when the service has closed it while idle', async () => {
    const { client, requests } = await serving((response) => json(response, 201, { rule: liveRule() }), {
      connections: 1,
    });
    await client.createRule(ruleRequest());
    const closed = new Promise((resolve) => requests[0]?.socket.once('close', resolve));
    requests[0]?.socket.end();
    await closed;
    expect(await client.createRule(ruleRequest())).toEqual(liveRule());
    expect(requests).toHaveLength(2);
  });

  it('is reused otherwise', async () => {
    const { client, requests } = await serving((response) => json(response, 200, { rules: [] }));
    for (let count = 0; count < 5; count++) await client.listRules();
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
  });
});

describe('no connection', () => {
  it('refused', async () => {
    const server = createServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    const error = await failing(clientOf(`http://127.0.0.1:${port}/api/v1`).createRule(ruleRequest()));
    expect(error).toMatchObject({ kind: 'network', code: 'ECONNREFUSED', outcomeUnknown: false });
    expect(error.message).toBe(`POST /rules failed: 127.0.0.1:${port} refused the connection`);
    expect(error.remedy).toContain('Nothing listens there');
  });

  it('https:// to a server that speaks HTTP', async () => {
    const { port } = await serve(never);
    const error = await failing(clientOf(`https://127.0.0.1:${port}/api/v1`).createRule(ruleRequest()));
    expect(error).toMatchObject({ kind: 'network', outcomeUnknown: false });
    expect(error.message).toContain('does not speak TLS');
  });

  it('a server that does not speak HTTP', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    });
    const port = await listening(server);
    const error = await failing(clientOf(`http://127.0.0.1:${port}/api/v1`).listRules());
    server.close();
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toContain('did not answer in HTTP');
  });

  it.each([
    ['ENOTFOUND', 'the host name of example.com is not known'],
    ['EAI_AGAIN', 'the host name of example.com could not be looked up'],
    ['ECONNRESET', 'example.com closed the connection without a whole answer'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of example.com is self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate of example.com is not trusted'],
    ['CERT_HAS_EXPIRED', 'the certificate of example.com has expired'],
    ['CERT_NOT_YET_VALID', 'the certificate of example.com is not valid yet'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of example.com is for another host'],
    ['EWHATEVER', 'the connection to example.com failed (EWHATEVER)'],
  ])('%s in words', (code, what) => {
    expect(networkWords({ code, message: '' }, 'https://example.com').what).toBe(what);
  });

  it.each(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])('%s may be the clock', (code) => {
    expect(networkWords({ code, message: '' }, 'https://example.com').remedy).toContain("Check this machine's clock.");
  });

  it('a self-signed certificate has a remedy', () => {
    expect(networkWords({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: '' }, 'https://example.com').remedy).toContain(
      'NODE_EXTRA_CA_CERTS',
    );
  });
});

describe('the signal', () => {
  it.each(WRITES)('ends a %s, whose outcome is then unknown', async (_what, write) => {
    const controller = new AbortController();
    const { client, requests } = await serving(() => controller.abort());
    const error = await failing(write(client, controller.signal));
    expect(error).toMatchObject({ kind: 'aborted', outcomeUnknown: true });
    expect(requests).toHaveLength(1);
  });

  it('ends a read, also while its body comes', async () => {
    const controller = new AbortController();
    const { client } = await serving((response, seen, index) => {
      neverEnding(response, seen, index);
      setImmediate(() => controller.abort());
    });
    const error = await failing(client.listRules({ signal: controller.signal }));
    expect(error).toMatchObject({ kind: 'aborted', outcomeUnknown: false });
    expect(error.message).toBe('GET /rules was interrupted');
  });

  it('that was aborted before keeps everything from being sent', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const signal = AbortSignal.abort();
    const client = clientOf(baseUrl);
    expect(await failing(client.listRules({ signal }))).toMatchObject({ kind: 'aborted' });
    expect(await failing(client.deleteRule('a', { signal }))).toMatchObject({ kind: 'aborted', outcomeUnknown: false });
    expect(requests).toEqual([]);
  });

  it('leaves other operations alone', async () => {
    const controller = new AbortController();
    const { client } = await serving((response, { url }) => {
      if (url.endsWith('/slow')) controller.abort();
      else setTimeout(() => json(response, 200, { rule: liveRule() }), 30);
    });
    const other = client.getRule('other');
    expect(await failing(client.getRule('slow', { signal: controller.signal }))).toMatchObject({ kind: 'aborted' });
    expect(await other).toEqual(liveRule());
  });
});

describe('close', () => {
  it.each([
    ['the first', [0]],
    ['the last', [4]],
    ['some in between, the later first', [3, 1]],
    ['all', [2, 0, 4, 1, 3]],
  ])('ends every request that has no answer yet, after %s had one', async (_what, answered) => {
    const waiting = new Map<number, Parameters<Answer>[0]>();
    const { promise: allCame, resolve: onLast } = withResolvers();
    const { client } = await serving(
      (response, { url }) => {
        waiting.set(Number(url.split('/').at(-1)), response);
        if (waiting.size === 5) onLast();
      },
      { retryReads: 0 },
    );
    const kindOf = async (id: number) => {
      const error = await client.getRule(String(id)).catch(({ kind }) => kind);
      return typeof error === 'string' ? error : 'answered';
    };
    const results = [0, 1, 2, 3, 4].map(kindOf);
    await allCame;
    for (const id of answered) {
      const response = waiting.get(id);
      if (response !== undefined) json(response, 200, { rule: liveRule() });
      await results[id];
    }
    await client.close();
    const expected = [0, 1, 2, 3, 4].map((id) => (answered.includes(id) ? 'answered' : 'aborted'));
    expect(await Promise.all(results)).toEqual(expected);
  });

  it('refuses what comes after it', async () => {
    const { client, requests } = await serving((response) => json(response, 200, { rules: [] }));
    await client.listRules();
    await client.close();
    await client.close();
    expect(await failing(client.listRules())).toMatchObject({ kind: 'not-sent' });
    expect(requests).toHaveLength(1);
  });

  it('ends what is under way', async () => {
    let close = () => {};
    const { client } = await serving(() => close());
    close = () => void client.close();
    expect(await failing(client.deleteRule('a'))).toMatchObject({ kind: 'aborted', outcomeUnknown: true });
  });

  it('ends a connection that is still being made', async () => {
    let opened = (_socket: Socket) => {};
    const server = createServer((socket) => opened(socket));
    const port = await listening(server);
    // The TLS handshake that this server never answers keeps the client connecting.
    const client = clientOf(`https://127.0.0.1:${port}/api/v1`);
    const connection = new Promise<Socket>((resolve) => {
      opened = resolve;
    });
    const outcome = failing(client.createRule(ruleRequest()));
    const socket = (await connection).resume();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await client.close();
    await ended;
    expect(await outcome).toMatchObject({ kind: 'not-sent', outcomeUnknown: false });
    server.close();
  });

  it('needs no request before it', async () => {
    await clientOf('http://127.0.0.1:9/api/v1').close();
  });
});
