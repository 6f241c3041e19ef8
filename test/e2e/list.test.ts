/** `inboxctl list` and `inboxctl explain`: what is live, and what is declared, in words. */
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

describe('list', () => {
  it('writes YAML in which no name can become a command of a GitHub runner', async () => {
    const rules = [
      { name: '##[error]x', condition: { aiInstructions: '::warning::a\n::b' }, actions: [{ type: 'STAR' }] },
    ];
    const { env } = await serve({ seed: { rules } });
    const { stdout } = await inboxctl(['list', '--format', 'yaml'], { cwd: projectOf({}), env });
    expect(stdout).not.toMatch(/##\[|^\s*::/m);
    expect(parse(stdout).rules[0]).toMatchObject({ name: '##[error]x', rule: { name: '##[error]x' } });
  });
});

describe('explain', () => {
  it('searches for no secret', async () => {
    const rule =
      'name: A\ncondition: { static: { from: { env: SENDERS }, subject: Order } }\nactions: [{ type: STAR }]\n';
    const cwd = projectOf({ 'rules/a.yaml': rule });
    for (const env of [{ SENDERS: 'vendor@example.org' }, {}]) {
      const { stdout } = await inboxctl(['explain'], { cwd, env });
      expect(stdout).not.toContain('vendor');
      expect(stdout).toContain('wider: any `from`, any case');
      expect(stdout).toContain('Gmail: subject:order\n    Outlook: subject:order*\n');
    }
  });
});
