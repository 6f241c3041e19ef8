import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve, write } from '../harness/project.ts';

const RULE = 'name: Receipts\ncondition: { aiInstructions: find receipts }\nactions: [{ type: ARCHIVE }]\n';
const project = () => projectOf({ 'rules/receipts.yaml': RULE });

it('leaves nothing behind, neither in the project nor in the folder for caches', async () => {
  const { env } = await serve();
  const cwd = project();
  // As CI often has it: the home folder is the repository, and what lies in it could have been committed.
  const home = { HOME: cwd, XDG_CACHE_HOME: path.join(cwd, '.cache') };
  mkdirSync(home.XDG_CACHE_HOME);
  const before = readdirSync(cwd, { recursive: true });
  expect(await inboxctl(['plan'], { cwd, env: { ...env, ...home } })).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(cwd, { recursive: true })).toEqual(before);
});

it('prints a line for each change with --summary', async () => {
  const { env } = await serve();
  const { code, stdout } = await inboxctl(['plan', '--summary'], { cwd: project(), env });
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(1)).toEqual([
    '  + create  "Receipts"  ARCHIVE',
    '',
    'Plan: 1 to create, 0 to replace, 0 to delete, 0 unchanged.',
    'Next: apply this plan:',
    '  inboxctl apply',
    '',
  ]);
});

it('shows with --verbose how to search for the mails of a rule', async () => {
  const { env } = await serve();
  const rule = (from: string) => `name: A\ncondition: { static: { from: "${from}" } }\nactions: [{ type: STAR }]\n`;
  const cwd = projectOf({ 'rules/a.yaml': rule('a@example.com') });
  await inboxctl(['apply', '--yes'], { cwd, env });
  write(cwd, 'rules/a.yaml', rule('b@example.com'));
  const { stdout } = await inboxctl(['plan', '--verbose'], { cwd, env });
  expect(stdout).toContain('To see such mails (wider: names too):\n        Gmail: from:b@example.com\n');
  const plan = async (...more: string[]) =>
    planDocument.parse(JSON.parse((await inboxctl(['plan', '--format', 'json', ...more], { cwd, env })).stdout));
  const [plain, verbose] = [await plan(), await plan('--verbose')];
  expect(verbose.digest).toBe(plain.digest);
  expect(verbose.changes[0]?.search).toMatchObject({ outlook: 'from:b@example.com' });
  expect(plain.changes[0]).not.toHaveProperty('search');
});

describe('exit codes', () => {
  it('0 with changes, 2 with --detailed-exitcode, 0 without changes', async () => {
    const { env } = await serve();
    const cwd = project();
    expect(await inboxctl(['plan'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
    expect(await inboxctl(['plan', '--detailed-exitcode'], { cwd, env })).toMatchObject({ code: 2, stderr: '' });
    expect(await inboxctl(['apply', '--yes', '--quiet'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
    expect(await inboxctl(['plan', '--detailed-exitcode'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  });

  it('3 for wrong files, and nothing on stdout', async () => {
    const { env, requests } = await serve();
    const cwd = projectOf({ 'rules/a.yaml': RULE, 'rules/b.yaml': 'name: [' });
    const { code, stdout, stderr } = await inboxctl(['plan'], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/rules\/b\.yaml:1:/);
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('1 for a service that is not there, in words', async () => {
    const env = { INBOXCTL_BASE_URL: 'http://127.0.0.1:9/api/v1', INBOXCTL_API_KEY: KEY };
    const { code, stdout, stderr } = await inboxctl(['plan', '--format', 'json'], { cwd: project(), env });
    expect(code).toBe(1);
    const document = planDocument.parse(JSON.parse(stdout));
    expect(document.complete).toBe(false);
    expect(document.accounts[0]?.error?.message).toContain('GET');
    expect(stderr).toContain('127.0.0.1:9');
    expect(stderr).not.toMatch(/\n {4}at /);
  });
});

describe('input', () => {
  it('takes the key from a file, and the folder from -C', async () => {
    const { baseUrl } = await serve();
    const cwd = projectOf({ 'project/rules/a.yaml': RULE, 'project/key': `${KEY}\n` });
    chmodSync(path.join(cwd, 'project/key'), 0o600);
    const args = ['plan', '-C', 'project', '--base-url', baseUrl, '--api-key-file', 'key', '--detailed-exitcode'];
    expect(await inboxctl(args, { cwd })).toMatchObject({ code: 2, stderr: '' });
  });

  it('reports every problem of inboxctl.yaml with its place', async () => {
    const cwd = projectOf({
      'inboxctl.yaml': 'version: 2\nrule: [rules]\nundeclared: maybe\nguard: { maxDeletes: 110% }\n',
    });
    const { code, stdout, stderr } = await inboxctl(['validate'], { cwd });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    for (const at of ['1:10', '2:1', '3:13', '4:22']) expect(stderr).toContain(`inboxctl.yaml:${at}`);
    for (const said of ['Did you mean `rules`?', '100%']) expect(stderr).toContain(said);
  });
});

describe('output', () => {
  it('--output writes the JSON whatever --format prints, and it holds no secret', async () => {
    const { env } = await serve();
    const hook = RULE.replace(
      'type: ARCHIVE',
      'type: CALL_WEBHOOK, fields: { webhookUrl: "https://hooks.example.com/hush" }',
    );
    const cwd = projectOf({ 'rules/a.yaml': hook });
    const { stdout } = await inboxctl(['plan', '--output', 'plan.json'], { cwd, env });
    expect(stdout).toContain('Plan: 1 to create');
    const written = readFileSync(path.join(cwd, 'plan.json'), 'utf8');
    expect(planDocument.parse(JSON.parse(written)).changes).toHaveLength(1);
    const json = await inboxctl(['plan', '--format', 'json'], { cwd, env });
    expect(json.stdout).toBe(written);
    expect(stdout + written).not.toContain('hush');
    expect(stdout + written).not.toContain(KEY);
  });

  it('is plain without a terminal, coloured on demand, and ASCII where LANG says so', async () => {
    const { env } = await serve({
      seed: { rules: [{ name: 'Receipts', condition: { aiInstructions: 'find' }, actions: [{ type: 'ARCHIVE' }] }] },
    });
    const cwd = project();
    const plain = await inboxctl(['plan'], { cwd, env });
    expect(plain.stdout).not.toContain('\u001b');
    expect(plain.stdout).toContain('→');
    const ascii = await inboxctl(['plan'], { cwd, env: { ...env, LANG: 'C' } });
    expect(ascii.stdout).toMatch(/^[\n -~]*$/);
    expect((await inboxctl(['plan', '--color', 'always'], { cwd, env })).stdout).toContain('\u001b[');
  });

  it('ends quietly when its reader goes away', async () => {
    const { env } = await serve();
    const rules = Array.from({ length: 3000 }, (_, index) => RULE.replace('Receipts', `Receipts ${index}`));
    const cwd = projectOf({ 'rules/a.yaml': rules.join('---\n') });
    const result = await inboxctl(['plan'], {
      cwd,
      env,
      started: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(result.stderr).toBe('');
  });
});
