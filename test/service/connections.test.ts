/** Clients that share their connections. */
import { expect, it } from 'vitest';
import { createClients } from '../../src/service/client.ts';
import { Connections } from '../../src/service/connections.ts';
import { failing } from './failing.ts';
import { json, serve } from './scripted-server.ts';

it('use one connection after the other, each with its own key', async () => {
  const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [] }));
  const connections = new Connections();
  const clientOf = createClients({ baseUrl }, connections);
  const keys = ['key-of-one', 'key-of-two', 'key-of-three'];
  for (const key of keys) expect(await clientOf(key).listRules()).toEqual([]);
  expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1);
  expect(requests.map(({ headers }) => headers['api-key'])).toEqual(keys);
  await connections.close();
});

it('end no request of each other when they are closed', async () => {
  const answers: (() => void)[] = [];
  const { baseUrl } = await serve((response) => answers.push(() => json(response, 200, { rules: [] })));
  const connections = new Connections();
  const clientOf = createClients({ baseUrl }, connections);
  const [first, second] = [clientOf('key-of-one'), clientOf('key-of-two')];
  const listings = [failing(first.listRules()), second.listRules()];
  while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await first.close();
  for (const answer of answers) answer();
  expect(await listings[0]).toMatchObject({ kind: 'aborted' });
  expect(await listings[1]).toEqual([]);
  await connections.close();
});
