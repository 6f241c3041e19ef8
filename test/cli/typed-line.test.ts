/** What is typed, and what bash is given to insert: it has to read back as the text, in every quote. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapedForBash, type Quote, typedLine } from '../../src/cli/completion/suggest.ts';
import { runs } from '../harness/runs.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...' $(){}[]`"\'\\!;&|<>*?~#=:,@%^+-é😀'),
    fc.constantFrom('a', 'touch RAN', '!!', '$('),
  ),
  minLength: 1,
  maxLength: 12,
});
const quote = fc.constantFrom<Quote>('', '"', "'");

describe('a typed line', () => {
  it.each([
    ['inboxctl pl', ['inboxctl'], 'pl', ''],
    ['inboxctl plan ', ['inboxctl', 'plan'], '', ''],
    ['a  b\\ c "d e', ['a', 'b c'], 'd e', '"'],
    ["a 'b \\", ['a'], 'b \\', "'"],
    ["a 'b'\\''c' d", ['a', "b'c"], 'd', ''],
    ['a "b\\"\\x" "', ['a', 'b"\\x'], '', '"'],
    ['a "" ""', ['a', ''], '', ''],
    ['a --x="b c', ['a'], '--x=b c', '"'],
    ['a \\', ['a'], '', null],
    ['a "b\\', ['a'], 'b\\', null],
    ['a `b', ['a'], '`b', null],
    ['a "$(b', ['a'], '$(b', null],
    ["a $'b", ['a'], "$'b", null],
    ["a '$(b' $HOME/", ['a', '$(b'], '$HOME/', ''],
  ])('%j', (line, before, typed, open) => {
    expect(typedLine(line)).toEqual({ before, typed, quote: open });
  });
});

describe('what bash is given to insert', () => {
  it('reads back as the text', () => {
    fc.assert(
      fc.property(text, quote, (name, open) => {
        const escaped = escapedForBash(name, open);
        fc.pre(escaped !== null);
        expect(typedLine(`x ${open}${escaped}`)).toMatchObject({ before: ['x'], typed: name, quote: open });
      }),
      { numRuns: runs(250) },
    );
  });

  it('reads back as the text in an interactive bash, which has a history', () => {
    const samples = fc.sample(fc.tuple(text, quote), { numRuns: 500, seed: 1 });
    const written = samples.flatMap(([name, open]) => {
      const escaped = escapedForBash(name, open);
      return escaped === null ? [] : [{ name, line: `printf '%s\\0' ${open}${escaped}${open} >&3` }];
    });
    const { output } = spawnSync('bash', ['--norc', '--noprofile', '-i'], {
      input: `echo history $(echo RAN)\n${written.map(({ line }) => line).join('\n')}\nexit\n`,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'dumb', HISTFILE: '', INPUTRC: '/dev/null' },
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    expect(written.length).toBeGreaterThan(300);
    expect(output[3]?.split('\0').slice(0, -1)).toEqual(written.map(({ name }) => name));
  });
});
