/** Places that one account alone reads: one that it has, or a new folder, which is added to its settings. */
import path from 'node:path';
import { groupBy } from '../../model/group-by.ts';
import { onceFor } from '../../model/once-for.ts';
import type { FileEdit } from '../../model/pull.ts';
import { addToLists } from '../../source/layout/add-to-lists.ts';
import { isInside, shownPath } from '../../source/paths.ts';
import { fileEdit, type PullAccount, type PullInput } from './input.ts';
import { fileStem } from './names.ts';

export interface OwnPlaces {
  /** Absolute. An account has none if its settings cannot be edited. */
  places: ReadonlyMap<PullAccount, string>;
  settings: FileEdit[];
}

/** The place of each account, and the edited settings. Prefers folders to files. */
export function ownPlaces(accounts: Iterable<PullAccount>, readers: Readers, input: PullInput): OwnPlaces {
  const places = new Map<PullAccount, string>();
  // An account would also read what is below its folder.
  const taken = new Set(input.accounts.flatMap(({ roots }) => roots.flatMap(withFoldersAbove)));
  const isFree = (folder: string) =>
    readers(folder).size === 0 && !taken.has(folder) && input.disk.names(folder)?.every((name) => name.startsWith('.'));
  const additions = [...accounts].flatMap((account) => {
    const own = account.roots.filter((root) => readers(root).size === 1);
    const place = own.find((root) => !isRuleFile(root, account)) ?? own[0];
    const folder = place ?? foldersFor(account, input.home).find(isFree) ?? '';
    if (place !== undefined) places.set(account, place);
    if (place !== undefined || folder === '') return [];
    taken.add(folder);
    const shown = (root: string) => shownPath(root, path.dirname(account.ownRules.file));
    const items = [shown(folder)];
    return { account, folder, path: account.ownRules.path, items, otherwise: [...account.roots.map(shown), ...items] };
  });
  const settings = [...groupBy(additions, ({ account }) => account.ownRules.file)].map(([file, group]) => {
    const edit = fileEdit(file, 'project', input.disk.read(file), [], input);
    const whole = addToLists(edit.before ?? '', group);
    for (const one of group) {
      const edited = whole ?? addToLists(edit.after ?? '', [one]);
      if (edited !== null) places.set(one.account, one.folder);
      edit.after = edited ?? edit.after;
    }
    return edit;
  });
  return { places, settings };
}

/** Beside a shared folder, or in `rules` if that is at the top of the project; `rules-NAME` if others would read that. */
function foldersFor({ name, roots }: PullAccount, home: string): string[] {
  const inner = roots.map((root) => path.dirname(root)).find((one) => one !== home && isInside(one, home));
  const stem = fileStem(name, 'account');
  return [stem, ...Array.from({ length: 98 }, (_, index) => `${stem}-${index + 2}`)].flatMap((own) => [
    path.join(inner ?? path.join(home, 'rules'), own),
    path.join(home, `rules-${own}`),
  ]);
}

/** The accounts that read a path (absolute): all that is at one of their roots, or below. */
type Readers = (place: string) => ReadonlySet<PullAccount>;

export function readersOf(accounts: readonly PullAccount[]): Readers {
  const all = accounts.flatMap((account) => account.roots.map((root) => ({ root, account })));
  const byRoot = groupBy(all, ({ root }) => root);
  return onceFor((place: string) => {
    return new Set(
      withFoldersAbove(place)
        .flatMap((one) => byRoot.get(one) ?? [])
        .map(({ account }) => account),
    );
  });
}

function withFoldersAbove(place: string): string[] {
  const above = path.dirname(place);
  return above === place ? [place] : [place, ...withFoldersAbove(above)];
}

/** Whether the project file lists a file rather than a folder. */
export function isRuleFile(root: string, { files }: PullAccount): boolean {
  return files.some((file) => file.path === root) || /\.ya?ml$/.test(root);
}
