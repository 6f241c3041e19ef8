/** Reads the file of `--seed`, which is JSON or YAML, and places its problems. */
import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { jsonIn } from '../../model/json.ts';
import { unreadable } from '../../source/load/find-files.ts';
import { parseSettings } from '../../source/load/settings-text.ts';
import { UserError, userError } from '../user-error.ts';
import { seedFindings } from './seed-problems.ts';

export type SeedFile = { value: unknown; problemsOf: (issues: readonly z.core.$ZodIssue[]) => Diagnostic[] };

/** Reads the file at an absolute path. Messages name it as `shown`. Throws a UserError. */
export function readSeedFile(absolute: string, shown: string): SeedFile {
  const text = seedText(absolute, shown);
  if (text === '') throw userError({ code: 'seed-empty', args: { seed: shown } });
  const value = parsed(text, shown);
  return {
    value,
    problemsOf: (issues) => {
      const read = parseSettings('seed', shown, text);
      return 'problems' in read ? read.problems : read.placed(seedFindings(issues, value));
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

/** Tries JSON first, which is fast: a seed may be large. The parser of YAML is the one that places problems. */
function parsed(text: string, shown: string): unknown {
  const json = jsonIn(text);
  if (json !== undefined) return json;
  const read = parseSettings('seed', shown, text);
  if ('value' in read) return read.value;
  throw new UserError(read.problems);
}
