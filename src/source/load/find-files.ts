/** Which files are rule files or tests files. Links are never followed: what a repository holds decides, not where it points. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { compareText } from '../../model/compare-text.ts';
import { nearest } from '../../model/nearest.ts';
import { systemReason } from '../../model/system-reason.ts';
import { isInside, shownPath, type Where } from '../paths.ts';
import { DISK, type Tree } from '../tree.ts';

/** `path` is absolute, `shown` relative to the working directory with `/`. */
export interface RuleFile {
  path: string;
  shown: string;
}

export interface FoundFiles {
  files: RuleFile[];
  problems: Diagnostic[];
}

/**
 * Every .yaml and .yml file below rules folders or files (absolute, or relative to `cwd`), sorted by the code units of
 * the path, each once. Hidden files and folders are left out. A root that is missing, hidden, linked or outside the
 * project is a problem, and so is a linked rule file or folder. A warning names what might be a rule and is not read
 * because of its extension.
 */
export function findRuleFiles(roots: readonly string[], where: Where): FoundFiles {
  return findFiles(roots, where, RULE_FILES);
}

/** As findRuleFiles, below tests folders; sample mails (.eml) are among the files. */
export function findTestFiles(roots: readonly string[], where: Where): FoundFiles {
  return findFiles(roots, where, TEST_FILES);
}

/** Which files are looked for. */
interface Wanted {
  isRead: (name: string) => boolean;
  /** Is left alone without a word. */
  isBeside: (name: string) => boolean;
  /** What the problems are about, where that is not rules. */
  of: { of?: 'tests' };
  ofRoot: (found: UnusableRoot) => Diagnostic;
}

const RULE_FILES: Wanted = {
  isRead: isYaml,
  isBeside: isBesideRules,
  of: {},
  ofRoot: rulesRootProblem,
};

const TEST_FILES: Wanted = {
  isRead: (name) => isYaml(name) || isMailFile(name),
  isBeside: isBesideRules,
  of: { of: 'tests' },
  ofRoot: ({ link: _, ...args }) => ({ code: 'tests-folder', args, severity: 'error' }),
};

export function isMailFile(name: string): boolean {
  return /\.eml$/i.test(name);
}

function findFiles(roots: readonly string[], where: Where, wanted: Wanted): FoundFiles {
  const found = new Map<string, RuleFile>();
  const problems: Diagnostic[] = [];
  for (const root of roots) {
    const absolute = path.resolve(where.cwd, root);
    const unusable = unusableRoot(absolute, where);
    if (unusable) problems.push(wanted.ofRoot(unusable));
    else collect(absolute, where, wanted, found, problems);
  }
  const files = [...found.values()].sort((a, b) => compareText(a.shown, b.shown));
  return { files, problems };
}

/** A folder or file that cannot be looked into. */
interface UnusableRoot {
  root: string;
  problem: 'outside' | 'hidden' | 'linked' | 'missing' | 'not-yaml';
  link?: string;
  /** What is there and is called nearly the same. */
  meant?: string;
}

/** What is wrong with a folder or file of rules or tests (absolute), as far as can be told without a look into it. */
export function unusableRoot(absolute: string, where: Where): UnusableRoot | undefined {
  const root = shownPath(absolute, where.cwd);
  if (!isInside(absolute, where.projectFolder)) return { root, problem: 'outside' };
  const inside = path.relative(where.projectFolder, absolute);
  const segments = inside === '' ? [] : inside.split(path.sep);
  if (segments.some(isHidden)) return { root, problem: 'hidden' };
  const { tree = DISK } = where;
  const link = linkOnWay(where.projectFolder, segments, tree);
  if (link !== undefined) return { root, problem: 'linked', link: shownPath(link, where.cwd) };
  const kind = tree.kindOf(absolute);
  if (kind === null) return { root, problem: 'missing', ...meantBy(absolute, root, tree) };
  return kind === 'folder' || isYaml(absolute) ? undefined : { root, problem: 'not-yaml' };
}

/** The first link (absolute) on the way from a folder (absolute) to what is below it by these names. */
export function linkOnWay(folder: string, names: readonly string[], tree: Tree): string | undefined {
  const steps = names.map((_, index) => path.join(folder, ...names.slice(0, index + 1)));
  return steps.find((step) => tree.kindOf(step) === 'link');
}

/** As a problem with a root of rules. */
export function rulesRootProblem({ problem, ...args }: UnusableRoot): Diagnostic {
  return { code: `rules-root-${problem}`, args, severity: 'error' } as Diagnostic;
}

/** What is called nearly as something (absolute) that is not there, in the same folder. */
export function nearestEntry(missing: string, tree: Tree = DISK): string | null {
  try {
    const names = tree.entriesOf(path.dirname(missing)).map(({ name }) => name);
    const visible = names.filter((name) => !isHidden(name));
    return nearest(path.basename(missing), visible, 1);
  } catch {
    return null;
  }
}

/** The same as a path, beside `shown`, by which the user knows what is not there. */
function meantBy(missing: string, shown: string, tree: Tree = DISK): { meant?: string } {
  const near = nearestEntry(missing, tree);
  return near === null ? {} : { meant: path.posix.join(path.posix.dirname(shown), near) };
}

/** Why a file (absolute), which the user knows as `shown`, cannot be read. `what` is ours, such as `The mail`. */
export function unreadable(what: string, file: RuleFile, error: unknown): Finding<'file-unreadable'> {
  const reason = systemReason(error);
  const meant = reason === 'ENOENT' ? meantBy(file.path, file.shown) : {};
  return { code: 'file-unreadable', args: { what, file: file.shown, reason, ...meant } };
}

function collect(
  root: string,
  where: Where,
  { isRead, isBeside, of }: Wanted,
  found: Map<string, RuleFile>,
  problems: Diagnostic[],
): void {
  if ((where.tree ?? DISK).kindOf(root) !== 'folder') {
    found.set(root, { path: root, shown: shownPath(root, where.cwd) });
    return;
  }
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder, where, problems)) {
      if (isHidden(entry.name)) continue;
      const entryPath = path.join(folder, entry.name);
      const shown = shownPath(entryPath, where.cwd);
      if (entry.kind === 'folder') folders.push(entryPath);
      else if (entry.kind === 'link') {
        const kind = isRead(entry.name) ? 'file' : leadsToFolder(entryPath) ? 'folder' : undefined;
        // Only where following it would have given something to read.
        if (kind)
          problems.push({ code: 'path-linked', args: { kind, ...of }, severity: 'error', place: startOf(shown) });
      } else if (isRead(entry.name)) found.set(entryPath, { path: entryPath, shown });
      else if (!isBeside(entry.name)) {
        problems.push({ code: 'file-not-read', args: of, severity: 'warning', place: startOf(shown) });
      }
    }
  }
}

function entriesOf(folder: string, where: Where, problems: Diagnostic[]): ReturnType<Tree['entriesOf']> {
  try {
    return (where.tree ?? DISK).entriesOf(folder);
  } catch (error) {
    problems.push({
      code: 'path-unreadable',
      args: { kind: 'folder', reason: systemReason(error) },
      severity: 'error',
      place: startOf(shownPath(folder, where.cwd)),
    });
    return [];
  }
}

function leadsToFolder(linkPath: string): boolean {
  try {
    return statSync(linkPath).isDirectory();
  } catch {
    return false; // leads nowhere, or round in a circle
  }
}

/** The place to show for a file or folder as a whole. */
export function startOf(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}

/** Whether a file is a rule file; its path goes from a rules folder, with `/`. */
export function isRuleFilePath(below: string): boolean {
  return isYaml(below) && !below.split('/').some(isHidden);
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Documentation, prompts and backups of editors are kept with rules. `a.yaml.txt` may be what an editor made of a rule. */
function isBesideRules(name: string): boolean {
  return (
    /^(readme|licen[cs]e|codeowners|owners|.*~)$/i.test(name) ||
    /^(?!.*\.ya?ml\.).*\.(md|markdown|rst|adoc|txt)$/i.test(name)
  );
}

export function isYaml(name: string): boolean {
  return name.endsWith('.yaml') || name.endsWith('.yml');
}
