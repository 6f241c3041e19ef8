import { describe, expect, it } from 'vitest';
import type { CommandDefinition } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { suggestions } from '../../src/cli/completion/suggestions.ts';

/** The texts that are suggested for the last of these words, or what is looked up. */
function at(line: string): unknown {
  const words = line.split(' ');
  const found = suggestions(words.slice(0, -1), words.at(-1) ?? '', COMMANDS);
  return 'words' in found ? found.words.map(({ text }) => text) : found;
}

const longOf = (flags: string) => /--[\w-]+/.exec(flags)?.[0] ?? '';
const commands: readonly CommandDefinition[] = COMMANDS;
const options = commands.flatMap(({ name, options }) => options.map((option) => ({ name, option })));

describe('the first word', () => {
  it('is a command, or help', () => {
    expect(at('')).toEqual([...COMMANDS.map(({ name }) => name), 'help']);
    expect(at('val')).toEqual(['validate']);
    expect(at('-')).toEqual(['--help', '--version']);
    expect(at('-h')).toEqual(['-h']);
  });

  it('may be help, which takes one command', () => {
    expect(at('help pl')).toEqual(['plan']);
    expect(at('help plan ')).toEqual([]);
  });

  it('that is no command has nothing behind it', () => {
    expect(at('nothing ')).toEqual([]);
    expect(at('constructor --')).toEqual([]);
  });
});

describe('every option', () => {
  it.each(options)('of $name: $option.flags', ({ name, option: { flags, choices } }) => {
    const long = longOf(flags);
    for (let end = 2; end <= long.length; end++) expect(at(`${name} ${long.slice(0, end)}`)).toContain(long);
    const value = /<(.+)>/.exec(flags)?.[1];
    if (value === undefined) expect(at(`${name} ${long}=`)).toEqual([]);
    else if (choices !== undefined) {
      expect(at(`${name} ${long} `)).toEqual(choices);
      expect(at(`${name} ${long}=`)).toEqual(choices.map((choice) => `${long}=${choice}`));
    } else if (value === 'FILE' || value === 'DIR') {
      const path = value === 'FILE' ? 'file' : 'directory';
      expect(at(`${name} ${long} x`)).toEqual({ path, prefix: '' });
      expect(at(`${name} ${long}=x`)).toEqual({ path, prefix: `${long}=` });
    }
  });

  it('stands behind what is already there', () => {
    expect(at('plan --quiet --format json --verb')).toEqual(['--verbose']);
    expect(at('plan --format=json --format=t')).toEqual(['--format=text']);
    expect(at('plan -C x --verb')).toEqual(['--verbose']);
  });

  it('ends with --', () => {
    expect(at('schema -- --')).toEqual([]);
    expect(at('schema -- p')).toEqual(['project', 'plan']);
    expect(at('plan --format -- --verb')).toEqual(['--verbose']);
  });

  it('is suggested without a dash where no argument can follow', () => {
    expect(at('accounts ')).toContain('--format');
    expect(at('validate ')).toEqual({ path: 'file', prefix: '' });
    expect(at('validate a.yaml ')).toEqual({ path: 'file', prefix: '' });
    expect(at('show ')).toEqual({ path: 'file', prefix: '' });
    expect(at('show a.json b')).toEqual({ path: 'file', prefix: '' });
    expect(at('validate --q')).toEqual(['--quiet']);
    expect(at('explain --mail is')).toEqual({ path: 'file', prefix: '' });
    expect(at('schema ')).toEqual(['rules', 'tests', 'project', 'account', 'plan', 'sandbox']);
    expect(at('schema plan ')).toEqual(['--help']);
  });
});

describe('a name', () => {
  const nowhere = { directory: undefined, config: undefined };

  it.each([
    ['plan --account a', 'account', ''],
    ['plan --account=a', 'account', '--account='],
    ['plan --only ', 'rule', ''],
    ['apply --only=Ne', 'rule', '--only='],
    ['explain ', 'rule', ''],
    ['explain One ', 'rule', ''],
    ['pull One ', 'rule', ''],
    ['runs show ', 'run', ''],
    ['rollback 2026', 'run', ''],
  ])('of %j is looked up', (line, named, prefix) => {
    expect(at(line)).toEqual({ named, at: nowhere, prefix });
  });

  it.each(['plan -C there --config=its.yaml --account ', '-C there plan --config=its.yaml --account '])(
    'is looked up in the project that the line names: %s',
    (line) => {
      expect(at(line)).toEqual({
        named: 'account',
        at: { directory: 'there', config: 'its.yaml' },
        prefix: '',
      });
    },
  );

  it('of a run comes behind show', () => {
    expect(at('runs ')).toEqual(['show']);
    expect(at('runs show 2026 ')).toContain('--format');
  });
});
