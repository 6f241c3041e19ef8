/** The live rules are asked for before the files are read, and after the settings are known to be right. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inboxId, lockInbox, thisMachine } from '../../src/engine/journal/lock.ts';
import { inboxctl, runtimeFolder } from '../harness/inboxctl.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: a }\nactions: [{ type: STAR }]\n';
const PRELOAD = path.resolve(import.meta.dirname, '../harness/reads-after.cjs');

/** A service that is told of each request and answers none but with this body. */
async function listening(onRequest: (key: string) => void, body: object | null) {
  const server = createServer((request, response) => {
    onRequest(String(request.headers['api-key']));
    if (body !== null) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const envOf = (baseUrl: string) => ({ INBOXCTL_BASE_URL: baseUrl, INBOXCTL_API_KEY: KEY });

describe('the live rules are asked for', () => {
  it.each([['plan'], ['apply']])('before %s opens a rule file', async (command) => {
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const marker = path.join(cwd, 'asked');
    const baseUrl = await listening(() => writeFileSync(marker, ''), { rules: [] });
    const env = { ...envOf(baseUrl), WAIT_FOR: marker, NODE_OPTIONS: `--require ${PRELOAD}` };
    const { stdout, stderr } = await inboxctl([command], { cwd, env });
    expect(stderr).not.toContain('before the service was asked');
    expect(stdout).toContain('1 to create');
  });

  it('before pull opens a rule file', async () => {
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    const marker = path.join(cwd, 'asked');
    const baseUrl = await listening(() => writeFileSync(marker, ''), { rules: [] });
    const env = { ...envOf(baseUrl), WAIT_FOR: marker, NODE_OPTIONS: `--require ${PRELOAD}` };
    const { code, stderr } = await inboxctl(['pull'], { cwd, env });
    expect(stderr).not.toContain('before the service was asked');
    expect(code).toBe(0);
  });

  it.each([
    ['plan', '10 to create'],
    ['pull', 'a0, a1, a2, a3, a4, a5, a6, a7, a8, a9: "A" is not on'],
  ])('of as many accounts as %s may ask at once', async (command, done) => {
    const names = Array.from({ length: 10 }, (_, index) => `a${index}`);
    const accounts = names.map((name) => `  ${name}: { apiKey: { env: INBOXCTL_KEY_${name} } }\n`).join('');
    const cwd = projectOf({ 'rules/a.yaml': RULE, 'inboxctl.yaml': `accounts:\n${accounts}` });
    const marker = path.join(cwd, 'asked');
    const asked = new Set<string>();
    const baseUrl = await listening(
      (key) => {
        asked.add(key);
        if (asked.size === 8) writeFileSync(marker, '');
      },
      { rules: [] },
    );
    const keys = Object.fromEntries(names.map((name) => [`INBOXCTL_KEY_${name}`, `key-of-${name}`]));
    const env = { INBOXCTL_BASE_URL: baseUrl, ...keys, WAIT_FOR: marker, NODE_OPTIONS: `--require ${PRELOAD}` };
    const { code, stdout, stderr } = await inboxctl([command], { cwd, env });
    expect(stderr).not.toContain('before the service was asked');
    expect({ code, said: stdout + stderr }).toEqual({ code: 0, said: expect.stringContaining(done) });
  });
});

describe('what was asked for', () => {
  it.each([['plan'], ['apply'], ['pull']])('is not waited for where a file stops %s', async (command) => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const baseUrl = await listening(() => isAsked(), null);
    const cwd = projectOf({ 'rules/a.yaml': 'name: A\n', 'rules/b.yaml': 'actions: 1\n' });
    const { code, stdout, stderr } = await inboxctl([command, '--timeout', '600'], { cwd, env: envOf(baseUrl) });
    expect({ code, stdout: command === 'apply' ? stdout : '' }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('rules/b.yaml');
    expect(stderr).not.toContain('GET');
    await asked;
  });
});

describe('nothing is asked', () => {
  it.each([
    ['two accounts are one inbox', 'accounts: { a: {}, b: {} }\n', {}],
    ['a key is missing', 'accounts: { a: { apiKey: { env: INBOXCTL_NO_KEY } } }\n', {}],
    ['the base URL cannot be used', '{}\n', { INBOXCTL_BASE_URL: 'http://mail.example.com/api/v1' }],
  ])('where %s', async (_, project, more) => {
    let asked = false;
    const baseUrl = await listening(() => {
      asked = true;
    }, null);
    const cwd = projectOf({ 'rules/a.yaml': RULE, 'inboxctl.yaml': project });
    const { code } = await inboxctl(['plan'], { cwd, env: { ...envOf(baseUrl), ...more } });
    expect([3, 4]).toContain(code);
    expect(asked).toBe(false);
  });

  it('of an inbox that somebody else changes: the answer would be old when they are done', async () => {
    const { env, baseUrl, requests } = await serve();
    const lock = await lockInbox(inboxId(KEY), thisMachine({ XDG_RUNTIME_DIR: runtimeFolder(baseUrl) }));
    if (!('release' in lock)) throw new Error('The test has not got the lock');
    onTestFinished(lock.release);
    const cwd = projectOf({ 'rules/a.yaml': RULE });
    expect((await inboxctl(['apply', '--yes'], { cwd, env })).code).toBe(4);
    expect((await inboxctl(['pull'], { cwd, env })).code).toBe(4);
    expect(requests).toEqual([]);
  });
});
