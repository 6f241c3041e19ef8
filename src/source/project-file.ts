/** The project file: found from the working directory upwards, read with the same care as a rule file. */
import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Finding } from '../model/diagnostic.ts';
import { projectFile, type WrittenProject } from '../model/written-project.ts';
import { shownPath } from './find-files.ts';
import { type At, nodePlaces, type Path } from './node-places.ts';
import { kindOf, rangeOf, toPlain } from './plain.ts';
import { projectFindings } from './project-problems.ts';
import { readRuleFile } from './read-file.ts';
import { syntaxProblem } from './syntax-problems.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** What it is called. */
export const PROJECT_FILE = 'inboxctl.yaml';

/**
 * Takes an absolute folder; gives the project file there or in a folder above it, up to the root of its git work tree,
 * or null.
 */
export function findProjectFile(folder: string): string | null {
  for (let here = folder; ; here = path.dirname(here)) {
    const file = path.join(here, PROJECT_FILE);
    // A dangling link is found too, and refused later, rather than passed over.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return file;
    if (existsSync(path.join(here, '.git')) || path.dirname(here) === here) return null;
  }
}

/** The folder that nothing may be read outside of: the git work tree around a folder, else the folder itself. */
export function projectFolder(folder: string): string {
  for (let here = folder; ; here = path.dirname(here)) {
    if (existsSync(path.join(here, '.git'))) return here;
    if (path.dirname(here) === here) return folder;
  }
}

/** What a project file says, and where each of its keys or values stands. */
export interface ProjectFile {
  project: WrittenProject;
  locate: (path: Path, at?: At) => Located;
}

/** Takes the absolute path of a project file; gives what it says, or every problem with its place. */
export function readProjectFile(file: string, cwd: string): ProjectFile | { problems: Diagnostic[] } {
  const shown = shownPath(file, cwd);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) {
    return { problems: [{ code: 'project-file-linked', args: { file: shown }, severity: 'error' }] };
  }
  const text = readRuleFile({ path: file, shown });
  return typeof text === 'string' ? parseProject(shown, text) : { problems: [text] };
}

type Ranged = Finding & { range: Range; related?: Range };

/** Takes the text of a project file and how it is called; gives what it says, or every problem with its place. */
export function parseProject(shown: string, text: string): ProjectFile | { problems: Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const placeOf = textPlaces(shown, text);
  const report = ({ range, related, ...finding }: Ranged) => {
    const places = related === undefined ? {} : { related: [placeOf(related).place] };
    const located = placeOf(range);
    const mayHoldKey = /api[-_ ]?key/i.test(located.excerpt.text);
    // What was written in place of a variable's name may be the key itself.
    const shown = mayHoldKey ? { place: located.place } : located;
    const said = mayHoldKey && finding.code === 'yaml-syntax' ? { args: { ...finding.args, written: '…' } } : {};
    problems.push({ ...finding, ...said, severity: 'error', ...shown, ...places } as Diagnostic);
  };
  const [document, second] = [...yamlDocuments(text, report)];
  if (second !== undefined) report({ code: 'project-several-documents', args: {}, range: rangeOf(second.contents) });
  if (document === undefined || problems.length > 0) return { problems };
  const syntax = syntaxProblem(document, text);
  if (syntax !== undefined) report({ code: 'yaml-syntax', ...syntax });
  if (problems.length > 0) return { problems };
  const { value, findings } = toPlain(document, text, { nodes: 0, characters: 0 });
  for (const finding of findings) report(finding);
  if (value !== null && kindOf(value) !== 'mapping') report({ code: 'project-not-mapping', args: {}, range: [0, 0] });
  if (problems.length > 0) return { problems };
  const parsed = projectFile.safeParse(value ?? {});
  const places = nodePlaces(document);
  // The schema would pass it over.
  if (Object.hasOwn(Object(Reflect.get(Object(value), 'accounts')), '__proto__')) {
    report({ code: 'account-name', args: { name: '__proto__' }, range: places(['accounts', '__proto__'], 'key') });
    return { problems };
  }
  if (parsed.success) {
    const { accounts } = parsed.data;
    if (accounts == null || Object.keys(accounts).length > 0) {
      return { project: parsed.data, locate: (where, at = 'value') => placeOf(places(where, at)) };
    }
    report({ code: 'accounts-empty', args: {}, range: places(['accounts'], 'key') });
    return { problems };
  }
  for (const { path: where, at, ...finding } of projectFindings(value)) {
    report({ ...finding, range: places(where, at) });
  }
  return { problems };
}
