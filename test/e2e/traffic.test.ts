/** What was sent for each account of a run: as JSON, and on the page of --report. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';
import { FAULT_KIND_NAMES } from '../harness/sandbox/faults.ts';

const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n`;
const live = (name: string) => ({ name, condition: { aiInstructions: 'y' }, actions: [{ type: 'STAR' }] });

/** One account, with a change of each kind to make. */
async function inbox(...faults: string[]) {
  const service = await serve({ seed: { inboxes: [{ name: 'one', rules: [live('Old'), live('B')] }] }, faults });
  const cwd = projectOf({ 'rules/all.yaml': [rule('A'), rule('B')].join('---\n') });
  const apply = async (...words: string[]) => {
    const args = ['apply', '--yes', '--format', 'json', '--timeout', '1', ...words];
    const { code, stdout } = await inboxctl(args, { cwd, env: service.env });
    return { code, document: applyDocument.parse(JSON.parse(stdout)) };
  };
  return { service, cwd, apply };
}

describe('accounts in the JSON of an apply', () => {
  it('have the requests that were sent, those of the plan included, and when', async () => {
    const { service, apply } = await inbox();
    const before = Date.now();
    const { accounts } = (await apply()).document;
    // One read to plan with, three writes, and one read to compare.
    expect(accounts).toEqual([
      { name: 'default', requests: 5, retries: 0, startedAt: expect.any(String), endedAt: expect.any(String) },
    ]);
    expect(service.requests).toHaveLength(5);
    const [started, ended] = [accounts[0]?.startedAt, accounts[0]?.endedAt].map((at) => Date.parse(at ?? ''));
    // Clocks of a machine may differ by a few ms.
    expect(started).toBeGreaterThan(before - 1_000);
    expect(ended).toBeGreaterThanOrEqual(started ?? 0);
    expect(ended).toBeLessThan(Date.now() + 1_000);
    const again = (await apply()).document;
    expect(again).toMatchObject({ outcome: 'converged', run: null, accounts: [{ requests: 1, retries: 0 }] });
  });

  it.each(FAULT_KIND_NAMES.filter((kind) => !['redirect', 'slow', 'hang-before', '429-retry-after'].includes(kind)))(
    'count every request as the service does, and each that repeats a failed one: %s',
    async (kind) => {
      const { service, apply } = await inbox(`GET /rules ${kind} @1`, `POST /rules ${kind} @1`, `DELETE * ${kind} @1`);
      const [{ requests, retries } = { requests: 0, retries: 0 }] = (await apply('--retry-for', '30')).document
        .accounts;
      expect(requests).toBe(service.requests.length);
      const sent = service.requests.map(({ method, path: to }) => `${method} ${to.replace(/.*\/rules/, '')}`);
      const writes = sent.filter((one) => !one.startsWith('GET'));
      const repeated = writes.length - new Set(writes).size;
      const isReadAgain = service.requests[0]?.method === 'GET' && service.requests[1]?.method === 'GET';
      expect({ kind, retries }).toEqual({ kind, retries: repeated + (isReadAgain ? 1 : 0) });
    },
  );

  it('have each account, also those that fail or cannot be asked', async () => {
    const service = await serve({
      seed: {
        inboxes: [{ name: 'ann', rules: [] }],
        keys: [{ key: 'key-of-the-ann', inbox: 'ann', scopes: ['RULES_READ', 'RULES_WRITE'] }],
      },
    });
    const accounts = ['zoe', 'ann', 'bob'].map(
      (name) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()} } }\n`,
    );
    const cwd = projectOf({ 'inboxctl.yaml': `accounts:\n${accounts.join('')}`, 'rules/a.yaml': rule('A') });
    const env = { INBOXCTL_BASE_URL: service.baseUrl, INBOXCTL_ANN: 'key-of-the-ann', INBOXCTL_BOB: 'key-of-the-bob' };
    const { stdout } = await inboxctl(['apply', '--yes', '--format', 'json'], { cwd, env });
    const times = { startedAt: expect.any(String), endedAt: expect.any(String) };
    expect(applyDocument.parse(JSON.parse(stdout)).accounts).toEqual([
      { name: 'ann', requests: 3, retries: 0, ...times },
      { name: 'bob', requests: 1, retries: 0, ...times },
      { name: 'zoe', requests: 0, retries: 0, startedAt: null, endedAt: null },
    ]);
  });

  it('are there for a rollback, and for a run that ends early', async () => {
    const { service, cwd, apply } = await inbox();
    await apply();
    const run = async (...words: string[]) => {
      const { stdout } = await inboxctl([...words, '--format', 'json'], { cwd, env: service.env });
      return applyDocument.parse(JSON.parse(stdout)).accounts;
    };
    expect(await run('rollback', '--yes', '--max-deletes', '5')).toMatchObject([{ name: 'default', requests: 5 }]);
    // Nobody can be asked.
    expect(await run('apply')).toMatchObject([{ name: 'default', requests: 1 }]);
    expect(await run('apply', '--only', 'nothing like it')).toEqual([]);
  });
});

it('the page of --report has a row for each account', async () => {
  const { cwd, apply } = await inbox('POST /rules 429 @1');
  const { document } = await apply('--report', 'done.html');
  const [account] = document.accounts;
  const cells = [account?.name, account?.startedAt, account?.endedAt, '6', '1'];
  const page = readFileSync(path.join(cwd, 'done.html'), 'utf8').replace(/<\/?code>| align="\w+"/g, '');
  expect(page).toContain(`<tr>\n${cells.map((cell) => `<td>${cell}</td>\n`).join('')}</tr>`);
});
