/** Completion as shells use it: bash, zsh and fish are driven on a terminal. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inboxctl } from '../harness/inboxctl.ts';
import { projectOf, write } from '../harness/project.ts';
import { SHELL_NAMES, startShell } from '../harness/shell.ts';

const PROJECT = {
  'inboxctl.yaml': 'accounts: { alice: {}, bob@example.com: {}, bob+test@example.com: {} }\n',
  'a plan.json': '',
  'rules/a.yaml': rulesFile('Newsletters', 'Cold mail', 'Costs "net"', 'Re: order: new', 'key=value', 'Überweisung'),
  '.inboxctl/runs/20261121T092233Z-0123456789ab.jsonl': '',
};

function rulesFile(...names: string[]): string {
  const rules = names.map((name) => ({ name, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] }));
  return `${JSON.stringify({ rules })}\n`;
}

/** What is typed after `inboxctl`, and the words that it is started with. */
const COMPLETED: [string, string[]][] = [
  ['val\t', ['validate']],
  ['plan --form\tj\t', ['plan', '--format', 'json']],
  ['plan --format=j\t', ['plan', '--format=json']],
  ['plan --config in\t', ['plan', '--config', 'inboxctl.yaml']],
  ['plan --config=in\t', ['plan', '--config=inboxctl.yaml']],
  ['plan --output a\t', ['plan', '--output', 'a plan.json']],
  ['plan --output "a\t', ['plan', '--output', 'a plan.json']],
  ['plan --account al\t', ['plan', '--account', 'alice']],
  ['plan --account=bob+\t', ['plan', '--account=bob+test@example.com']],
  ['plan --account "bob+\t', ['plan', '--account', 'bob+test@example.com']],
  ['plan -C rules --account al\t', ['plan', '-C', 'rules', '--account', 'alice']],
  ['schema pr\t', ['schema', 'project']],
  ['sandbox --profile o\t--da\trules/\t', ['sandbox', '--profile', 'older', '--data', 'rules/a.yaml']],
  ['help com\t', ['help', 'completion']],
  ['-C rules plan --account al\t', ['-C', 'rules', 'plan', '--account', 'alice']],
  ['plan --only Ne\t', ['plan', '--only', 'Newsletters']],
  ['plan --only=Ne\t', ['plan', '--only=Newsletters']],
  ['explain Newsletters Col\t', ['explain', 'Newsletters', 'Cold mail']],
  ['explain Cos\t', ['explain', 'Costs "net"']],
  ["explain 'Cos\t", ['explain', 'Costs "net"']],
  ['plan --only=Cold\\ m\t', ['plan', '--only=Cold mail']],
  ['plan --only="Cold m\t', ['plan', '--only=Cold mail']],
  ['explain Cold\\ m\t', ['explain', 'Cold mail']],
  ['explain "Cold m\t', ['explain', 'Cold mail']],
  ["explain Newsletters 'Cold m\t", ['explain', 'Newsletters', 'Cold mail']],
  // What is in COMP_WORDBREAKS of bash.
  ['explain Re\t', ['explain', 'Re: order: new']],
  ['explain Re:\\ ord\t', ['explain', 'Re: order: new']],
  ['explain "Re: order: n\t', ['explain', 'Re: order: new']],
  ['explain Re\\:\t', ['explain', 'Re: order: new']],
  ['explain key=\t', ['explain', 'key=value']],
  ['plan --only=key=v\t', ['plan', '--only=key=value']],
  ['explain Ü\t', ['explain', 'Überweisung']],
  ['runs show 2026\t', ['runs', 'show', '20261121T092233Z-0123456789ab']],
  ['rollback --dry-run 2\t', ['rollback', '--dry-run', '20261121T092233Z-0123456789ab']],
];

/** Names that a shell would run, expand or take apart, were they not escaped. */
const HOSTILE = [
  'Newsletters $(touch RAN) `touch RAN` $HOME "$(touch RAN)" $((1+1)) $[1+1] x',
  `it's "$(touch RAN)" or '$(touch RAN)' a::b:c:\u00a0x Ünïcödé 😀`,
  '" ; touch RAN ; " | touch RAN & touch RAN && touch RAN #x \\$(touch RAN) \\\\" $(touch RAN) \\',
  '> RAN < RAN >(touch RAN) <(touch RAN) (touch RAN) {touch,RAN} =(touch RAN) ^a^b^',
  '[a-z]* ? ** a*(e:touch RAN:) ~ a=~ b:~',
  '=ls',
  '#x',
  '%F{red}%S%n %1v',
];

/** What one shell cannot have, and where: the shell, the quote that is open, the name. */
const NOT_IN = [
  // bash keeps the backslash before a `!` in double quotes.
  ['bash', '"', 'a !! !touch !$ x'],
  // readline has it take the place of the quote that is open.
  ['bash', "'", "' ; touch RAN ; ' x"],
  // fish escapes no `~`.
  ['fish', '', '~'],
  ['fish', '"', '~'],
  ['fish', "'", '~'],
] as const;

/** Names that are left out: what no line can have, or hides in it, and what would be an option. */
const LEFT_OUT = [
  'a\n$(touch RAN)',
  'a\r; touch RAN\r',
  'a\u001b[31mx',
  'a\tx',
  'a\u202ex',
  'a\u200bx',
  'a\u2028x',
  '--yes',
  '-x',
];

/** A project for each name: the name is all that can come after `explain`. */
function projectsOf(names: readonly string[]): string {
  return projectOf(Object.fromEntries(names.map((name, index) => [`p${index}/rules/a.yaml`, rulesFile(name)])));
}

describe.each(SHELL_NAMES)('%s', (name) => {
  it('completes what is typed', async () => {
    const { enter } = await startShell(name, projectOf(PROJECT));
    for (const [typed, words] of COMPLETED) expect((await enter(`inboxctl ${typed}`)).words, typed).toEqual(words);
  });

  it('inserts a name so that it is read back, whatever quote is open, and runs nothing', async () => {
    const names = [...HOSTILE, ...new Set(NOT_IN.map(([, , one]) => one))];
    const cwd = projectsOf(names);
    const { enter } = await startShell(name, cwd);
    for (const [index, hostile] of names.entries()) {
      for (const quote of ['', '"', "'"]) {
        const isLeftOut = NOT_IN.some((one) => one.join() === [name, quote, hostile].join());
        const { words } = await enter(`inboxctl explain -C p${index} ${quote}\t${isLeftOut ? `x${quote}` : ''}`);
        expect(words, `${quote} ${hostile}`).toEqual(['explain', '-C', `p${index}`, isLeftOut ? 'x' : hostile]);
      }
    }
    const { words } = await enter('inboxctl plan -C p0 --only=\t');
    expect(words).toEqual(['plan', '-C', 'p0', `--only=${HOSTILE[0]}`]);
    expect(readdirSync(cwd).filter((file) => !/^p\d/.test(file))).toEqual(['bin']);
  });

  it('leaves out names that cannot be inserted', async () => {
    const cwd = projectOf({ 'rules/a.yaml': rulesFile(...LEFT_OUT) });
    const { enter } = await startShell(name, cwd);
    for (const quote of ['', '"', "'"]) {
      expect((await enter(`inboxctl explain ${quote}\tx${quote}`)).words).toEqual(['explain', 'x']);
      expect((await enter(`inboxctl explain ${quote}a\tx${quote}`)).words).toEqual(['explain', 'ax']);
    }
    expect(readdirSync(cwd)).toEqual(['bin', 'rules']);
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

  it('says nothing where the project cannot be read', async () => {
    const cwd = projectOf(PROJECT);
    write(cwd, 'inboxctl.yaml', 'accounts: [\n');
    const { enter } = await startShell(name, cwd);
    const { words, shown } = await enter('inboxctl plan --account x\t --qui\t');
    expect(words).toEqual(['plan', '--account', 'x', '--quiet']);
    expect(shown).not.toMatch(/error|YAML/);
  });
});

describe('the script', () => {
  it.each(['bash', 'zsh', 'fish'])('for %s says how to set it up, and asks this program', async (shell) => {
    const { code, stdout, stderr } = await inboxctl(['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, setUp] = /^# {3}(.*inboxctl completion .*)$/m.exec(stdout) ?? [];
    expect(setUp).toContain(`inboxctl completion ${shell}`);
    expect(stdout).toContain(`inboxctl completion ${shell} -- `);
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

/** What the scripts read: what to complete, then a line for each word. */
describe('the answer at a TAB', () => {
  const ask = async (shell: string, line: string, replaced = '', env = { LANG: 'C.UTF-8' }) => {
    const { stdout } = await inboxctl(['completion', shell, '--', line, replaced], { cwd: projectOf(PROJECT), env });
    return stdout.split('\n').slice(0, -1);
  };

  it('has a line for each word, with what it does', async () => {
    expect(await ask('zsh', 'inboxctl apply --format=')).toEqual(['words', '--format=text', '--format=json']);
    expect(await ask('zsh', 'inboxctl val')).toEqual(['words', 'validate\tchecks the files, offline']);
    expect(await ask('fish', 'FOO=1 inboxctl plan --conf')).toEqual(['words', '--config\tthe project file']);
  });

  it('leaves files to the shell', async () => {
    expect(await ask('zsh', 'inboxctl plan --output a')).toEqual(['file']);
    expect(await ask('fish', 'inboxctl plan -C ')).toEqual(['directory']);
    expect(await ask('bash', 'inboxctl list > a', 'a')).toEqual(['file']);
    expect(await ask('bash', 'inboxctl list 2>', '')).toEqual(['file']);
  });

  it.each([
    ['behind a substitution', 'inboxctl explain "$(echo "'],
    ['behind a substitution before', 'inboxctl -C `pwd` explain "'],
    ["behind $'", "inboxctl explain $'a\\'"],
    ['behind a backslash', 'inboxctl explain \\'],
    ['behind a backslash in quotes', 'inboxctl explain "\\'],
    ['of a line that does not end with what is replaced', 'inboxctl explain x', 'y'],
    ['within another word', 'inboxctl explain x', ' x'],
  ])('has no word for bash %s', async (_where, line, replaced = '') => {
    expect(await ask('bash', line, replaced)).toEqual(['words']);
  });

  it('has names outside ASCII only where the shell reads UTF-8', async () => {
    expect(await ask('fish', 'inboxctl explain Ü', '', { LANG: 'zh_CN.GBK' })).toEqual(['words']);
    expect(await ask('fish', 'inboxctl explain Cold', '', { LANG: 'zh_CN.GBK' })).toEqual(['words', 'Cold mail']);
  });

  it.each([['zsh', 'inboxctl nothing '], ['zsh'], ['tcsh', 'inboxctl val']])('is no error for %j', async (...words) => {
    const { code, stderr } = await inboxctl(['completion', words[0] ?? '', '--', ...words.slice(1)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
