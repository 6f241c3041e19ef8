/** Writes a starting project, and never changes a file that exists, except .gitignore. */
import { appendFileSync, closeSync, constants, lstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { StartingFile } from '../../model/init.ts';
import { systemReason } from '../../model/system-reason.ts';
import { shownPath } from '../../source/paths.ts';
import { makeFolder, replaceFile } from '../../source/replace-file.ts';
import { EXAMPLE_RULE, EXAMPLE_TEST, IGNORED, PROJECT_FILE } from './templates.ts';
import { pinnedAs, workflowFile } from './workflow.ts';

/** What happened to each file, or why it could not be written. */
export type Started = (StartingFile | Diagnostic<'file-unwritable'>)[];

/** Writes everything except rules and the workflow. `folder` is absolute. */
export function startProject(folder: string): Started {
  return [
    ...writtenBelow(folder, { 'inboxctl.yaml': PROJECT_FILE }, folder),
    ignoreFiles(path.join(folder, '.gitignore'), IGNORED, folder),
  ];
}

/** Reports whether a project file (absolute) is still as `init` writes it. */
export function isUntouched(projectFile: string): boolean {
  return readFileSync(projectFile, 'utf8') === PROJECT_FILE;
}

/** Writes a tests file without a test, and if `withRule` a rule file that declares nothing. */
export function writeExamples(folder: string, withRule: boolean): Started {
  const rule = withRule ? { 'rules/example.yaml': EXAMPLE_RULE } : {};
  return writtenBelow(folder, { ...rule, 'tests/example.yaml': EXAMPLE_TEST }, folder);
}

/** Writes the workflow at the root of the repository. Its file is shown relative to the project's folder. */
export function writeWorkflow(root: string, folder: string, accounts: number): Started {
  const below = path.relative(root, folder).split(path.sep).join('/');
  return writtenBelow(root, workflowFile(below, accounts), folder, pinnedAs);
}

/** Writes files that are not there, and says what happened to each. `wanted`: what an edited one should be. */
function writtenBelow(
  base: string,
  texts: Record<string, string>,
  shownFrom: string,
  wanted?: typeof pinnedAs,
): Started {
  return Object.entries(texts).map(([name, text]) => {
    const file = path.join(base, name);
    return tried(shownPath(file, shownFrom), (shown) => {
      const stats = lstatSync(file, { throwIfNoEntry: false });
      if (stats !== undefined) {
        const before = wanted && stats.isFile() ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : '';
        const after = wanted?.(text, before) ?? before;
        if (before === '' || before === after) return { status: 'kept' };
        return { status: 'differs', edit: { shown, before, after } };
      }
      makeFolders(base, path.dirname(file));
      replaceFile(file, text);
      return { status: 'created' };
    });
  });
}

function ignoreFiles(file: string, patterns: readonly string[], cwd: string): Started[number] {
  return tried(shownPath(file, cwd), () => {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
      return { status: appendLines(file, patterns) ? 'extended' : 'kept' };
    }
    replaceFile(file, patterns.map((pattern) => `${pattern}\n`).join(''));
    return { status: 'created' };
  });
}

function tried(file: string, write: (shown: string) => Omit<StartingFile, 'file'>): Started[number] {
  try {
    return { file, ...write(file) };
  } catch (error) {
    const args = { what: 'The file', file, reason: systemReason(error) };
    return { code: 'file-unwritable', args, severity: 'error' };
  }
}

/** Appends to a file. The existing bytes stay, whatever their encoding. Does not follow links. */
function appendLines(file: string, patterns: readonly string[]): boolean {
  const handle = openSync(file, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW);
  try {
    const text = readFileSync(handle, 'latin1');
    // Other ways to say the same begin with a slash, or end without one.
    const plain = (line: string) => line.trim().replace(/^(?:\*\*)?\/|\/$/g, '');
    const lines = new Set(text.split(/\r?\n/).map(plain));
    const missing = patterns.filter((pattern) => !lines.has(plain(pattern)));
    if (missing.length === 0) return false;
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const start = text === '' || text.endsWith('\n') ? '' : end;
    appendFileSync(handle, start + missing.map((pattern) => pattern + end).join(''));
    return true;
  } finally {
    closeSync(handle);
  }
}

/** Makes the folders from `base` to `folder`. A link or a file on the way is an error. */
function makeFolders(base: string, folder: string): void {
  let here = base;
  for (const name of path.relative(base, folder).split(path.sep)) {
    here = path.join(here, name);
    makeFolder(here);
  }
}
