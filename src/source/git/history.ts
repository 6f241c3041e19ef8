/** Which rules were declared once: the names in every version of the rule files that the git history holds. */

import path from 'node:path';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { isRuleFilePath } from '../load/find-files.ts';
import { parseRuleFile } from '../load/parse.ts';
import { decoded, FILE_LIMIT } from '../load/read-file.ts';
import { shownPath, type Where } from '../paths.ts';
import { blobsIn } from './blobs.ts';
import { bytesOfGit, type Environment, type GitFailure } from './run.ts';
import { type Placed, placeInRepository, versionsIn } from './versions.ts';

/** Names as written, which are neither trimmed nor otherwise canonical. */
interface DeclaredBefore {
  names: ReadonlySet<string>;
  notices: Diagnostic[];
}

/**
 * How much text is read with the loader, in characters, whatever it is: some seconds' work. Past it, only versions that
 * could hold a wanted name are.
 */
const READ_WHOLE = 1024 * 1024;

interface Reading {
  couldHoldWanted: (text: string) => boolean;
  names: Set<string>;
  /** The paths to show of versions that could not be read, one for each. */
  unreadable: string[];
  characters: number;
}

/**
 * Names that were declared in any version, reachable from HEAD, of the files at rules folders or files (absolute): at
 * least all of the `wanted` ones (canonical) among them. A rule that was broken in a version was not declared by it: no
 * plan could be made from it. Versions with such a rule, or that cannot be read at all, are counted in one notice. A
 * problem where the history is not there or not whole.
 */
export async function namesDeclaredBefore(
  roots: readonly string[],
  where: Where,
  wanted: readonly string[],
  env: Environment,
): Promise<DeclaredBefore | { problem: Diagnostic }> {
  const all: Placed[] = [];
  for (const root of roots) {
    const placed = await placeInRepository(env, root, 'HEAD');
    if ('failure' in placed) return missing(placed.failure, placed.detail);
    if (placed.isShallow) return missing('shallow', null);
    all.push(placed);
  }
  const repositories = groupBy(all, ({ top }) => top);
  const reading: Reading = {
    couldHoldWanted: nameSearch(wanted),
    names: new Set(),
    unreadable: [],
    characters: 0,
  };
  for (const [, places] of repositories) {
    const [{ commit }] = places;
    if (commit === null) return missing('no-commit', null);
    const failure = await readNames(env, places, commit, where, reading);
    if (failure !== null) return missing(failure.failure, failure.detail);
  }
  return { names: reading.names, notices: noticesOf(reading.unreadable) };
}

async function readNames(
  env: Environment,
  places: readonly [Placed, ...Placed[]],
  commit: string,
  where: Where,
  reading: Reading,
): Promise<GitFailure | null> {
  const fileOf = new Map<string, string>();
  const versions = await versionsIn(env, places, commit);
  if ('failure' in versions) return versions;
  for (const { id, file } of versions) {
    const absolute = fileOf.has(id) ? null : ruleFileBelow(places, file);
    if (absolute !== null) fileOf.set(id, shownPath(absolute, where.cwd));
  }
  return eachObject(env, places[0].top, [...fileOf.keys()], (id, bytes) => {
    readVersion(fileOf.get(id) ?? '', bytes, reading);
  });
}

/** How many objects are in memory at once. */
const OBJECTS_AT_ONCE = 200;

/** Calls `take` with the id and the bytes of each object. One that is not there, as in a partial clone, is a failure. */
async function eachObject(
  env: Environment,
  folder: string,
  ids: readonly string[],
  take: (id: string, bytes: Buffer) => void,
): Promise<GitFailure | null> {
  for (let first = 0; first < ids.length; first += OBJECTS_AT_ONCE) {
    const input = ids.slice(first, first + OBJECTS_AT_ONCE).map((id) => `${id}\n`);
    const answer = await bytesOfGit(env, folder, ['cat-file', '--batch', '--buffer'], input.join(''));
    if (!Buffer.isBuffer(answer)) return answer;
    for (const { id, bytes } of blobsIn(answer)) {
      if (bytes === null) return { failure: 'failed', detail: `object ${id} is missing` };
      take(id, bytes);
    }
  }
  return null;
}

/** The absolute path of a file that the loader would have taken for a rule file, or null. */
function ruleFileBelow(places: readonly Placed[], file: string): string | null {
  for (const { root, inside } of places) {
    if (file === inside && isRuleFilePath(path.basename(root))) return root;
    const folder = inside === '' ? '' : `${inside}/`;
    const below = file.slice(folder.length);
    if (file.startsWith(folder) && isRuleFilePath(below)) return path.join(root, below);
  }
  return null;
}

function readVersion(file: string, bytes: Buffer, reading: Reading): void {
  const text = bytes.length > FILE_LIMIT ? null : decoded(bytes);
  if (text === null) {
    reading.unreadable.push(file);
    return;
  }
  if (reading.characters > READ_WHOLE && !reading.couldHoldWanted(text)) return;
  reading.characters += text.length;
  const { rules, problems } = parseRuleFile(file, text);
  for (const { written } of rules) reading.names.add(written.name);
  if (problems.length > 0) reading.unreadable.push(file);
}

function noticesOf(unreadable: readonly string[]): Diagnostic[] {
  if (unreadable.length === 0) return [];
  const files = [...new Set(unreadable)].sort();
  return [{ code: 'history-unreadable', args: { versions: unreadable.length, files }, severity: 'info' }];
}

function missing(problem: ArgsOf<'history-missing'>['problem'], detail: string | null): { problem: Diagnostic } {
  return { problem: { code: 'history-missing', args: { problem, detail }, severity: 'error' } };
}

/**
 * Gives a function that tells whether the text of a rule file could declare one of these names, a thousand times faster
 * than the YAML parser. It never misses one: every word of a name is in the text as it is, however the name is quoted
 * or folded, except in double quotes, where a letter can be written as an escape and a line can end inside a word.
 */
export function nameSearch(names: readonly string[]): (text: string) => boolean {
  const searched = names.map((name) => name.match(/[\p{L}\p{N}]+/gu) ?? []);
  return (text) => /\\[xuU\r\n]/.test(text) || searched.some((words) => words.every((word) => text.includes(word)));
}
