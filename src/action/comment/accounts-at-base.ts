/**
 * The account files that counted before a pull request. Most of them are as they are in the checkout, which their names in
 * git tell without reading them: only the others are asked for.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { WrittenAccount } from '../../model/written-project.ts';
import { accountsIn, type FolderEntry, parseAccount } from '../../source/account-files.ts';
import type { GitHub, TreeEntry } from '../github/port.ts';

/** Requests for files that a pull request changes. */
const MOST_ASKED = 100;

/** A folder of account files. */
interface Folder {
  /** As the project file names it. */
  written: string;
  /** From the root of the repository, with `/`. */
  path: string;
  /** Absolute: the root of the checkout. */
  root: string;
}

/** Takes the commit of the base; gives its accounts by name, or why they cannot be told. Throws what GitHub throws. */
export async function accountsAtBase(
  github: Pick<GitHub, 'fileAt' | 'treeAt'>,
  baseSha: string,
  folder: Folder,
): Promise<{ accounts: Record<string, WrittenAccount> } | { unreadable: string }> {
  const tree = await github.treeAt(baseSha);
  if (tree === null) return { unreadable: 'The repository has too many files to be listed.' };
  const entries = entriesIn(tree, folder.path);
  const { names, problems } = accountsIn([...entries.values()], folder.path);
  if (problems.length > 0 || names.size === 0) return { unreadable: `${folder.path} is no folder of accounts there.` };
  const accounts: Record<string, WrittenAccount> = {};
  let asked = 0;
  for (const [account, name] of names) {
    const file = path.posix.join(folder.path, name);
    const sha = entries.get(name)?.sha ?? null;
    let text = sha === null ? null : sameInCheckout(path.join(folder.root, file), sha);
    if (text === null) {
      asked += 1;
      if (asked > MOST_ASKED) return { unreadable: `More than ${MOST_ASKED} files in ${folder.path} are changed.` };
      text = await github.fileAt(file, baseSha);
    }
    const read = text === null ? null : parseAccount(file, text, folder.written);
    if (read === null || 'problems' in read) return { unreadable: `${file} is no valid account file there.` };
    accounts[account] = read.account;
  }
  return { accounts };
}

function entriesIn(tree: ReadonlyMap<string, TreeEntry>, folder: string): Map<string, FolderEntry & TreeEntry> {
  const inside = folder === '' || folder === '.' ? '' : `${folder}/`;
  const found = new Map<string, FolderEntry & TreeEntry>();
  for (const [file, entry] of tree) {
    const name = file.slice(inside.length);
    if (file.startsWith(inside) && name !== '' && !name.includes('/')) found.set(name, { ...entry, name });
  }
  return found;
}

/** The text of a file (absolute) where it is this very object of git; else null. */
function sameInCheckout(file: string, sha: string): string | null {
  try {
    const bytes = readFileSync(file);
    const hash = createHash(sha.length === 40 ? 'sha1' : 'sha256');
    hash.update(`blob ${bytes.length}\0`).update(bytes);
    return hash.digest('hex') === sha ? bytes.toString('utf8').replace(/^\ufeff/, '') : null;
  } catch {
    return null; // It is new at the base, so to say: the pull request removes it.
  }
}
