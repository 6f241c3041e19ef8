/** `runs show` and `rollback --dry-run`: a run and its way back, looked at without changing anything. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyDocument } from '../../src/model/applied.ts';
import { planDocument } from '../../src/model/plan.ts';
import { runDocument } from '../../src/model/snapshot.ts';
import { faulty } from '../harness/faulty.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const HOOK = 'https://hooks.example.com/hush-path-of-the-hook';
const OLD = 'https://hooks.example.com/earlier-path';
const FILES = {
  'rules/all.yaml': `rules:
  - { name: New, condition: { aiInstructions: x }, actions: [{ type: STAR }] }
  - { name: Label, condition: { aiInstructions: y }, actions: [{ type: LABEL, fields: { label: After } }] }
  - { name: Hook, condition: { aiInstructions: z }, actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: { env: HOOK } } }] }
  - { name: Plain, condition: { aiInstructions: z }, actions: [{ type: CALL_WEBHOOK, fields: { webhookUrl: "https://hooks.example.com/hush-plain" } }] }
`,
};
const LIVE = [
  { name: 'Label', condition: { aiInstructions: 'y' }, actions: [{ type: 'LABEL', fields: { label: 'Before' } }] },
  {
    name: 'Hook',
    condition: { aiInstructions: 'z' },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: OLD } }],
  },
  {
    name: 'Plain',
    condition: { aiInstructions: 'z' },
    actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl: OLD } }],
  },
  { name: 'Gone', condition: { aiInstructions: 'g' }, actions: [{ type: 'ARCHIVE' }] },
];

async function applied() {
  const service = await serve({ seed: { rules: LIVE } });
  const cwd = projectOf(FILES);
  const env = { ...service.env, HOOK };
  const run = (...args: string[]) => inboxctl(args, { cwd, env });
  service.fault('POST /rules 500-before @1');
  await run('apply', '--yes', '--retry-for', '0', '--max-deletes', '9');
  const [snapshot = ''] = readdirSync(path.join(cwd, '.inboxctl/runs'));
  return { service, cwd, env, run, name: snapshot.replace('.jsonl', '') };
}

describe('runs show', () => {
  it('shows each change with what came of it, offline and without secrets', async () => {
    const { cwd, name } = await applied();
    const { code, stdout, stderr } = await inboxctl(['runs', 'show', name.slice(0, 12)], {
      cwd,
      env: { INBOXCTL_API_KEY: KEY },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(name);
    expect(stdout).toMatch(/\+ create {2}"New" {2}\(failed\)\n/);
    expect(stdout).toMatch(/x .*500/);
    expect(stdout).toMatch(/~ replace "Label" {2}\(replaced\)\n.*\n.*\n.*"Before" → "After"/);
    expect(stdout).toMatch(/- delete {2}"Gone" {2}\(held back\)/);
    expect(stdout).toContain(`inboxctl rollback ${name}`);
    expect(stdout).toMatch(/"Hook"[\s\S]*?webhookUrl.*\(secret HOOK\)/);
    expect(stdout).toContain('webhookUrl: https://hooks.example.com/… (changed)');
    expect(stdout).not.toMatch(/hush|earlier/);
  });

  it('shows the newest where none is named, as JSON too', async () => {
    const { run, name } = await applied();
    expect((await run('runs', 'show')).stdout).toContain(name);
    const { stdout } = await run('runs', 'show', '--format', 'json');
    expect(stdout).not.toMatch(/hush|earlier|"tag"/);
    const { run: summary, changes } = runDocument.parse(JSON.parse(stdout));
    expect(summary).toMatchObject({ run: name, by: 'apply', outcome: 'partial' });
    expect(changes.map((change) => [change.op, change.name, change.status])).toEqual([
      ['delete', 'Gone', 'held'],
      ['replace', 'Hook', 'done'],
      ['replace', 'Label', 'done'],
      ['create', 'New', 'failed'],
      ['replace', 'Plain', 'done'],
    ]);
    expect(changes[3]?.error).toMatchObject({ status: 500 });
  });
});

describe('runs show --verbose', () => {
  it('prints the rules as they were received, whole, with fields of no known name', async () => {
    const service = await serve({ seed: { rules: LIVE } });
    const mood = (answer: string) => answer.replaceAll('"runOnThreads"', '"mood":{"level":3},"runOnThreads"');
    const baseUrl = await faulty(service.baseUrl, (method) => (method === 'GET' ? { rewrite: mood } : null));
    const cwd = projectOf(FILES);
    const env = { ...service.env, INBOXCTL_BASE_URL: baseUrl, HOOK };
    expect(await inboxctl(['apply', '--yes', '--max-deletes', '9'], { cwd, env })).toMatchObject({ code: 0 });
    const short = await inboxctl(['runs', 'show'], { cwd, env });
    expect(short.stdout).not.toMatch(/mood|earlier-path/);
    const { stdout } = await inboxctl(['runs', 'show', '--verbose'], { cwd, env });
    expect(stdout).toMatch(/As the service sent it before that run:\n +\{\n +"id": /);
    expect(stdout).toContain('"level": 3');
    // The backup has all of them in full, also where a file names a variable now.
    expect(stdout.split(`"webhookUrl": "${OLD}"`)).toHaveLength(3);
    const json = await inboxctl(['runs', 'show', '--verbose', '--format', 'json'], { cwd, env });
    const { changes } = runDocument.parse(JSON.parse(json.stdout));
    expect(changes.find(({ name }) => name === 'Gone')?.received).toMatchObject({ mood: { level: 3 }, name: 'Gone' });
    const other = await inboxctl(['runs', 'show', '--verbose'], { cwd });
    expect(other.stdout).not.toMatch(/mood|earlier-path|Gone/);
  });
});

describe('runs of one account', () => {
  it('are listed and shown alone, also of one that the project has no more', async () => {
    const keys = { alice: 'api-key-of-alice-here', bob: 'api-key-of-bob-here' };
    const service = await serve({
      seed: {
        inboxes: [
          { name: 'alice', rules: LIVE },
          { name: 'bob', rules: LIVE },
        ],
        keys: Object.entries(keys).map(([inbox, key]) => ({ key, inbox })),
      },
    });
    const account = (name: string) => `  ${name}: { apiKey: { env: INBOXCTL_${name.toUpperCase()} } }\n`;
    const settings = (...names: string[]) => `baseUrl: ${service.baseUrl}\naccounts:\n${names.map(account).join('')}`;
    const cwd = projectOf({
      ...FILES,
      'inboxctl.yaml': settings('alice', 'bob'),
      'keys.env': `INBOXCTL_ALICE=${keys.alice}\nINBOXCTL_BOB=${keys.bob}\n`,
    });
    const run = (...args: string[]) => inboxctl([...args, '--api-keys-file', 'keys.env'], { cwd, env: { HOOK } });
    await run('apply', '--yes', '--max-deletes', '9');
    await run('apply', '--yes', '--max-deletes', '9', '--account', 'alice');
    const listed = async (...args: string[]) =>
      JSON.parse((await run('runs', ...args, '--format', 'json')).stdout).runs;
    expect(await listed('--account', 'bob')).toMatchObject([
      { accounts: [{ name: 'bob' }], changes: { delete: { done: 1 } } },
    ]);
    expect(await listed('--account', 'carol')).toEqual([]);
    const shown = await run('runs', 'show', '--account', 'b*', '--format', 'json');
    const accounts = runDocument.parse(JSON.parse(shown.stdout)).changes.map((change) => change.account);
    expect([...new Set(accounts)]).toEqual(['bob']);
    expect(await run('runs', 'show', '--account', 'carol')).toMatchObject({ code: 3 });
    // Gone from the project: its key is not set by it any more, so that its part stays sealed.
    const gone = projectOf(cwd);
    writeFileSync(path.join(gone, 'inboxctl.yaml'), settings('alice'));
    const sealed = await inboxctl(['runs', '--account', 'bob'], { cwd: gone });
    expect(sealed).toMatchObject({ code: 0, stdout: expect.stringContaining('sealed') });
  });
});

describe('a run whose key is not set', () => {
  it('is listed with what is in the clear, and the key that opens the rest', async () => {
    const { cwd, name } = await applied();
    const { code, stdout } = await inboxctl(['runs'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`${name} .* apply +sealed\n`));
    expect(stdout).toMatch(/sealed: the key with the id [\da-f]{8} opens it/);
    const json = runDocument.parse(JSON.parse((await inboxctl(['runs', 'show', '--format', 'json'], { cwd })).stdout));
    expect(json.changes).toEqual([]);
    expect(json.run).toMatchObject({ outcome: 'sealed', accounts: [{ name: 'default', sealed: expect.any(String) }] });
  });

  it('says who made it, and from what, and not what it did', async () => {
    const service = await serve({ seed: { rules: LIVE } });
    const cwd = projectOf(FILES);
    const job = {
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_ACTOR: 'alice',
      GITHUB_SERVER_URL: 'https://github.example.com',
      GITHUB_REPOSITORY: 'example-org/inbox',
      GITHUB_RUN_ID: '7',
    };
    await inboxctl(['apply', '--yes', '--max-deletes', '9'], { cwd, env: { ...service.env, ...job, HOOK } });
    const { stdout } = await inboxctl(['runs'], { cwd });
    expect(stdout).toContain('by alice, of the commit aaaaaaaaaaaa\n');
    expect(stdout).toContain('https://github.example.com/example-org/inbox/actions/runs/7\n');
    expect(stdout).not.toMatch(/created|replaced|Label|Hook/);
    expect((await inboxctl(['runs'], { cwd, env: service.env })).stdout).toContain('1 created, 3 replaced, 1 deleted');
  });
});

describe('rollback --dry-run', () => {
  it('shows the way back, and changes nothing', async () => {
    const { run, service, name, cwd } = await applied();
    const before = JSON.stringify(service.rules());
    const snapshot = readFileSync(path.join(cwd, '.inboxctl/runs', `${name}.jsonl`), 'utf8');
    const since = service.requests.length;
    const { code, stdout } = await run('rollback', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('Back to before the apply of');
    expect(stdout).toContain('"After" → "Before"');
    expect(stdout).toContain('webhookUrl: (secret HOOK) (changed)');
    expect(stdout).toContain('Plan: 0 to create, 3 to replace, 0 to delete');
    expect(stdout).not.toMatch(/hush|earlier-path/);
    expect(service.requests.slice(since).map(({ method }) => method)).toEqual(['GET']);
    expect(JSON.stringify(service.rules())).toBe(before);
    expect(readdirSync(path.join(cwd, '.inboxctl/runs'))).toEqual([`${name}.jsonl`]);
    expect(readFileSync(path.join(cwd, '.inboxctl/runs', `${name}.jsonl`), 'utf8')).toBe(snapshot);
  });

  it('is a plan as JSON', async () => {
    const { run, name } = await applied();
    const { stdout, code } = await run('rollback', '--dry-run', name, '--format', 'json', '--quiet');
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/hush|earlier-path/);
    const plan = planDocument.parse(JSON.parse(stdout));
    expect(plan.changes.map((change) => [change.op, change.name, change.refused])).toEqual([
      ['replace', 'Hook', undefined],
      ['replace', 'Label', undefined],
      ['replace', 'Plain', undefined],
    ]);
    expect(plan.notices).toEqual([]);
    const missing = await run('rollback', '--dry-run', '1999', '--format', 'json');
    expect(missing.code).toBe(3);
    expect(JSON.parse(missing.stdout)).toMatchObject({ formatVersion: 1, notices: [{ code: 'run-unknown' }] });
  });

  it('says what a rollback would refuse', async () => {
    const { run, cwd, env } = await applied();
    expect(await run('apply', '--yes', '--max-deletes', '9')).toMatchObject({ code: 0 });
    const unset = await inboxctl(['rollback', '--dry-run'], {
      cwd,
      env: { ...env, INBOXCTL_API_KEY: 'another-key-1' },
    });
    expect(unset.code).toBe(4);
    expect(unset.stderr).toContain('sealed with another key');
  });
});

it('keeps what the service stored in another way, and shows it', async () => {
  const service = await serve({ profile: 'newer' });
  const otherwise = (answer: string) => answer.replaceAll('"x"', '"y"');
  const baseUrl = await faulty(service.baseUrl, (method) => (method === 'DELETE' ? null : { rewrite: otherwise }));
  const rule = (name: string) => `name: ${name}\ncondition: { aiInstructions: "x" }\nactions: [{ type: STAR }]\n`;
  const cwd = projectOf({ 'rules/all.yaml': `${rule('One')}---\n${rule('Two')}` });
  const run = (...args: string[]) => inboxctl(args, { cwd, env: { ...service.env, INBOXCTL_BASE_URL: baseUrl } });
  const applied = applyDocument.parse(JSON.parse((await run('apply', '--yes', '--format', 'json')).stdout));
  expect(applied).toMatchObject({ outcome: 'differs', differences: [{ rule: 'One' }, { rule: 'Two' }] });

  const { stdout } = await run('runs', 'show');
  expect(stdout).toContain('Not as declared: 2 differences\n  condition/aiInstructions of 2 rules: "One", "Two"\n');
  expect(stdout).toMatch(/ {4}declared: "x"\n {4}live: {5}"y"\n/);
  const shown = runDocument.parse(JSON.parse((await run('runs', 'show', '--format', 'json')).stdout));
  expect(shown.differences).toEqual(applied.differences);
  expect((await run('runs')).stdout).toContain('differs');
});
