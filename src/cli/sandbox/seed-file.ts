/** Reads the file of `--seed`, JSON or YAML, and places the problems with it. */
import { readFileSync } from 'node:fs';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { jsonIn } from '../../model/json.ts';
import { nearest } from '../../model/nearest.ts';
import type { SeedProblem } from '../../sandbox/seed-problems.ts';
import { unreadable } from '../../source/load/find-files.ts';
import { asJson, parseSettings } from '../../source/load/settings-text.ts';
import { UserError, userError } from '../user-error.ts';

export interface SeedFile {
  value: unknown;
  /** Converts the problems that the sandbox finds in it. */
  problemsOf: (problems: readonly SeedProblem[]) => Diagnostic[];
}

/** Reads the file at an absolute path; messages use the path as it was given. Throws a UserError. */
export function readSeedFile(absolute: string, shown: string): SeedFile {
  const text = seedText(absolute, shown);
  if (text === '') throw userError({ code: 'seed-empty', args: { seed: shown } });
  return {
    value: parsed(text, shown),
    problemsOf: (problems) => {
      const read = parseSettings('seed', shown, text);
      if ('problems' in read) return read.problems;
      return read.placed(problems.map((problem) => ({ ...findingOf(problem), ...placeOf(problem) })));
    },
  };
}

function seedText(absolute: string, shown: string): string {
  try {
    return readFileSync(absolute, 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd();
  } catch (error) {
    throw userError(unreadable('The seed file', { path: absolute, shown }, error));
  }
}

/**
 * Tries JSON first, which is fast: a seed may be large. Anything else may be YAML, whose parser also places problems.
 */
function parsed(text: string, shown: string): unknown {
  const json = jsonIn(text);
  if (json !== undefined) return json;
  const read = parseSettings('seed', shown, text);
  if ('value' in read) return read.value;
  throw new UserError(/^\s*[{[]/.test(text) ? asJson(read.problems) : read.problems);
}

function placeOf({ path, problem }: SeedProblem) {
  const isOfKey = problem === 'missing' || problem === 'unknown-key' || problem === 'either';
  return { path, at: isOfKey ? ('key' as const) : ('value' as const) };
}

function findingOf(problem: SeedProblem): Finding {
  const path = problem.path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${part}`),
    '',
  );
  switch (problem.problem) {
    case 'unknown-key': {
      const { key, of, known } = problem;
      return { code: 'seed-unknown-key', args: { key, of, known, proposal: nearest(key, known, 2) } };
    }
    case 'missing':
      return { code: 'seed-missing-key', args: { path, expected: problem.expected } };
    case 'wrong':
      return { code: 'seed-wrong-value', args: { path, written: problem.written, expected: problem.expected } };
    case 'either':
      return { code: 'seed-either', args: { keys: problem.keys } };
    case 'twice':
      return { code: 'seed-twice', args: { what: problem.what, name: problem.name } };
    case 'no-inbox': {
      const { name, known, isBefore } = problem;
      return { code: 'seed-no-inbox', args: { name, known, isBefore, proposal: nearest(name, known) } };
    }
    case 'order':
      return { code: 'seed-order', args: {} };
  }
}
