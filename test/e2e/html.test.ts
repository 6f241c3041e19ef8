/** Pages that the program writes: a plan on stdout, and what an apply did in a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve, write } from '../harness/project.ts';

const rule = (name: string) =>
  `name: ${name}\ncondition: { aiInstructions: find ${name} }\nactions: [{ type: ARCHIVE }]\n`;
const read = (cwd: string, file: string) => readFileSync(path.join(cwd, file), 'utf8');

describe('plan --format html', () => {
  it('writes one page with the plan, and nothing else', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': rule('Letters <b>') });
    const env = { ...service.env, GITHUB_SHA: 'f'.repeat(40) };
    const { code, stdout, stderr } = await inboxctl(['plan', '--format', 'html'], { cwd, env });
    expect(stdout).toMatch(/<footer><p>inboxctl \d[^ ]* · \d{4}-\d\d-\d\d \d\d:\d\d UTC · commit <code>f{40}</);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^<!doctype html>\n[\s\S]*<title>Plan: 1 to create, 0 to replace, 0 to delete<\/title>[\s\S]*<\/html>\n$/,
    );
    expect(stdout).toContain(
      '<summary><b>+ create</b> <code>Letters &#60;b&#62;</code> · <code>ARCHIVE</code></summary>',
    );
    expect(stdout).toContain('When the AI finds <code>find Letters &lt;b&gt;</code>: archive.');
    expect(stdout).toContain('Declared at <code>rules/a.yaml:1</code>.');
    expect(service.rules()).toEqual([]);
  });
});

describe('apply --report', () => {
  it('says what was done', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': rule('Letters'), 'out/keep': '' });
    const done = await inboxctl(['apply', '--yes', '--report', 'out/done.html'], { cwd, env: service.env });
    expect(done).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
    expect(done.stdout).toContain('Converged');
    const converged = '<!doctype html>[^]*<h1>Converged: the live rules are as declared</h1>';
    expect(read(cwd, 'out/done.html')).toMatch(
      new RegExp(`^${converged}[^]*Done: 1 created\\.[^]*<code>Letters</code> · <code>ARCHIVE</code> · created<`),
    );
    // The one before is not added to.
    const again = await inboxctl(['apply', '--yes', '--report', 'out/done.html'], { cwd, env: service.env });
    expect(again.code).toBe(0);
    expect(read(cwd, 'out/done.html')).toMatch(new RegExp(`^${converged}`));
    expect(read(cwd, 'out/done.html').match(/<!doctype/g)).toHaveLength(1);
  });

  it('is written where nothing was carried out, and says that', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': rule('Letters') });
    const { code } = await inboxctl(['apply', '--report', 'done.html'], { cwd, env: service.env });
    expect(code).toBe(4);
    expect(read(cwd, 'done.html')).toMatch(
      /<h1>Nothing was applied: 1 not tried<\/h1>[\s\S]*<code>Letters<\/code> ⚠️ not tried · <code>ARCHIVE<\/code></,
    );
  });

  it('that cannot be written is said before anything is sent', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': rule('Letters') });
    const { code, stdout, stderr } = await inboxctl(['apply', '--yes', '--report', 'none/done.html'], {
      cwd,
      env: service.env,
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('The report none/done.html cannot be written: its folder does not exist.');
    expect(stderr).toContain('Nothing was sent.');
    expect(service.rules()).toEqual([]);
  });

  it('leaves no empty file where the files are wrong, and keeps the one that was there', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': 'name: 1\n' });
    const run = () => inboxctl(['apply', '--yes', '--report', 'done.html'], { cwd, env: service.env });
    expect((await run()).code).toBe(3);
    expect(existsSync(path.join(cwd, 'done.html'))).toBe(false);
    write(cwd, 'done.html', 'of yesterday');
    expect((await run()).code).toBe(3);
    expect(read(cwd, 'done.html')).toBe('of yesterday');
  });

  it('keeps the page of yesterday where the disk is full', async () => {
    const service = await serve();
    const cwd = projectOf({ 'rules/a.yaml': '', 'done.html': 'of yesterday' });
    const apply = ['apply', '--yes', '--report', 'done.html'];
    const { code, stderr } = await inboxctl(apply, { cwd, env: service.env, diskFull: true });
    expect(code).toBe(1);
    expect(stderr).toContain('The report');
    expect(read(cwd, 'done.html')).toBe('of yesterday');
    expect(readdirSync(cwd).sort()).toEqual(['done.html', 'rules']);
    expect((await inboxctl(apply, { cwd, env: service.env })).code).toBe(0);
    expect(read(cwd, 'done.html')).toContain('<html');
  });
});
