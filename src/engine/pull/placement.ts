/**
 * Where a new rule goes: once into the place that accounts share, if all of them have it alike; else into a place of each
 * account's own. There it gets a file of its own, or the end of a file that is listed.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Disagreement } from '../../diagnostics/pulls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/pull.ts';
import { isInside } from '../../source/paths.ts';
import { unreadAmong } from './agreement.ts';
import { fileEdit, type PullAccount, type PullInput } from './input.ts';
import type { Fresh } from './outcomes.ts';
import { isRuleFile, type OwnPlaces, ownPlaces, readersOf } from './own-places.ts';

/** A rule to be written once, for all accounts that have it there. */
export interface Placement {
  /** Absolute: where it gets a file of its own, and that files of texts go beside. */
  folder: string;
  /** A listed file (absolute) at whose end it goes instead; else null. */
  file: string | null;
  fresh: readonly [Fresh, ...Fresh[]];
}

export type NotPlaced = { fresh: Fresh; why: Disagreement; accounts: string[] };

interface Placed extends OwnPlaces {
  placements: Placement[];
  notPlaced: NotPlaced[];
}

/** The place of each new rule, or the accounts that stand against it. */
export function placeRules(fresh: readonly Fresh[], input: PullInput): Placed {
  const readers = readersOf(input.accounts);
  // What an account has that was not selected is not asked.
  const shared = [...new Set(input.accounts.flatMap(({ roots }) => roots))]
    .map((place) => ({ place, sharing: readers(place), unread: unreadAmong([...readers(place)]) }))
    .filter(({ sharing }) => sharing.size > 1 && [...sharing].every(({ live }) => live !== 'not-selected'))
    .sort((a, b) => b.sharing.size - a.sharing.size);
  const placements: Placement[] = [];
  const notPlaced: NotPlaced[] = [];
  const alone: Fresh[] = [];
  for (const group of groupBy(fresh, ({ name }) => name).values()) {
    let rest: Fresh[] = group;
    for (const { place, sharing, unread } of shared) {
      const [first, ...others] = rest.filter(({ account }) => sharing.has(account));
      const isInAll = others.length + 1 + (unread?.accounts.length ?? 0) === sharing.size;
      if (first === undefined || !isInAll || !others.every((one) => isDeepStrictEqual(one.draft, first.draft)))
        continue;
      rest = rest.filter(({ account }) => !sharing.has(account));
      if (unread === null) placements.push({ ...placeAt(place, first.account), fresh: [first, ...others] });
      else for (const one of [first, ...others]) notPlaced.push({ fresh: one, ...unread });
    }
    for (const one of rest) alone.push(one);
  }
  const own = ownPlaces(new Set(alone.map(({ account }) => account)), readers, input);
  for (const one of alone) {
    const place = own.places.get(one.account);
    if (place !== undefined) placements.push({ ...placeAt(place, one.account), fresh: [one] });
    else notPlaced.push({ fresh: one, why: 'no-place', accounts: [one.account.name] });
  }
  return { ...own, placements, notPlaced };
}

function placeAt(place: string, account: PullAccount): Omit<Placement, 'fresh'> {
  return isRuleFile(place, account) ? { folder: path.dirname(place), file: place } : { folder: place, file: null };
}

/** Git keeps no empty folder, so that one would be missing in the next checkout. */
const KEEPER = '.gitkeep';

/** What keeps the listed folders and files of the accounts that were read. `files`: all other changes; `own`: new places. */
export function keptRoots(files: readonly FileEdit[], own: OwnPlaces['places'], input: PullInput): FileEdit[] {
  const { accounts, options, disk } = input;
  const keepers = new Map<string, FileEdit>();
  for (const account of accounts) {
    if (typeof account.live === 'string') continue;
    for (const root of [account.roots, own.get(account) ?? []].flat()) {
      if (options.only !== null && !files.some(({ path: file }) => isInside(file, root))) continue;
      const isFile = isRuleFile(root, account);
      const keeper = isFile ? root : path.join(root, KEEPER);
      const isFilled = isFile ? disk.read(root) !== null : hasFiles(root, files, disk);
      if (isFilled || files.some(({ path: file, after }) => after !== null && isInside(file, root))) continue;
      keepers.set(keeper, fileEdit(keeper, 'text', '', [], input));
    }
  }
  return [...keepers.values()];
}

/** Whether a folder has anything in it that stays, or cannot be told. */
function hasFiles(folder: string, files: readonly FileEdit[], disk: PullInput['disk']): boolean {
  const removed = new Set(files.flatMap(({ path: file, after }) => (after === null ? [file] : [])));
  return disk.names(folder)?.some((name) => !removed.has(path.join(folder, name))) ?? true;
}
