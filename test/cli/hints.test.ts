/** What a mistyped command is told: no hint leads to a command that writes, or past its question. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownCommand, usageProblem } from '../../src/cli/usage.ts';
import { describe as described } from '../../src/diagnostics/describe.ts';
import { COMMANDS } from '../harness/commands.ts';
import { forAll } from '../harness/for-all.ts';

const KNOWN = { commands: COMMANDS, look: () => null };
const LETTERS = 'abcdefghijklmnopqrstuvwxyz-';

/** Words that are one slip, or none, away from one of these. */
function slips(words: readonly string[]): string[] {
  return words.flatMap((word) => [
    word,
    ...[...word].flatMap((_, at) => [
      word.slice(0, at) + word.slice(at + 1),
      `${word.slice(0, at)}${word[at + 1] ?? ''}${word[at] ?? ''}${word.slice(at + 2)}`,
      ...[...LETTERS].map((letter) => word.slice(0, at) + letter + word.slice(at + 1)),
      ...[...LETTERS].map((letter) => word.slice(0, at) + letter + word.slice(at)),
    ]),
  ]);
}

function hintOf(problem: ReturnType<typeof usageProblem>): string {
  if (problem === null) throw new Error('no problem');
  return described(problem).remedy ?? '';
}

describe('a mistyped command', () => {
  const known = COMMANDS.map(({ name }): string => name);
  // Words of other programs that stand for what apply does.
  const meant = [
    ...['apply', 'deploy', 'push', 'sync', 'up', 'run', 'update', 'upgrade', 'commit', 'delete', 'create', 'rename'],
  ];

  it('is never led to apply', () => {
    const typed = slips(meant).filter((word) => word !== '' && !known.includes(word));
    for (const word of typed) expect(hintOf(unknownCommand([word], KNOWN)), word).not.toMatch(/inboxctl apply|--yes/);
  });

  it('is never led to apply, whatever it is', () =>
    forAll([fc.stringMatching(/^[a-z-]{1,8}$/)], 100, (word) => {
      fc.pre(!known.includes(word));
      expect(hintOf(unknownCommand([word], KNOWN))).not.toMatch(/inboxctl apply|--yes/);
    }));
});

describe('a mistyped option', () => {
  it.each(COMMANDS.filter(({ name }) => ['apply', 'rollback'].includes(name)))(
    'of $name is never led to --yes',
    (command) => {
      const typed = ['-f', '--force', '--file', ...slips(['--yes', '--keys', '--types', '--bytes'])];
      for (const option of typed.filter((one) => !/^-+yes$/.test(one))) {
        const problem = usageProblem(unknown(option), command, { words: [], operands: [] }, KNOWN);
        expect(hintOf(problem), option).not.toMatch(/--yes/);
      }
    },
  );
});

function unknown(option: string) {
  return { code: 'commander.unknownOption', message: `error: unknown option '${option}'` };
}
