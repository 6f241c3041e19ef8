/** Clients that share their connections, and what they know of an origin. */
import { afterEach, describe, expect, it } from 'vitest';
import { Origins } from '../../src/service/origins.ts';
import { failing } from './failing.ts';
import { clientOf, json, serve, stopServers } from './scripted-server.ts';

afterEach(stopServers);

const NOWHERE = 'http://127.0.0.1:1/api/v1';

describe('clients that share an origin', () => {
  it('share its connections, one after the other', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const origins = new Origins();
    const clients = ['one', 'two', 'three'].map((apiKey) => clientOf(baseUrl, { origins, apiKey: `key of ${apiKey}` }));
    for (const client of clients) expect(await client.listRules()).toEqual([]);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
    expect(requests.map(({ headers }) => headers['api-key'])).toEqual(['key of one', 'key of two', 'key of three']);
    for (const client of clients) await client.close();
    expect(origins.agents.size).toBe(0);
  });

  it('end no request of each other when they are closed', async () => {
    const answers: (() => void)[] = [];
    const { baseUrl } = await serve((response) => answers.push(() => json(response, 200, { rules: [] })));
    const origins = new Origins();
    const [first, second] = [clientOf(baseUrl, { origins }), clientOf(baseUrl, { origins })];
    const listings = [failing(first.listRules()), second.listRules()];
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await first.close();
    for (const answer of answers) answer();
    expect(await listings[0]).toMatchObject({ kind: 'aborted' });
    expect(await listings[1]).toEqual([]);
    await second.close();
  });
});

describe('a client that rests', () => {
  it('is asked again over the same connection, where that is held', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const origins = new Origins({ holds: true });
    const clients = ['one', 'two'].map((apiKey) => clientOf(baseUrl, { origins, apiKey: `key of ${apiKey}` }));
    for (const client of [...clients, ...clients]) {
      expect(await client.listRules()).toEqual([]);
      client.rest();
    }
    expect(requests).toHaveLength(4);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
    for (const client of clients) await client.close();
    expect(origins.agents.size).toBe(1);
    origins.close();
    expect(origins.agents.size).toBe(0);
  });

  it('does so after what is under way, and what was asked ahead of time', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const client = clientOf(baseUrl, { origins: new Origins() });
    const listing = client.listRules();
    client.rest();
    expect(await listing).toEqual([]);
    await client.askForRules();
    client.rest();
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(2);
    await client.close();
  });
});

describe('an origin that never answered', () => {
  it('is given up by all once one has tried as often as it may, for the same reason', async () => {
    const origins = new Origins();
    let waits = 0;
    const sleep = async () => void waits++;
    const clients = Array.from({ length: 3 }, () => clientOf(NOWHERE, { origins, sleep }));
    const errors = [];
    for (const client of clients) errors.push(await failing(client.listRules()));
    expect(waits).toBe(3);
    expect(errors[0]).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(errors.map(({ message }) => message)).toEqual(Array(3).fill(errors[0]?.message));
  });

  it('is asked again by the one that gave it up, and of others of nobody else', async () => {
    const origins = new Origins();
    let waits = 0;
    const sleep = async () => void waits++;
    const client = clientOf(NOWHERE, { origins, sleep });
    await failing(client.listRules());
    await failing(client.listRules());
    expect(waits).toBe(6);
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const other = clientOf(baseUrl, { origins });
    expect(await other.listRules()).toEqual([]);
    expect(requests).toHaveLength(1);
    await other.close();
  });

  it('is another thing than one that answered once', async () => {
    const { baseUrl, requests } = await serve((response, _, index) =>
      index === 0 ? json(response, 401, {}) : response.destroy(),
    );
    const origins = new Origins();
    const clients = Array.from({ length: 3 }, () => clientOf(baseUrl, { origins, retryReads: 1 }));
    for (const client of clients) await failing(client.listRules());
    // The first is refused; each of the others is closed on, sent again at once, and repeated.
    expect(requests).toHaveLength(1 + 3 + 3);
  });
});
