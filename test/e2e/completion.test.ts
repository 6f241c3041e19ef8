/** Completion as shells use it. bash itself is driven: it reads its keys from a pipe as it does from a terminal. */
import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../build/inboxctl.cjs');
const PROJECT = {
  'inboxctl.yaml': 'accounts: { alice: {}, bob@example.com: {}, bob+test@example.com: {} }\n',
  'a plan.json': '',
  'rules/a.yaml': `rules: [${['Newsletters', 'Cold mail', 'Costs "net"'].map((name) => `{ name: '${name}', condition: { aiInstructions: x }, actions: [{ type: STAR }] }`).join(', ')}]\n`,
  '.inboxctl/runs/20261121T092233Z-0123456789ab.jsonl': '',
};

/** A project with a `bin/inboxctl` that answers completion, and else prints the words that it was given. */
function folder(): string {
  const cwd = projectOf(PROJECT);
  const program = `"${process.execPath}" "${PROGRAM}"`;
  const words = 'for word; do printf "<%s>" "$word"; done; echo';
  write(cwd, 'bin/inboxctl', `#!/bin/sh\n[ "$1" = completion ] && exec ${program} "$@"\n${words}\n`);
  chmodSync(path.join(cwd, 'bin/inboxctl'), 0o755);
  return cwd;
}

/** Types a line into an interactive bash, with `\t` for TAB; gives all that it shows. */
function typed(line: string, cwd = folder()): string {
  const ready = 'bind "set show-all-if-ambiguous on"; bind "set bell-style none"; eval "$(inboxctl completion bash)"';
  const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-i'], {
    cwd,
    input: `${ready}\n${line}\nexit\n`,
    encoding: 'utf8',
    env: {
      PATH: `${path.join(cwd, 'bin')}:${process.env.PATH}`,
      TERM: 'dumb',
      INPUTRC: '/dev/null',
      HOME: cwd,
      HISTFILE: '/dev/null',
      COLUMNS: '80',
    },
  });
  return stdout + stderr;
}

describe('bash', () => {
  it.each([
    ['val\t', '<validate>'],
    ['plan --form\tj\t', '<plan><--format><json>'],
    ['plan --format=j\t', '<plan><--format=json>'],
    ['plan --config in\t', '<plan><--config><inboxctl.yaml>'],
    ['plan --config=in\t', '<plan><--config=inboxctl.yaml>'],
    ['plan --output a\t', '<plan><--output><a plan.json>'],
    ['plan -C ru\t', '<plan><-C><rules/>'],
    ['plan --account al\t', '<plan><--account><alice>'],
    ['plan --account=bob+\t', '<plan><--account=bob+test@example.com>'],
    ['plan -C rules --account al\t', '<plan><-C><rules><--account><alice>'],
    ['schema pr\t', '<schema><project>'],
    ['sandbox --profile o\t --da\trules/\t', '<sandbox><--profile><older><--data><rules/a.yaml>'],
    ['help com\t', '<help><completion>'],
    ['-C rules plan --account al\t', '<-C><rules><plan><--account><alice>'],
    ['plan --only Ne\t', '<plan><--only><Newsletters>'],
    ['plan --only=Ne\t', '<plan><--only=Newsletters>'],
    ['explain Newsletters Col\t', '<explain><Newsletters><Cold mail>'],
    ['explain Cos\t', '<explain><Costs "net">'],
    ['plan --only=Cold\\ m\t', '<plan><--only=Cold mail>'],
    ['explain Cold\\ m\t', '<explain><Cold mail>'],
    ['explain "Cold m\t', '<explain><Cold mail>'],
    ['runs show 2026\t', '<runs><show><20261121T092233Z-0123456789ab>'],
    ['rollback --dry-run 2\t', '<rollback><--dry-run><20261121T092233Z-0123456789ab>'],
  ])('makes %j whole', (line, words) => {
    expect(typed(`inboxctl ${line}`).split(/\r?\n/)).toContain(words);
  });

  it('lists what may follow', () => {
    const shown = typed('inboxctl apply --format \t');
    expect(shown).toMatch(/^json\s+text\s*$/m);
  });

  it('says nothing where the project cannot be read', () => {
    const cwd = folder();
    write(cwd, 'inboxctl.yaml', 'accounts: [\n');
    expect(typed('inboxctl plan --account \t--qui\t', cwd)).not.toMatch(/error|YAML/);
  });
});

describe('the script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s says how to set it up, and asks this program', async (shell) => {
    const { code, stdout, stderr } = await inboxctl(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, setUp] = /^# {3}(.*inboxctl completion .*)$/m.exec(stdout) ?? [];
    expect(setUp).toContain(`inboxctl completion ${shell}`);
    expect(stdout).toContain(`inboxctl 'completion' '${shell}' '--'`);
    const help = await inboxctl(['completion', '--help']);
    expect(help.stdout).toContain(setUp);
  });

  it('for zsh begins with what compinit looks for', async () => {
    const { stdout } = await inboxctl(['completion', 'zsh']);
    expect(stdout).toMatch(/^#compdef inboxctl\n# Completion/);
  });

  it('exists for no other shell', async () => {
    const { code, stdout, stderr } = await inboxctl(['completion', 'tcsh']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('Use one of: bash, zsh, fish.');
    expect((await inboxctl(['completion'])).code).toBe(3);
  });
});

/** What the scripts for zsh and fish read: a line for each word, with its description. */
describe('the answer at a TAB', () => {
  const ask = (shell: string, ...words: string[]) => inboxctl(['completion', shell, '--', ...words], { cwd: folder() });

  it('has a line for each word', async () => {
    expect((await ask('zsh', 'apply', '--format=')).stdout).toBe('--format=text\0\0\n--format=json\0\0\n');
    const { stdout } = await ask('fish', 'plan', '--account', 'bob');
    expect(stdout.split('\n').filter((line) => line !== '')).toEqual(['bob@example.com\t', 'bob+test@example.com\t']);
  });

  it('says what commands and options do', async () => {
    expect((await ask('zsh', 'val')).stdout).toBe('validate\0checks the files, offline\0\n');
    expect((await ask('fish', 'plan', '--conf')).stdout).toBe('--config\tthe project file\n');
  });

  it('leaves files to the shell', async () => {
    expect((await ask('zsh', 'plan', '--output', 'a')).stdout).toMatch(/^__FILE__:file:/);
    expect((await ask('fish', 'plan', '-C', '')).stdout).toMatch(/^__FILE__:directory:/);
  });

  it.each([['zsh', 'nothing', ''], ['zsh'], ['tcsh', 'val']])('is empty, and no error, for %j', async (...words) => {
    const { code, stderr } = await inboxctl(['completion', words[0] ?? '', '--', ...words.slice(1)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
