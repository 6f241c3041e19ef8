/** Completion as shells use it: bash, zsh and fish are driven on a terminal. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../harness/commands.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { installed } from '../harness/installed.ts';
import { projectOf } from '../harness/project.ts';
import { SHELL_NAMES, startShell } from '../harness/shell.ts';

const PROJECT = { 'inboxctl.yaml': '', 'a plan.json': '', 'rules/a.yaml': '' };

/** What is typed after `inboxctl`, and the words that it is started with; zsh may write them in another way. */
const COMPLETED: [typed: string, words: string[], inZsh?: string[]][] = [
  ['val\t', ['validate']],
  ['plan --form\tj\t', ['plan', '--format', 'json'], ['plan', '--format=json']],
  ['plan --format j\t', ['plan', '--format', 'json']],
  ['plan --format=j\t', ['plan', '--format=json']],
  ['plan --quiet --color ne\t--verb\t', ['plan', '--quiet', '--color', 'never', '--verbose']],
  ['plan --config in\t', ['plan', '--config', 'inboxctl.yaml']],
  ['plan --config=in\t', ['plan', '--config=inboxctl.yaml']],
  ['plan --output a\t', ['plan', '--output', 'a plan.json']],
  ['plan --output "a\t', ['plan', '--output', 'a plan.json']],
  ['plan -C rules --format j\t', ['plan', '-C', 'rules', '--format', 'json']],
  ['plan -C ru\t', ['plan', '-C', 'rules/'], ['plan', '-C', 'rules']],
  ['show a\t', ['show', 'a plan.json']],
  ['validate inboxctl.yaml rules/\t', ['validate', 'inboxctl.yaml', 'rules/a.yaml']],
  ['schema pr\t', ['schema', 'project']],
  ['stats vol\t--period mo\t', ['stats', 'volume', '--period', 'month']],
  ['runs sh\t', ['runs', 'show']],
  [
    'sandbox --profile o\t--da\trules/\t',
    ['sandbox', '--profile', 'older', '--data', 'rules/a.yaml'],
    ['sandbox', '--profile', 'older', '--data=rules/a.yaml'],
  ],
  ['init --w\t', ['init', '--workflows']],
  ['accounts --he\t', ['accounts', '--help']],
  ['--vers\t', ['--version']],
  ['help com\t', ['help', 'completion']],
  ['-C rules val\t', ['-C', 'rules', 'validate']],
  ['-C rules plan --format j\t', ['-C', 'rules', 'plan', '--format', 'json']],
  // No shell looks up names.
  ['plan --account a\tx', ['plan', '--account', 'ax']],
  ['explain a\tx', ['explain', 'ax']],
];

describe.each(SHELL_NAMES)('%s', (name) => {
  it('completes what is typed', async () => {
    const { enter } = await startShell(name, projectOf(PROJECT));
    for (const [typed, words, inZsh = words] of COMPLETED) {
      expect((await enter(`inboxctl ${typed}`)).words, typed).toEqual(name === 'zsh' ? inZsh : words);
    }
  });

  it('inserts files and folders so that they are read back', async () => {
    const file = 'plans/x; "$(touch RAN)" `touch RAN` #.json';
    const cwd = projectOf({ [file]: '' });
    const { enter } = await startShell(name, cwd);
    for (const quote of ['', '"', "'"]) {
      expect((await enter(`inboxctl plan --output ${quote}plans/\t`)).words, quote).toEqual(['plan', '--output', file]);
    }
    expect(readdirSync(cwd)).toEqual(['bin', 'plans']);
  });

  it('lists what may follow', async () => {
    const { enter } = await startShell(name, projectOf(PROJECT));
    const { shown } = await enter('inboxctl apply --format \tjson');
    expect(shown).toMatch(/\btext\b/);
  });

  it('completes the file of a redirection', async () => {
    const { enter } = await startShell(name, projectOf(PROJECT));
    expect((await enter('inboxctl list < inb\t')).words).toEqual(['list']);
    expect((await enter('inboxctl schema < inb\t plan')).words).toEqual(['schema', 'plan']);
  });
});

/** What a shell without a terminal gives for a line: the words before the cursor, and the one at it. */
const ASKED = {
  bash: (before: string[], word: string) =>
    `COMP_WORDS=(inboxctl ${before.join(' ')} '${word}') COMP_CWORD=${before.length + 1}; _inboxctl inboxctl '${word}' ${before.at(-1)}; echo "\${COMPREPLY[*]}"`,
  fish: (before: string[], word: string) =>
    `complete -C 'inboxctl ${before.join(' ')} ${word}' | string replace -r '\\t.*' '' | string join ' '`,
};

describe.each(['bash', 'fish'] as const)('every option and every value, in %s', (shell) => {
  it('is completed', async () => {
    const lines = COMMANDS.flatMap(({ name, options, arguments: operands = [] }) => {
      const longs = options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? '');
      const valued = options.flatMap(({ choices }, index) =>
        choices === undefined ? [] : [{ before: [name, longs[index] ?? ''], word: '', expected: choices }],
      );
      const chosen = operands.flatMap(({ choices = [] }) => choices);
      const given = chosen.length === 0 ? [] : [{ before: [name], word: '', expected: chosen }];
      return [{ before: [name], word: '--', expected: [...longs, '--help'] }, ...valued, ...given];
    });
    const { stdout: script } = await inboxctl(['completion', shell]);
    const asked = lines.map(({ before, word }) => ASKED[shell](before, word)).join('\n');
    const cwd = projectOf({ ask: `${script}\n${asked}\n` });
    const flag = shell === 'bash' ? '--norc' : '--no-config';
    const { stdout, stderr } = spawnSync(installed(shell), [flag, 'ask'], { encoding: 'utf8', cwd });
    expect(stderr).toBe('');
    const found = stdout.split('\n').slice(0, -1);
    expect(found.map((one) => one.split(' ').sort())).toEqual(lines.map(({ expected }) => [...expected].sort()));
  });
});

describe('the script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s says how to set it up, and has every command and option', async (shell) => {
    const { code, stdout, stderr } = await inboxctl(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, setUp] = /^# {3}(.*inboxctl completion .*)$/m.exec(stdout) ?? [];
    expect(setUp).toContain(`inboxctl completion ${shell}`);
    for (const { name, options } of COMMANDS) {
      expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
      for (const { flags } of options) {
        const [long = ''] = /(?<=--)[\w-]+/.exec(flags) ?? [];
        expect(stdout).toMatch(new RegExp(`(--|-l )${long}\\b`));
      }
    }
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
