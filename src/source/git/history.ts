/** The rules that were ever declared: names in all versions of the rule files in the git history. */
import path from 'node:path';
import type { ArgsOf, Diagnostic } from '../../diagnostics/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { isRuleFilePath } from '../load/find-files.ts';
import { parseRuleFile } from '../load/parse.ts';
import { FILE_LIMIT, utf8Text } from '../load/read-file.ts';
import { shownPath, type Where } from '../paths.ts';
import { blobsIn } from './blobs.ts';
import { bytesOfGit, type Environment, type GitFailure } from './run.ts';
import { type Placed, placeInRepository, versionsIn } from './versions.ts';

/** In characters. After this much text, about a second of work, only versions that may have a wanted name are parsed. */
const READ_WHOLE = 256 * 1024;

/**
 * The names as written in all versions of the rule files below `roots` (absolute) that HEAD can reach. It may skip those not
 * `wanted` (canonical). A broken rule does not count as declared, since no plan could contain it; one notice counts versions
 * with such a rule and versions that cannot be read. Returns a problem if there is no history, or not all of it.
 */
export async function namesDeclaredBefore(
  roots: readonly string[],
  where: Where,
  wanted: readonly string[],
  env: Environment,
): Promise<{ names: ReadonlySet<string>; notices: Diagnostic[] } | { problem: Diagnostic }> {
  const all: Placed[] = [];
  for (const root of roots) {
    const placed = await placeInRepository(env, root, 'HEAD');
    if ('failure' in placed) return missing(placed.failure, placed.detail);
    if (placed.isShallow) return missing('shallow', null);
    all.push(placed);
  }
  const couldHoldWanted = nameSearch(wanted);
  const names = new Set<string>();
  /** The shown path of each version that could not be read. */
  const unreadable: string[] = [];
  let characters = 0;
  const readVersion = (file: string, bytes: Buffer): void => {
    const text = bytes.length > FILE_LIMIT ? null : utf8Text(bytes);
    if (text === null) return void unreadable.push(file);
    if (characters > READ_WHOLE && !couldHoldWanted(text)) return;
    characters += text.length;
    const { rules, problems } = parseRuleFile(file, text);
    for (const { written } of rules) names.add(written.name);
    if (problems.length > 0) unreadable.push(file);
  };
  for (const places of groupBy(all, ({ top }) => top).values()) {
    const [{ commit }] = places;
    if (commit === null) return missing('no-commit', null);
    const failure = await eachVersion(env, places, commit, (file, bytes) =>
      readVersion(shownPath(file, where.cwd), bytes),
    );
    if (failure !== null) return missing(failure.failure, failure.detail);
  }
  const args = { versions: unreadable.length, files: [...new Set(unreadable)].sort() };
  return { names, notices: unreadable.length === 0 ? [] : [{ code: 'history-unreadable', args, severity: 'info' }] };
}

const OBJECTS_AT_ONCE = 200;

/** Calls `take` for each version of a rule file (absolute). Fails if one is missing, as in a partial clone. */
async function eachVersion(
  env: Environment,
  places: readonly [Placed, ...Placed[]],
  commit: string,
  take: (file: string, bytes: Buffer) => void,
): Promise<GitFailure | null> {
  const versions = await versionsIn(env, places, commit);
  if ('failure' in versions) return versions;
  const fileOf = new Map<string, string>();
  for (const { id, file } of versions) {
    const absolute = fileOf.has(id) ? null : ruleFileBelow(places, file);
    if (absolute !== null) fileOf.set(id, absolute);
  }
  const ids = [...fileOf.keys()];
  for (let first = 0; first < ids.length; first += OBJECTS_AT_ONCE) {
    const input = ids.slice(first, first + OBJECTS_AT_ONCE).map((id) => `${id}\n`);
    const answer = await bytesOfGit(env, places[0].top, ['cat-file', '--batch', '--buffer'], input.join(''));
    if (!Buffer.isBuffer(answer)) return answer;
    for (const { id, bytes } of blobsIn(answer)) {
      if (bytes === null) return { failure: 'failed', detail: `object ${id} is missing` };
      take(fileOf.get(id) ?? '', bytes);
    }
  }
  return null;
}

/** The absolute path of a file, or null if the loader would not read it as a rule file. */
function ruleFileBelow(places: readonly Placed[], file: string): string | null {
  for (const { root, inside } of places) {
    if (file === inside && isRuleFilePath(path.basename(root))) return root;
    const folder = inside === '' ? '' : `${inside}/`;
    const below = file.slice(folder.length);
    if (file.startsWith(folder) && isRuleFilePath(below)) return path.join(root, below);
  }
  return null;
}

function missing(problem: ArgsOf<'history-missing'>['problem'], detail: string | null): { problem: Diagnostic } {
  return { problem: { code: 'history-missing', args: { problem, detail }, severity: 'error' } };
}

/**
 * Returns a quick test of whether a rule file may declare one of these names. It misses none: the words of a name are
 * in the text, or hidden behind escapes and line breaks in double quotes, and such a text always passes.
 */
export function nameSearch(names: readonly string[]): (text: string) => boolean {
  const searched = names.map((name) => name.match(/[\p{L}\p{N}]+/gu) ?? []);
  return (text) => /\\[xuU\r\n]/.test(text) || searched.some((words) => words.every((word) => text.includes(word)));
}
