/** How many requests each mode sends to GitHub, which docs/github-reference.md tells: no more for many accounts than for one. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { IS_NIGHT } from '../harness/runs.ts';
import { applying, endOf, live, rule } from './apply-world.ts';

/** A project of accounts that share their rules, in inboxes that have one more. */
async function fleet(count: number) {
  const names = Array.from({ length: count }, (_, index) => `inbox-${index}`);
  const keyOf = (name: string) => `key-of-${name}`;
  const variableOf = (name: string) => `INBOXCTL_${name.replaceAll('-', '_').toUpperCase()}`;
  const env = Object.fromEntries(names.map((name) => [variableOf(name), keyOf(name)]));
  const accounts = names.map((name) => `  ${name}: { apiKey: { env: ${variableOf(name)} } }\n`).join('');
  const seed = {
    inboxes: names.map((name) => ({ name, rules: [live('A', 'A'), live('Stray')] })),
    keys: names.map((name) => ({ key: keyOf(name), inbox: name })),
  };
  const inputs = { 'api-key': '', 'signing-key': 'one-key-for-all-of-the-jobs' };
  const world = await applying({
    files: { 'inboxctl.yaml': `guard: { maxDeletes: 5 }\naccounts:\n${accounts}`, 'rules/a.yaml': rule('A') },
    sandbox: { seed },
  });
  const { baseUrl } = world.service;
  const shared = {
    inputs: { ...inputs, 'base-url': '', 'allowed-hosts': new URL(baseUrl).host },
    env: { ...env, INBOXCTL_BASE_URL: baseUrl },
  };
  const counted = async (run: () => Promise<unknown>) => {
    const before = world.github.requests.length;
    await run();
    return world.github.requests.length - before;
  };
  return { ...world, shared, counted };
}

async function requestsOf(accounts: number) {
  const { github, reviewed, replan, apply, shared, counted } = await fleet(accounts);
  let pull = await reviewed({ 'README.md': 'Nothing to apply.\n' }, shared);
  await apply(github.merge(pull.number), shared);
  const first = await counted(async () => {
    pull = await reviewed({ 'rules/b.yaml': rule('B') }, shared);
  });
  const again = await counted(() => replan(pull, {}, shared));
  const commits = github.merge(pull.number);
  github.addRun(7);
  const attempt = (number: string) => ({ ...shared.env, GITHUB_RUN_ID: '7', GITHUB_RUN_ATTEMPT: number });
  let snapshot = '';
  const applied = await counted(async () => {
    const ended = await apply(commits, { ...shared, env: attempt('1') });
    expect(endOf(ended).code).toBe(0);
    snapshot = ended.outputs['run-file'] ?? '';
  });
  const rerun = await counted(async () =>
    expect(endOf(await apply(commits, { ...shared, env: attempt('2') })).code).toBe(0),
  );
  const drift = () => {
    const inputs = { ...shared.inputs, mode: 'drift' };
    return counted(() => apply([], { ...shared, event: 'schedule', inputs }));
  };
  const back = { ...shared.inputs, mode: 'rollback', 'run-file': snapshot, 'run-id': '7' };
  const rollback = await counted(async () => {
    const ended = await apply([], { ...shared, event: 'workflow_dispatch', inputs: back });
    expect(ended.outputs['has-changes']).toBe('true');
  });
  const issue = await drift();
  const sameIssue = await drift();
  expect(github.issues()).toHaveLength(1);
  return { first, again, applied, rerun, issue, sameIssue, rollback };
}

// What is asked for each account shows with three; by night there are more than the hundred of a list that GitHub gives at once.
it.each(IS_NIGHT ? [1, 40, 400] : [1, 3])('they are as documented for %i accounts', async (accounts) => {
  const found = await requestsOf(accounts);
  const docs = readFileSync('docs/github-reference.md', 'utf8');
  const [section = ''] = docs.split('## Requests to GitHub')[1]?.split('\n## ') ?? [];
  const told = [...section.matchAll(/^\| [^|]* \| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(told).toEqual(Object.values(found));
});
