/** A command that has ended leaves no connection open, however it ended. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';
import { json, KEY, serve } from '../service/scripted-server.ts';

it.each([
  [200, 0],
  [401, 1],
])('a service that answers %i sees its connections closed', async (status, exit) => {
  const { baseUrl, requests } = await serve((response) => json(response, status, { rules: [] }));
  const env = { INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY };
  const { code } = await inboxctl(['list'], { cwd: projectOf({}), env });
  expect(code).toBe(exit);
  expect(requests.length).toBeGreaterThan(0);
  const closed = requests.map(({ socket }) => (socket.destroyed ? null : once(socket, 'close')));
  const late = new Promise((resolve) => setTimeout(() => resolve('late'), 2_000).unref());
  expect(await Promise.race([Promise.all(closed), late])).not.toBe('late');
});
