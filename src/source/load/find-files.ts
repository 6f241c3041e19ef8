/** Finds rule files and tests files. Never follows links: a repository must not make us read files outside of it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { compareText } from '../../model/compare-text.ts';
import { nearest } from '../../model/nearest.ts';
import { systemReason } from '../../model/system-reason.ts';
import { DISK, isInside, shownPath, type Tree, type Where } from '../paths.ts';

/** `path` is absolute; `shown` is relative to the working directory, with `/`. */
export type RuleFile = { path: string; shown: string };

export interface FoundFiles {
  /** `root`: the index of the root that a file is in, the last one if roots are in each other. */
  files: (RuleFile & { root: number })[];
  problems: Diagnostic[];
}

/** Sorted, each once. Hidden files are left out, links are problems. Others that look like rules get a warning. */
export function findRuleFiles(roots: readonly string[], where: Where): FoundFiles {
  return findFiles(roots, where, RULE_FILES);
}

/** Like findRuleFiles, for tests files and sample mails (.eml). */
export function findTestFiles(roots: readonly string[], where: Where): FoundFiles {
  return findFiles(roots, where, TEST_FILES);
}

interface Wanted {
  isRead: (name: string) => boolean;
  /** The argument of problems that are not about rules. */
  of: { of?: 'tests' };
  ofRoot: (found: UnusableRoot) => Diagnostic;
}

const RULE_FILES: Wanted = { isRead: isYaml, of: {}, ofRoot: rulesRootProblem };

const TEST_FILES: Wanted = {
  isRead: (name) => isYaml(name) || isMailFile(name),
  of: { of: 'tests' },
  ofRoot: (args) => ({ code: 'tests-folder', args, severity: 'error' }),
};

export function isMailFile(name: string): boolean {
  return /\.eml$/i.test(name);
}

function findFiles(roots: readonly string[], where: Where, wanted: Wanted): FoundFiles {
  const { cwd, tree = DISK } = where;
  const paths = new Map<string, number>();
  const problems: Diagnostic[] = [];
  for (const [index, root] of roots.entries()) {
    const absolute = path.resolve(cwd, root);
    const unusable = unusableRoot(absolute, where);
    if (unusable) problems.push(wanted.ofRoot(unusable));
    else if (tree.kindOf(absolute) !== 'folder') paths.set(absolute, index);
    else for (const file of filesBelow(absolute, where, wanted, problems)) paths.set(file, index);
  }
  const files = [...paths].map(([file, root]) => ({ path: file, shown: shownPath(file, cwd), root }));
  return { files: files.sort((a, b) => compareText(a.shown, b.shown)), problems };
}

interface UnusableRoot {
  root: string;
  problem: 'outside' | 'hidden' | 'linked' | 'missing' | 'not-yaml';
  /** An existing entry with nearly the same name. */
  meant?: string;
}

/** What is wrong with a folder or file of rules or tests (absolute), without looking into it. */
export function unusableRoot(absolute: string, where: Where): UnusableRoot | undefined {
  const root = shownPath(absolute, where.cwd);
  if (!isInside(absolute, where.projectFolder)) return { root, problem: 'outside' };
  const inside = path.relative(where.projectFolder, absolute);
  const segments = inside === '' ? [] : inside.split(path.sep);
  if (segments.some(isHidden)) return { root, problem: 'hidden' };
  const { tree = DISK } = where;
  if (linkOnWay(where.projectFolder, segments, tree) !== undefined) return { root, problem: 'linked' };
  const kind = tree.kindOf(absolute);
  if (kind === null) return { root, problem: 'missing', ...meantBy(absolute, root, tree) };
  return kind === 'folder' || isYaml(absolute) ? undefined : { root, problem: 'not-yaml' };
}

/** The first link (absolute) among the steps from a folder (absolute) down these names. */
export function linkOnWay(folder: string, names: readonly string[], tree: Tree): string | undefined {
  const steps = names.map((_, index) => path.join(folder, ...names.slice(0, index + 1)));
  return steps.find((step) => tree.kindOf(step) === 'link');
}

/** The problem of an unusable root of rules. */
export function rulesRootProblem({ problem, ...args }: UnusableRoot): Diagnostic {
  return { code: `rules-root-${problem}`, args, severity: 'error' } as Diagnostic;
}

/** The entry with nearly the same name as a missing path (absolute), in the same folder. */
export function nearestEntry(missing: string, tree: Tree = DISK): string | null {
  try {
    const names = tree.entriesOf(path.dirname(missing)).map(({ name }) => name);
    const visible = names.filter((name) => !isHidden(name));
    return nearest(path.basename(missing), visible, 1);
  } catch {
    return null;
  }
}

/** The same, as a path beside `shown`. */
function meantBy(missing: string, shown: string, tree: Tree = DISK): { meant?: string } {
  const near = nearestEntry(missing, tree);
  return near === null ? {} : { meant: path.posix.join(path.posix.dirname(shown), near) };
}

/** The YAML files in a folder (absolute), and those of one name up to `depth` folders below. Skips what it cannot read. */
export function yamlTextsIn(
  folder: string,
  below: string,
  depth: number,
  isRead = isYaml,
): Record<'name' | 'text', string>[] {
  try {
    return DISK.entriesOf(folder).flatMap(({ name, kind }) => {
      const at = path.join(folder, name);
      if (kind === 'file' && isRead(name)) return [{ name, text: DISK.read(at, 64 * 1024).toString() }];
      if (kind !== 'folder' || depth === 0 || isHidden(name)) return [];
      const inner = yamlTextsIn(at, below, depth - 1, (one) => one === below);
      return inner.map((one) => ({ ...one, name: `${name}/${one.name}` }));
    });
  } catch {
    return [];
  }
}

/** Why a file cannot be read. `what` names it in the message, such as `The mail`. */
export function unreadable(what: string, file: RuleFile, error: unknown): Finding<'file-unreadable'> {
  const reason = systemReason(error);
  const meant = reason === 'ENOENT' ? meantBy(file.path, file.shown) : {};
  return { code: 'file-unreadable', args: { what, file: file.shown, reason, ...meant } };
}

function* filesBelow(root: string, where: Where, { isRead, of }: Wanted, problems: Diagnostic[]): Generator<string> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { name, kind } of entriesOf(folder, where, problems)) {
      if (isHidden(name)) continue;
      const entry = path.join(folder, name);
      const place = startOf(shownPath(entry, where.cwd));
      if (kind === 'folder') folders.push(entry);
      else if (kind === 'link') {
        const linked = isRead(name) ? 'file' : leadsToFolder(entry) ? 'folder' : undefined;
        // A problem only if there is something to read behind it.
        if (linked) problems.push({ code: 'path-linked', args: { kind: linked, ...of }, severity: 'error', place });
      } else if (isRead(name)) yield entry;
      else if (!isBesideRules(name)) problems.push({ code: 'file-not-read', args: of, severity: 'warning', place });
    }
  }
}

function entriesOf(folder: string, { cwd, tree = DISK }: Where, problems: Diagnostic[]): ReturnType<Tree['entriesOf']> {
  try {
    return tree.entriesOf(folder);
  } catch (error) {
    const place = startOf(shownPath(folder, cwd));
    const args = { kind: 'folder', reason: systemReason(error), path: place.file } as const;
    problems.push({ code: 'path-unreadable', args, severity: 'error', place });
    return [];
  }
}

function leadsToFolder(linkPath: string): boolean {
  try {
    return statSync(linkPath).isDirectory();
  } catch {
    return false;
  }
}

/** The place to show for a file or folder as a whole. */
export function startOf(file: string): { file: string; line: number; column: number } {
  return { file, line: 1, column: 1 };
}

/** Whether a file is read as a rule file. `below`: its path from a rules folder, with `/`. */
export function isRuleFilePath(below: string): boolean {
  return isYaml(below) && !below.split('/').some(isHidden);
}

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Documentation, prompts and backups are kept beside rules. But `a.yaml.txt` may be a rule that an editor renamed. */
function isBesideRules(name: string): boolean {
  return (
    /^(readme|licen[cs]e|codeowners|owners|.*~)$/i.test(name) ||
    /^(?!.*\.ya?ml\.).*\.(md|markdown|rst|adoc|txt)$/i.test(name)
  );
}

export function isYaml(name: string): boolean {
  return name.endsWith('.yaml') || name.endsWith('.yml');
}
