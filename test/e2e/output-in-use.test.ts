/** Files that a command writes for the user: never over what the project reads or git tracks. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, serve } from '../harness/project.ts';

const RULE = 'name: A\ncondition: { aiInstructions: find A }\nactions: [{ type: ARCHIVE }]\n';
const FILES = {
  'inboxctl.yaml': 'accounts: accounts\nrules: [rules, one.yaml]\n',
  'accounts/alice.yaml': 'apiKey: { env: INBOXCTL_API_KEY }\n',
  'rules/a.yaml': RULE,
  'one.yaml': RULE.replace('name: A', 'name: B'),
  'tests/a.yaml': 'tests: []\n',
  'notes.md': 'notes',
  'untracked.json': '{}',
  '.inboxctl/runs/kept.jsonl': '',
};
const OPTIONS = [
  ['plan', '--output'],
  ['apply', '--yes', '--report'],
];

async function world(files: Record<string, string> = FILES) {
  const cwd = projectOf(files);
  const service = await serve();
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'ignore' });
  git('init');
  git('add', 'notes.md');
  symlinkSync('rules', path.join(cwd, 'linked'));
  symlinkSync('notes.md', path.join(cwd, 'link.json'));
  mkdirSync(path.join(cwd, 'out'));
  const run = (...args: string[]) => inboxctl(args, { cwd, env: service.env });
  return { cwd, service, run };
}

describe.each(OPTIONS.map((words) => ({ words })))('$words', ({ words }) => {
  it('writes over nothing that the project reads or git tracks', async () => {
    const { cwd, service, run } = await world();
    const texts = () => Object.keys(FILES).map((file) => readFileSync(path.join(cwd, file), 'utf8'));
    const before = texts();
    const read = [
      ...['inboxctl.yaml', './rules/../inboxctl.yaml', 'accounts/alice.yaml', 'rules/a.yaml', 'rules/new.yaml'],
      ...['linked/a.yaml', 'linked/new.yml', 'one.yaml', 'tests/a.yaml', '.inboxctl/runs/kept.jsonl'],
    ];
    const inUse = [
      ...read.map((file) => [file, 'this project reads']),
      ...['notes.md', 'link.json', '.git/config'].map((file) => [file, 'git tracks']),
    ];
    for (const [file = '', why] of inUse) {
      const { code, stderr } = await run(...words, file);
      expect({ code, file }).toEqual({ code: 4, file });
      expect(stderr.replace(/\s+/g, ' ')).toContain(`Refused: ${words.at(-1)} would write over ${file}, which ${why}.`);
      expect(stderr).toContain('--force');
    }
    expect(texts()).toEqual(before);
    expect(readdirSync(path.join(cwd, 'rules'))).toEqual(['a.yaml']);
    expect(service.requests).toEqual([]);
  });

  it('writes any other file, and with --force these too', async () => {
    const { cwd, run } = await world();
    for (const file of ['untracked.json', 'new.json', 'out/new.json']) {
      expect(await run(...words, file), file).toMatchObject({ code: 0 });
      expect(readFileSync(path.join(cwd, file), 'utf8')).toMatch(/formatVersion|<!doctype html>/);
    }
    expect(await run(...words, 'notes.md', '--force')).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(cwd, 'notes.md'), 'utf8')).toMatch(/formatVersion|<!doctype html>/);
  });
});

it('is the same outside of a repository', async () => {
  const cwd = projectOf(FILES);
  const { env } = await serve();
  expect(await inboxctl(['plan', '--output', 'rules/a.yaml'], { cwd, env })).toMatchObject({ code: 4 });
  expect(await inboxctl(['plan', '--output', 'notes.md'], { cwd, env })).toMatchObject({ code: 0 });
});
