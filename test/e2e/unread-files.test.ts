/** Files in a rules folder that are not read: one that was meant as a rule must not pass unnoticed. */
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

describe('a file in a rules folder that is not read', () => {
  it('is warned of where it might be meant as a rule', async () => {
    const unread = ['b.YAML', 'c.Yml', 'd.json', 'deep/noextension', 'e.yaml.txt', 'f.yaml.disabled', 'g.toml'];
    const files = Object.fromEntries(unread.map((name) => [`rules/${name}`, RULE]));
    const cwd = projectOf({ 'rules/a.yaml': RULE, ...files });
    const { code, stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
    const notices: { code: string; severity: string; source: { file: string } }[] = JSON.parse(stdout).notices;
    expect(code).toBe(0);
    expect(notices.map(({ source }) => source.file).sort()).toEqual(unread.map((name) => `rules/${name}`).sort());
    expect(new Set(notices.map((one) => `${one.severity} ${one.code}`))).toEqual(new Set(['warning file-not-read']));
    const text = await inboxctl(['validate'], { cwd });
    expect(text.stdout.match(/^warning: |^ {2}rules\/.*|^and .*/gm)).toEqual([
      'warning: ',
      ...['b.YAML', 'c.Yml', 'd.json', 'deep/noextension', 'e.yaml.txt'].map((name) => `  rules/${name}`),
      'and 2 more like this (--verbose shows all)',
    ]);
    expect(await inboxctl(['fmt'], { cwd })).toMatchObject({ code: 0 });
    expect(await inboxctl(['fmt', '--check'], { cwd })).toMatchObject({ code: 0 });
  });

  it('is not where it is hidden, documentation, or a text that a rule refers to', async () => {
    const refers = 'name: B\ncondition: { aiInstructions: { file: texts/b.prompt } }\nactions: [{ type: STAR }]\n';
    const beside = ['.gitkeep', '.b.json', 'README', 'README.md', 'LICENSE', 'notes.TXT', 'b.yaml~', '.hidden/x.json'];
    const files = Object.fromEntries(beside.map((name) => [`rules/${name}`, 'x']));
    const cwd = projectOf({ 'rules/b.yaml': refers, 'rules/texts/b.prompt': 'Is it?', ...files });
    const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).notices).toEqual([]);
  });

  it('is warned of once, however many accounts share its folder', async () => {
    const cwd = projectOf({
      'inboxctl.yaml':
        'accounts:\n  a: { rules: [rules, a], apiKey: { env: INBOXCTL_A_KEY } }\n  b: { rules: [rules], apiKey: { env: INBOXCTL_B_KEY } }\n',
      'rules/a.yaml': RULE,
      'rules/b.json': '{}',
      'a/c.yaml': RULE.replace('A', 'C'),
    });
    const { stdout } = await inboxctl(['validate', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout).notices).toHaveLength(1);
  });
});
