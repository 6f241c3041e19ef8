/** The folder of account files: `alice.yaml` has the settings of the account alice. */
import path from 'node:path';
import type { ArgsOf, Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { drawnAlike } from '../../diagnostics/look-alike.ts';
import { ACCOUNT_NAME, composedName } from '../../model/account-name.ts';
import { systemReason } from '../../model/system-reason.ts';
import type { WrittenAccount } from '../../model/written-project.ts';
import { DISK, isInside, shownPath, type Tree, type Where } from '../paths.ts';
import { type RuleFile, startOf, unusableRoot } from './find-files.ts';
import { readableSettings, settingsFindings } from './project-problems.ts';
import { readRuleFile } from './read-file.ts';
import { type LocateSetting, parseSettings, type SettingFinding } from './settings-text.ts';

/** Only the text is kept, not the document: there may be thousands. */
type AccountFile = RuleFile & { text: string };

interface AccountFolder {
  /** By name, sorted. The paths of rules are relative to the project file. Null if the folder itself is unusable. */
  accounts: Record<string, WrittenAccount> | null;
  files: ReadonlyMap<string, AccountFile>;
  /** What is wrong with all files. `accounts` has only what can be read of them. */
  problems: Diagnostic[];
}

/** Reads `folder`, as the project file in `home` names it. `placed` adds the place where that file does. */
export function readAccountFiles(
  folder: string,
  home: string,
  where: Where,
  placed: (finding: Finding<'accounts-folder'>) => Diagnostic[],
): AccountFolder {
  const absolute = path.resolve(home, folder);
  const unusable = (problem: ArgsOf<'accounts-folder'>['problem'], reason?: string): AccountFolder => {
    const args = { folder, problem, ...(reason === undefined ? {} : { reason }) };
    return { accounts: null, files: new Map(), problems: placed({ code: 'accounts-folder', args }) };
  };
  const { problem } = unusableRoot(absolute, where) ?? {};
  if (problem !== undefined) return unusable(problem === 'not-yaml' ? 'not-folder' : problem);
  const { tree = DISK } = where;
  if (tree.kindOf(absolute) !== 'folder') return unusable('not-folder');
  let entries: Entries;
  try {
    entries = tree.entriesOf(absolute);
  } catch (error) {
    return unusable('unreadable', systemReason(error));
  }
  const shownFolder = shownPath(absolute, where.cwd);
  const { names, problems } = accountsIn(entries, shownFolder);
  if (names.size === 0 && problems.length === 0) return unusable('empty');
  const accounts: Record<string, WrittenAccount> = {};
  const files = new Map<string, AccountFile>();
  for (const [account, name] of names) {
    const file = { path: path.join(absolute, name), shown: path.posix.join(shownFolder, name) };
    const text = readRuleFile(file, tree);
    if (typeof text !== 'string') {
      problems.push(text);
      continue;
    }
    const read = parseAccount(file.shown, text, folder);
    for (const problem of read.problems) problems.push(problem);
    if (read.account === null) continue;
    accounts[account] = read.account;
    files.set(account, { ...file, text });
  }
  return { accounts, files, problems };
}

type Entries = ReturnType<Tree['entriesOf']>;

/** File names by account name, sorted, and a problem for each entry that does not belong there. */
function accountsIn(entries: Entries, shownFolder: string): { names: Map<string, string>; problems: Diagnostic[] } {
  const names = new Map<string, string>();
  const problems: Diagnostic[] = [];
  for (const entry of [...entries].sort((a, b) => (composedName(a.name) < composedName(b.name) ? -1 : 1))) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const shown = path.posix.join(shownFolder, name);
    const say = (finding: Finding) => {
      problems.push({ ...finding, severity: 'error', place: startOf(shown) } as Diagnostic);
    };
    const account = /^(.*)\.ya?ml$/s.exec(composedName(name))?.[1];
    if (entry.kind === 'folder') say({ code: 'account-file-folder', args: {} });
    else if (entry.kind === 'link') say({ code: 'account-file-linked', args: {} });
    else if (/\.(ya?ml|json)$/i.test(name) && account === undefined) say({ code: 'account-file-extension', args: {} });
    else if (account === undefined) continue;
    else if (!ACCOUNT_NAME.test(account)) say({ code: 'account-name', args: { name: account, meant: null } });
    else if (names.has(account)) {
      const other = path.posix.join(shownFolder, names.get(account) ?? '');
      say({ code: 'account-file-twice', args: { name: account, other } });
    } else names.set(account, name);
  }
  for (const args of drawnAlike([...names.keys()])) {
    const place = startOf(path.posix.join(shownFolder, names.get(args.name) ?? ''));
    problems.push({ code: 'account-names-alike', args, severity: 'error', place });
  }
  return { names, problems };
}

/** Parses an account file, as far as it can be read. `folder`: as the project file names it. */
export function parseAccount(
  shown: string,
  text: string,
  folder: string,
): { account: WrittenAccount | null; problems: Diagnostic[] } {
  const read = parseSettings('account', shown, text);
  if ('problems' in read) return { account: null, ...read };
  const findings = settingsFindings('account', read.value);
  const written = readableSettings('account', read.value, findings);
  if (written === null) return { account: null, problems: read.placed(findings) };
  const { rules, tests, ...rest } = written;
  const account: WrittenAccount = rest;
  const inside = [...foldersInside('rules', rules, folder), ...foldersInside('tests', tests, folder)];
  const fromProject = (root: string) => (path.isAbsolute(root) ? root : path.join(folder, root));
  if (inside.length === 0) {
    if (rules != null) account.rules = rules.map(fromProject);
    if (tests != null) account.tests = tests.map(fromProject);
  }
  return { account, problems: read.placed([...findings, ...inside]) };
}

/** Refuses folders among the account files: a folder there is an error, and a pull might make one. */
function foldersInside(of: 'rules' | 'tests', roots: WrittenAccount['rules'], folder: string): SettingFinding[] {
  return (roots ?? []).flatMap((root, index): SettingFinding[] =>
    !path.isAbsolute(root) && isInside(path.join(folder, root), folder)
      ? [{ code: 'account-rules-inside', args: { root, of }, path: [of, index], at: 'value' }]
      : [],
  );
}

/** Locates settings in an account file, by parsing it again. */
export function locateIn({ shown, text }: AccountFile): LocateSetting {
  const read = parseSettings('account', shown, text);
  return (where, at) => {
    if ('problems' in read || Object.keys(read.value).length === 0 || where.length === 0)
      return { place: startOf(shown) };
    return read.locate(where, at);
  };
}
