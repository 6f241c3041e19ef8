/** A listing that is asked for ahead of the work that is done meanwhile. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failing } from './failing.ts';
import { clientOf, json, serve, stopServers } from './scripted-server.ts';

afterEach(stopServers);
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('askForRules', () => {
  it('sends the request, whose answer the next listing takes, and no other', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
    const client = clientOf(baseUrl);
    await client.askForRules();
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(2);
    await client.close();
  });

  it.each([
    ['a page', '<html></html>', 'is an HTML page'],
    ['cut', '{"rules":[', 'is no whole JSON'],
    ['empty', '', 'is empty'],
    ['of another shape', '{"rules":{}}', 'is not as the API describes it'],
  ])('tells of an answer that is %s what it tells without being asked ahead', async (_what, text, why) => {
    const { baseUrl } = await serve((response) => response.writeHead(200).end(text));
    const client = clientOf(baseUrl, { retryReads: 0 });
    const error = await failing(client.listRules());
    await client.askForRules();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    const ahead = await failing(client.listRules());
    expect(ahead.message).toContain(why);
    expect({ ...ahead, message: ahead.message }).toEqual({ ...error, message: error.message });
    await client.close();
  });

  it('counts as the first try of the listing where it fails', async () => {
    const { baseUrl, requests } = await serve((response, _, index) =>
      index === 0 ? json(response, 503, {}) : json(response, 200, { rules: [] }),
    );
    const client = clientOf(baseUrl);
    await client.askForRules();
    expect(await client.listRules()).toEqual([]);
    expect(requests).toHaveLength(2);
    await client.close();
  });

  it('never rejects: the listing tells why', async () => {
    const client = clientOf('http://127.0.0.1:1/api/v1', { retryReads: 0 });
    await client.askForRules();
    await turn();
    await expect(client.listRules()).rejects.toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    await client.close();
  });

  it('is given up when the client is closed', async () => {
    let ended = () => {};
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const { baseUrl } = await serve((response) => response.on('close', ended));
    const client = clientOf(baseUrl);
    await client.askForRules();
    await client.close();
    await over;
    await expect(client.listRules()).rejects.toMatchObject({ message: expect.stringContaining('closed') });
  });

  it('does not count as late while nobody waits for it', async () => {
    let answer = () => {};
    const { baseUrl, requests } = await serve((response) => {
      answer = () => json(response, 200, { rules: [] });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const client = clientOf(baseUrl, { timeoutMs: 1_000, retryReads: 0 });
    await client.askForRules();
    while (requests.length === 0) await turn();
    vi.advanceTimersByTime(5_000);
    await turn();
    answer();
    expect(await client.listRules()).toEqual([]);
    await client.close();
  });

  it('has all the time to be answered in from when the listing waits for it', async () => {
    let answer = () => {};
    const { baseUrl, requests } = await serve((response) => {
      answer = () => json(response, 200, { rules: [] });
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const client = clientOf(baseUrl, { timeoutMs: 1_000, retryReads: 0 });
    await client.askForRules();
    vi.advanceTimersByTime(999);
    const listing = client.listRules();
    await turn();
    vi.advanceTimersByTime(999);
    while (requests.length === 0) await turn();
    answer();
    expect(await listing).toEqual([]);
    await client.close();
  });
});
