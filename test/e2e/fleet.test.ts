/** A project of many accounts: what is alike is said once, and the end fits on a screen. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: a }\nactions: [{ type: STAR }]\n';
const ALL = 40;
const KNOWN = 10;
const SCOPES = ['RULES_READ', 'RULES_WRITE'];

/** Accounts of which only the first ones have a key that the service knows. */
async function fleet() {
  const names = Array.from({ length: ALL }, (_, index) => `inbox-${String(index).padStart(2, '0')}`);
  const keyOf = (name: string) => `key-of-the-${name}`;
  const known = names.slice(0, KNOWN);
  const service = await serve({
    seed: {
      inboxes: known.map((name) => ({ name, rules: [] })),
      keys: known.map((name) => ({ key: keyOf(name), inbox: name, scopes: SCOPES })),
    },
  });
  const variable = (name: string) => `INBOXCTL_KEY_${name.slice(-2)}`;
  const accounts = names.map((name) => `  ${name}: { apiKey: { env: ${variable(name)} } }\n`).join('');
  const cwd = projectOf({ 'rules/a.yaml': RULE, 'inboxctl.yaml': `accounts:\n${accounts}` });
  const keys = Object.fromEntries(names.map((name) => [variable(name), keyOf(name)]));
  return { cwd, env: { INBOXCTL_BASE_URL: service.baseUrl, ...keys }, service };
}

const linesOf = (text: string) => text.trimEnd().split('\n');

describe('a fleet of which most fails in the same way', () => {
  it('says so once, and plans the others', async () => {
    const { cwd, env, service } = await fleet();
    const { code, stdout, stderr } = await inboxctl(['plan'], { cwd, env });
    expect(code).toBe(1);
    expect(stderr.match(/401/g)).toHaveLength(1);
    expect(stderr).toMatch(/^error: inbox-10, inbox-11, [\s\S]* and \d+ more: GET\s+\/rules\s+failed with 401/);
    expect(linesOf(stderr).length).toBeLessThanOrEqual(6);
    const table = linesOf(stdout).slice(linesOf(stdout).indexOf('40 accounts, worst first:'));
    expect(table.length).toBeLessThanOrEqual(24);
    expect(table[1]).toMatch(/^ {2}inbox-10 {2}failed: GET \/rules failed with 401/);
    expect(table).toContain('  and 14 failed, 10 with changes (--verbose shows them)');
    expect(service.requests).toHaveLength(ALL);
  });

  it('applies where it can, and ends with the same table', async () => {
    const { cwd, env } = await fleet();
    const { code, stdout, stderr } = await inboxctl(['apply', '--yes'], { cwd, env });
    expect(code).toBe(1);
    expect(stderr.match(/401/g)).toHaveLength(1);
    expect(stdout).toMatch(/inbox-10, inbox-11, [\s\S]* and \d+ more: nothing was tried\./);
    expect(linesOf(stdout).at(-1)).toBe('  and 14 failed, 10 with changes (--verbose shows them)');
  });

  // A page is the Markdown.
  it('has the same in Markdown too', async () => {
    const { cwd, env } = await fleet();
    const { stdout } = await inboxctl(['plan', '--format', 'markdown'], { cwd, env });
    expect(stdout).toContain('- `inbox-10`: **failed**: ');
    expect(stdout).toContain('- and 14 failed, 10 with changes');
    expect(stdout.match(/^> - .*/gm)).toEqual([
      expect.stringMatching(
        /^> - `inbox-10`, (?:`inbox-\d\d`, ){10}`inbox-21` and 18 more: `GET \/rules failed with 401/,
      ),
    ]);
  });

  it('names each account at the end of the page of an apply, but for those with nothing to do', async () => {
    const { cwd, env } = await fleet();
    const apply = async () => {
      await inboxctl(['apply', '--yes', '--report', 'done.html'], { cwd, env });
      const page = readFileSync(path.join(cwd, 'done.html'), 'utf8');
      return page.slice(page.lastIndexOf('Digest of the plan')).match(/<code>inbox-\d\d<\/code>/g)?.length;
    };
    expect([await apply(), await apply()]).toEqual([ALL, ALL - KNOWN]);
  });
});
