/** Where a new rule goes: into a file of its own below the rules folders, or to the end of one that is there. */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Disagreement } from '../../diagnostics/pulls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/pull.ts';
import { isInside, shownPath } from '../../source/paths.ts';
import { unreadAmong } from './agreement.ts';
import type { PullAccount, PullInput } from './input.ts';
import type { Fresh } from './outcomes.ts';

/** A rule to be written once, for all accounts that have it there. */
export interface Placement {
  /** Absolute. */
  target: { folder: string } | { file: string };
  /** The folder that files of texts go beside, absolute. */
  folder: string;
  fresh: readonly [Fresh, ...Fresh[]];
}

export interface NotPlaced {
  fresh: Fresh;
  why: Disagreement;
  accounts: string[];
}

/** The place of each new rule, or the accounts that stand against it. */
export function placeRules(
  fresh: readonly Fresh[],
  input: PullInput,
): { placements: Placement[]; notPlaced: NotPlaced[] } {
  const places = new Map(input.accounts.map((account) => [account, placeOf(account, input)]));
  const groups = groupBy(fresh, ({ account, name }) => JSON.stringify([places.get(account)?.target, name]));
  const placements: Placement[] = [];
  const notPlaced: NotPlaced[] = [];
  for (const group of groups.values()) {
    const { target, sharing, folder } = places.get(group[0].account) ?? placeOf(group[0].account, input);
    const objection = objectionTo(group, sharing);
    if (objection === null) placements.push({ target, folder, fresh: group });
    else for (const one of group) notPlaced.push({ fresh: one, ...objection });
  }
  return { placements, notPlaced };
}

/** `sharing`: the accounts that would have a rule that is written there. */
function placeOf(account: PullAccount, { accounts }: PullInput): Omit<Placement, 'fresh'> & { sharing: PullAccount[] } {
  const sharedBy = (root: string) => accounts.filter(({ roots }) => roots.some((other) => isInside(root, other)));
  const pick = (roots: readonly string[]) => roots.find((root) => sharedBy(root).length === 1) ?? roots.at(-1);
  const folder = pick(account.roots.filter((root) => !isRuleFile(root, account)));
  if (folder !== undefined) {
    return { target: { folder }, folder, sharing: sharedBy(folder) };
  }
  // Without any folder, only a file that is listed is read.
  const file = pick(account.roots) ?? '';
  return { target: { file }, folder: path.dirname(file), sharing: sharedBy(file) };
}

/** Whether the project file lists a file rather than a folder. */
function isRuleFile(root: string, { files }: PullAccount): boolean {
  return files.some((file) => file.path === root) || /\.ya?ml$/.test(root);
}

function objectionTo(
  group: readonly [Fresh, ...Fresh[]],
  sharing: readonly PullAccount[],
): Omit<NotPlaced, 'fresh'> | null {
  const unread = unreadAmong(sharing);
  if (unread !== null) return unread;
  const having = new Set(group.map(({ account }) => account));
  const isSame = group.every(({ draft }) => isDeepStrictEqual(draft, group[0].draft));
  if (isSame && sharing.every((account) => having.has(account))) return null;
  return { why: 'differs', accounts: sharing.map(({ name }) => name) };
}

/** Git keeps no empty folder, so that one would be missing in the next checkout. */
const KEEPER = '.gitkeep';

/** What keeps the listed folders and files of the accounts that were read. `files`: all other changes. */
export function keptRoots(files: readonly FileEdit[], { accounts, options, disk, where }: PullInput): FileEdit[] {
  const keepers = new Map<string, FileEdit>();
  for (const account of accounts) {
    if (typeof account.live === 'string') continue;
    for (const root of account.roots) {
      if (options.only !== null && !files.some(({ path: file }) => isInside(file, root))) continue;
      const isFile = isRuleFile(root, account);
      const keeper = isFile ? root : path.join(root, KEEPER);
      const isFilled = isFile ? disk.read(root) !== null : hasFiles(root, files, disk);
      if (isFilled || files.some(({ path: file, after }) => after !== null && isInside(file, root))) continue;
      const shown = shownPath(keeper, where.cwd);
      keepers.set(keeper, { path: keeper, shown, kind: 'text', before: null, after: '', rules: [] });
    }
  }
  return [...keepers.values()];
}

/** Whether a folder has anything in it that stays, or cannot be told. */
function hasFiles(folder: string, files: readonly FileEdit[], disk: PullInput['disk']): boolean {
  const removed = new Set(files.flatMap(({ path: file, after }) => (after === null ? [file] : [])));
  return disk.names(folder)?.some((name) => !removed.has(path.join(folder, name))) ?? true;
}
