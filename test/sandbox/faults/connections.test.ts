/** What faults do to connections and time: hanging ones, large bodies, waits, and the end of the sandbox. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { body } from '../bodies.ts';
import { KEY, serve } from '../calling.ts';
import { answerIn, connected, eventually, names, SEED } from './asking.ts';

/** Both ends of each connection, since the sandbox runs in this process; none that an earlier file left open. */
const open = new Set<Socket>();
const sockets = () => open.size;
const CHANNELS = ['net.client.socket', 'net.server.socket'];
const onSocket = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  open.add(socket);
  socket.once('close', () => open.delete(socket));
};
/** More than the sockets between them hold. */
const LARGE = JSON.stringify(body({ name: 'Large', condition: { aiInstructions: 'x'.repeat(20_000_000) } }));

beforeAll(() => {
  for (const channel of CHANNELS) subscribe(channel, onSocket);
});
afterAll(() => {
  for (const channel of CHANNELS) unsubscribe(channel, onSocket);
});
beforeEach(() => eventually(() => sockets() === 0));

describe.each(['hang-before', 'hang-after'])('%s', (kind) => {
  it('is nothing of the sandbox any more when the client leaves', async () => {
    const { sandbox } = await serve({ seed: SEED, faults: [`POST /rules ${kind}`] });
    const connections = await Promise.all(Array.from({ length: 20 }, () => connected(sandbox)));
    for (const connection of connections) connection.ask('POST');
    await eventually(() => sandbox.requests.length === 20);
    expect(sockets()).toBe(40);
    for (const { socket } of connections) socket.destroy();
    await eventually(() => sockets() === 0);
  });

  it('is seen to be over also where the client leaves amid a large body', async () => {
    const { sandbox } = await serve({ seed: SEED, faults: [`POST /rules ${kind}`] });
    const { socket } = await connected(sandbox);
    const head = `POST /api/v1/rules HTTP/1.1\r\nHost: a\r\nAPI-Key: ${KEY}\r\nContent-Length: ${LARGE.length}`;
    socket.write(`${head}\r\n\r\n`);
    await new Promise((resolve) => socket.write(LARGE.slice(0, -1), resolve));
    socket.destroy();
    await eventually(() => sockets() === 0);
    expect(names(sandbox)).toEqual(['Old']);
  });

  it('does not keep the sandbox from ending', async () => {
    const { sandbox } = await serve({ seed: SEED, faults: [`* * ${kind}`] });
    const connections = await Promise.all(Array.from({ length: 5 }, () => connected(sandbox)));
    for (const connection of connections) connection.ask('GET');
    await eventually(() => sandbox.requests.length === 5);
    await sandbox.close();
    for (const { ended, text } of connections) {
      await ended;
      expect(text()).toBe('');
    }
  });

  it('goes on when the faults are cleared', async () => {
    const { sandbox } = await serve({ seed: SEED, faults: [`* * ${kind}`] });
    const [hanging, later] = [await connected(sandbox), await connected(sandbox)];
    hanging.ask('GET');
    await eventually(() => sandbox.requests.length === 1);
    sandbox.clearFaults();
    later.ask('GET');
    await later.until((text) => answerIn(text) !== null);
    expect([hanging.text(), hanging.socket.readyState]).toEqual(['', 'open']);
  });
});

describe('a large body that the service does not look at', () => {
  it.each(['500-before', '429', 'html-before'])(
    'is taken in before %s, and the connection is used again',
    async (kind) => {
      const { sandbox } = await serve({ seed: SEED, faults: [`POST /rules ${kind} @1`] });
      const { socket, until, ask } = await connected(sandbox);
      const head = `POST /api/v1/rules HTTP/1.1\r\nHost: a\r\nAPI-Key: ${KEY}\r\nContent-Length: ${LARGE.length}`;
      socket.write(`${head}\r\n\r\n${LARGE}`);
      const first = answerIn(await until((text) => answerIn(text) !== null));
      ask('GET');
      const both = await until((text) => answerIn(answerIn(text)?.rest ?? '') !== null);
      expect(first?.answer.status).not.toBe(201);
      expect(answerIn(answerIn(both)?.rest ?? '')?.answer.status).toBe(200);
      expect(names(sandbox)).toEqual(['Old']);
    },
  );

  it('is read by the real route where the answer only is spoiled', async () => {
    const service = await serve({ faults: ['POST /rules html'] });
    expect((await service.call('POST', '/rules', LARGE)).status).toBe(200);
    expect(names(service.sandbox)).toEqual(['Large']);
  });
});

describe('a client that leaves before its answer', () => {
  it.each(['reset-before', 'reset-after', 'truncated', 'hang-after', 'html'])(
    'is none for %s to spoil',
    async (kind) => {
      let pass = () => {};
      const latency = new Promise<void>((resolve) => {
        pass = resolve;
      });
      const service = await serve({ profile: 'newer', seed: SEED, latencyMs: 1, wait: () => latency });
      service.sandbox.fault(`DELETE * ${kind}`);
      const { ask, socket } = await connected(service.sandbox);
      ask('DELETE');
      await eventually(() => sockets() === 2);
      socket.destroy();
      await eventually(() => sockets() === 0);
      pass();
      await eventually(() => service.sandbox.requests.length === 1);
      expect(names(service.sandbox)).toEqual(kind === 'reset-before' ? ['Old'] : []);
      expect((await service.list()).status).toBe(200);
    },
  );
});

describe('time', () => {
  it('passes before each answer, and so before what stands in its place', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const faults = ['POST * 500-before', 'PUT * reset-after', 'GET * slow=700', 'DELETE * html'];
    const service = await serve({ profile: 'newer', seed: SEED, latencyMs: 40, wait, faults });
    await service.post(body());
    await service.put('r', body()).catch(() => {});
    await service.list();
    await service.delete('r');
    expect(waits).toEqual([40, 40, 40, 700, 40]);
  });

  it('that a slow answer takes ends with the sandbox', async () => {
    const service = await serve({ seed: SEED, faults: ['POST /rules slow=600000'] });
    const answer = service.post(body()).catch(() => 'cut');
    await eventually(() => names(service.sandbox).length === 2);
    await service.sandbox.close();
    expect(await answer).toBe('cut');
  });

  it('to wait is told in seconds and as a date in turn, as many seconds as were named', async () => {
    const now = () => Date.UTC(2026, 10, 21, 9, 22, 33);
    const service = await serve({ now, faults: ['GET /rules 429-retry-after=7 @2-'] });
    const headers: (string | null)[] = [];
    for (let time = 0; time < 4; time++) headers.push((await service.list()).headers.get('retry-after'));
    expect(headers).toEqual([null, '7', 'Sat, 21 Nov 2026 09:22:41 GMT', '7']);
  });
});

describe('the rest of the service', () => {
  it('refuses as ever: what is done in spite of a fault is what would have been done without it', async () => {
    const faults = ['POST * 500-after', 'PUT * html', 'DELETE * truncated'];
    const service = await serve({ profile: 'newer', seed: SEED, faults });
    expect((await service.post({ name: 'no rule' })).status).toBe(500);
    expect((await service.put('nobody', body())).status).toBe(200);
    expect((await service.call('PUT', '/rules/r', body(), {})).status).toBe(200);
    await service.delete('nobody').catch(() => {});
    expect(names(service.sandbox)).toEqual(['Old']);
  });

  it('leaves no header of its own in the answer that is given instead', async () => {
    const service = await serve({ profile: 'newer', faults: ['* /rules/ html'] });
    const { status, headers } = await service.call('POST', '/rules/', body());
    expect([status, headers.get('location')]).toEqual([200, null]);
  });

  it('does not let a fault count requests over the rate', async () => {
    let at = 0;
    const service = await serve({ now: () => at, ratePerSecond: 1, faults: ['GET /rules html @2'] });
    const statuses = async () => {
      const { status, headers } = await service.list();
      return `${status} ${headers.get('content-type')?.split(';')[0]}`;
    };
    const all = [await statuses(), await statuses()];
    at += 1000;
    expect([...all, await statuses()]).toEqual(['200 application/json', '429 application/json', '200 text/html']);
  });

  it('is not spoiled outside the base URL', async () => {
    const { sandbox } = await serve({ faults: ['* * html'] });
    expect((await fetch(`http://127.0.0.1:${sandbox.port}/`)).status).toBe(404);
  });
});

describe('the log', () => {
  it('has the status that reached the client, 0 where none or only half an answer did', async () => {
    const faults = ['GET * reset-after @1', 'GET * truncated @2', 'GET * hang-after @3', 'GET * 500-after @4'];
    const service = await serve({ faults });
    for (const _time of [1, 2]) await service.list().catch(() => {});
    const hanging = await connected(service.sandbox);
    hanging.ask('GET');
    await eventually(() => service.sandbox.requests.length === 3);
    await service.list();
    await service.list();
    expect(service.sandbox.requests.map(({ status }) => status)).toEqual([0, 0, 0, 500, 200]);
  });
});

describe('faults of a running sandbox', () => {
  it('count from when they were added, and can be forgotten', async () => {
    const { sandbox, list } = await serve({ faults: ['GET * 500-before @2-'] });
    const statuses = [(await list()).status];
    sandbox.fault('GET /rules 429 @1');
    statuses.push((await list()).status, (await list()).status);
    sandbox.clearFaults();
    statuses.push((await list()).status);
    sandbox.fault('GET /rules 429 @1');
    statuses.push((await list()).status);
    expect(statuses).toEqual([200, 500, 500, 200, 429]);
    expect(sandbox.requests.map(({ fault }) => fault)).toEqual([
      undefined,
      'GET * 500-before @2-',
      'GET * 500-before @2-',
      undefined,
      'GET /rules 429 @1',
    ]);
    expect(() => sandbox.fault('GET /rules 428')).toThrow(/428/);
  });

  it('that are none keep the sandbox from starting, and its data file from being touched', async () => {
    const error = await startSandbox({ dataFile: '/nowhere/at/all', faults: ['x', 'GET * html', 'y'] }).catch(
      (it) => it,
    );
    expect(error.message).toMatch(/nowhere/);
    const problems = await startSandbox({ faults: ['x', 'GET * html', 'y'] }).catch((it) => it.problems);
    expect(problems.map(({ word }: { word: string }) => word)).toEqual(['x', 'y']);
  });
});
