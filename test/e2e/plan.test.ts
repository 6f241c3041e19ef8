import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planDocument } from '../../src/model/plan.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

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

describe('input', () => {
  it('takes the key from a file, and the folder from -C', async () => {
    const { baseUrl } = await serve();
    const cwd = projectOf({ 'project/rules/a.yaml': RULE, 'project/key': `${KEY}\n` });
    chmodSync(path.join(cwd, 'project/key'), 0o600);
    const args = ['plan', '-C', 'project', '--base-url', baseUrl, '--api-key-file', 'key', '--detailed-exitcode'];
    expect(await inboxctl(args, { cwd })).toMatchObject({ code: 2, stderr: '' });
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
