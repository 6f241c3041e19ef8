/** `inboxctl sandbox` as users run it. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Finished, program } from '../harness/program.ts';
import { projectOf } from '../harness/project.ts';

/** A sandbox that serves: what it has printed so far, and how it ends. */
async function serving(args: readonly string[], cwd?: string) {
  let child: ChildProcess | undefined;
  const finished = program(['sandbox', '--port', '0', ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    started: (it) => {
      child = it;
    },
  });
  const printed = { stdout: '', stderr: '' };
  child?.stdout?.on('data', (text) => {
    printed.stdout += text;
  });
  child?.stderr?.on('data', (text) => {
    printed.stderr += text;
  });
  onTestFinished(async () => {
    child?.kill('SIGKILL');
    await finished;
  });
  while (!printed.stderr.includes('Ctrl-C ends it.')) {
    const ended = await Promise.race([finished, child?.stderr && once(child.stderr, 'data')]);
    if (ended && 'code' in ended) throw new Error(ended.stderr);
  }
  const end = (signal: NodeJS.Signals): Promise<Finished> => {
    child?.kill(signal);
    return finished;
  };
  return { ...printed, end };
}

const RULE = {
  name: 'Receipts',
  condition: { aiInstructions: 'Receipts' },
  actions: [{ type: 'STAR' }, { type: 'ARCHIVE' }],
};

/** Takes what a sandbox printed; gives a way to call it as somebody who pasted it. */
function calling(stdout: string) {
  const variable = (name: string) => new RegExp(`^export ${name}=(.*)$`, 'm').exec(stdout)?.[1] ?? '';
  return (method: string, path: string, body?: unknown, key = variable('INBOXCTL_API_KEY')) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(variable('INBOXCTL_BASE_URL') + path, { method, headers: { 'API-Key': key }, ...sent });
  };
}

const failing = (args: readonly string[], cwd?: string) =>
  program(['sandbox', '--port', '0', ...args], cwd === undefined ? {} : { cwd });

describe('what it prints', () => {
  it('is nothing of Node, however many requests wait at once', async () => {
    const { stdout, end } = await serving(['--latency', '50']);
    const call = calling(stdout);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/rules')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { stderr } = await end('SIGINT');
    expect(stderr).not.toMatch(/^\(node:/m);
  });

  it('is two lines for a shell, a comment, and a closing sentence no wider than a terminal', async () => {
    const { stdout, stderr, end } = await serving([]);
    expect(stdout).toMatch(
      /^export INBOXCTL_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\/v1\nexport INBOXCTL_API_KEY=sandbox_[0-9a-f]{48}\n# .*\n$/,
    );
    expect(stderr).toContain('profile newer');
    expect(stderr).toContain('To play a second person, who changes the same rules, use the second key');
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await end('SIGINT')).toMatchObject({ code: 0 });
  });

  it('has a second key of the same inbox in a comment, so that somebody else can edit it', async () => {
    const { stdout } = await serving([]);
    const call = calling(stdout);
    const [, editor] = /^# a second key of the same inbox: (\S+)$/m.exec(stdout) ?? [];
    expect((await call('POST', '/rules', RULE, editor)).status).toBe(201);
    expect(await (await call('GET', '/rules')).json()).toMatchObject({ rules: [{ name: 'Receipts' }] });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('ends with %s too, and leaves its data file alone', async (signal) => {
    const cwd = projectOf({});
    const { end } = await serving(['--data', 'inbox.jsonl'], cwd);
    expect(await end(signal)).toMatchObject({ code: 0 });
    expect(readdirSync(cwd)).toEqual(['inbox.jsonl']);
  });

  it('has the keys of the other inboxes as comments, which no name gets out of', async () => {
    const inboxes = ['alice', 'bob', 'x\n$(touch pwned) \u001b[31m'].map((name) => ({ name }));
    const keys = [
      ...inboxes.map(({ name }, index) => ({ key: `key-of-${index}`, inbox: name })),
      { key: 'none', inbox: null },
    ];
    const cwd = projectOf({ 'seed.json': JSON.stringify({ inboxes, keys }) });
    const { stdout } = await serving(['--seed', 'seed.json'], cwd);
    expect(stdout.split('\n').slice(1)).toEqual([
      'export INBOXCTL_API_KEY=key-of-0',
      '# inbox bob: key-of-1',
      '# inbox x\\u{a}$(touch pwned) \\u{1b}[31m: key-of-2',
      '# no inbox: none',
      '',
    ]);
  });

  it('says of the other keys what they may do, and until when', async () => {
    const keys = [
      { key: 'a-key-to-try', inbox: 'default' },
      { key: 'only-reads', inbox: 'default', scopes: ['RULES_READ', 'STATS_READ'] },
      { key: 'a-second-person', inbox: 'default' },
      { key: 'has-expired', inbox: 'default', expiresAt: '2026-01-31T00:00:00Z' },
    ];
    const cwd = projectOf({ 'seed.json': JSON.stringify({ keys }) });
    const { stdout } = await serving(['--seed', 'seed.json'], cwd);
    expect(stdout.split('\n').slice(2)).toEqual([
      '# a key of the same inbox (RULES_READ, STATS_READ): only-reads',
      '# a second key of the same inbox: a-second-person',
      '# a key of the same inbox (until 2026-01-31T00:00:00Z): has-expired',
      '',
    ]);
  });

  it('quotes a key that a shell would read', async () => {
    const key = "it's $HOME; `id`";
    const cwd = projectOf({ 'seed.json': JSON.stringify({ keys: [{ key, inbox: 'default' }] }) });
    const { stdout } = await serving(['--seed', 'seed.json'], cwd);
    const shell = spawnSync('sh', ['-c', `${stdout}printf %s "$INBOXCTL_API_KEY"`], { encoding: 'utf8' });
    expect(shell.stdout).toBe(key);
  });
});

describe('--log', () => {
  it('prints each request to stderr; stdout stays as it is', async () => {
    const seed = { inboxes: [{ name: 'alice' }], keys: [{ key: 'key-of-alice', inbox: 'alice' }] };
    const cwd = projectOf({ 'seed.json': JSON.stringify(seed) });
    const { stdout, end } = await serving(['--seed', 'seed.json', '--log'], cwd);
    const call = calling(stdout);
    await (await call('GET', '/rules')).text();
    await (await call('POST', '/rules', RULE)).text();
    await (await call('GET', '/rules/key-of-alice', undefined, 'wrong')).text();
    const finished = await end('SIGINT');
    const [, log = ''] = finished.stderr.split('in the seed.\n');
    expect(log.replace(/\d+ ms/g, 'N ms').split('\n')).toEqual([
      'GET     /rules  alice  200  N ms',
      'POST    /rules  alice  201  N ms',
      'GET     /rules/(API key)  (no inbox)  401  N ms',
      '',
    ]);
    expect(finished.stdout).toBe(stdout);
  });

  it('prints nothing more without it', async () => {
    const { stdout, stderr, end } = await serving([]);
    await (await calling(stdout)('GET', '/rules')).text();
    expect((await end('SIGINT')).stderr).toBe(stderr);
  });
});

it('shows each problem of a seed that cannot be used by itself, with its line', async () => {
  const seed = '{ "rules": [{}, { "name": 1 }],\n  "inboxen": [] }';
  const { code, stdout, stderr } = await failing(['--seed', 'seed.json'], projectOf({ 'seed.json': seed }));
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  // What each says is held by test/mistakes/sandbox.
  expect(stderr.match(/^error: .*\n {2}seed\.json:\d+:\d+\n {2}\d \| .*\n/gm)).toEqual([
    expect.stringMatching(/rules\[0\][\s\S]* seed\.json:1:13/),
    expect.stringMatching(/rules\[1\][\s\S]* seed\.json:1:27/),
    expect.stringMatching(/"inboxen"[\s\S]* seed\.json:2:3/),
  ]);
});

describe('a seed', () => {
  it('may be YAML, or JSON with what YAML allows', async () => {
    const yaml = '# mine\nrules:\n  - name: Receipts\n';
    const json = '\uFEFF{ "rules": [ { "name": "Receipts", }, ] }';
    for (const seed of [yaml, json]) {
      const { stdout } = await serving(['--seed', 'seed'], projectOf({ seed }));
      expect(await (await calling(stdout)('GET', '/rules')).json()).toMatchObject({ rules: [{ name: 'Receipts' }] });
    }
  });
});

it('answers 429 to more than --rate', async () => {
  const { stdout } = await serving(['--rate', '3/s']);
  const replies = await Promise.all(Array.from({ length: 20 }, () => calling(stdout)('GET', '/rules')));
  const taken = replies.filter(({ status }) => status === 200).length;
  expect(taken).toBeGreaterThanOrEqual(3);
  expect(taken).toBeLessThan(20);
});

describe('the data file', () => {
  it('belongs to one sandbox at a time; after kill -9 the next one has all rules', async () => {
    const cwd = projectOf({});
    const first = await serving(['--data', 'inbox.jsonl'], cwd);
    const second = await failing(['--data', 'inbox.jsonl'], cwd);
    expect(second.code).toBe(3);
    expect(second.stderr).toMatch(/Another sandbox uses inbox\.jsonl: process \d+\./);
    await calling(first.stdout)('POST', '/rules', RULE);
    await first.end('SIGKILL');
    const third = await serving(['--data', path.join(cwd, 'inbox.jsonl')], cwd);
    expect(third.stdout.split('\n')[1]).toBe(first.stdout.split('\n')[1]);
    const kept = await (await calling(third.stdout)('GET', '/rules')).text();
    expect(kept).toContain('Receipts');
    expect(await third.end('SIGTERM')).toMatchObject({ code: 0 });
  });
});

describe('the port', () => {
  it('that is taken is named, with what to do', async () => {
    const { stdout } = await serving([]);
    const port = /:(\d+)\//.exec(stdout)?.[1] ?? '';
    const { code, stderr } = await program(['sandbox', '--port', port]);
    expect(code).toBe(3);
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      `Port ${port} cannot be used: something else listens there, perhaps another sandbox. Name another one, such as --port 4748`,
    );
  });
});
