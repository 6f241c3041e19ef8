import type { Diagnostic, Excerpt, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { MappingFile } from '../../diagnostics/project.ts';
import type { Path } from '../../model/rule.ts';
import { fileProblems } from './file-problems.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { readDocuments } from './read-documents.ts';

/** The place of a key or value; of a file as a whole without an excerpt. */
export type LocateSetting = (path: Path, at?: At) => { place: Place; excerpt?: Excerpt };

/** A finding about a setting, and its path. */
export type SettingFinding = Finding & { path: Path; at: At };

interface SettingsText {
  value: object;
  locate: LocateSetting;
  placed: (findings: readonly SettingFinding[]) => Diagnostic[];
}

/** Parses inboxctl.yaml or an account file into a mapping, or returns all problems. `shown` is the name of the file. */
export function parseSettings(of: MappingFile, shown: string, text: string): SettingsText | { problems: Diagnostic[] } {
  const problems = fileProblems(shown, text, withoutKey);
  const documents = readDocuments(text, problems.add);
  const [document, second] = [documents.next().value, documents.next().value];
  if (second !== undefined) {
    problems.add({ code: 'project-several-documents', args: { of }, range: second.rangeAt([], 'value') });
  }
  if (document === undefined || problems.all.length > 0) return { problems: problems.all };
  const { value, findings, rangeAt } = document;
  findings.forEach(problems.add);
  if (value !== null && kindOf(value) !== 'mapping') {
    problems.add({ code: 'project-not-mapping', args: { of }, range: [0, 0] });
  }
  if (problems.all.length > 0) return { problems: problems.all };
  return {
    value: (value ?? {}) as object,
    locate: (path, at = 'value') => problems.placeOf(rangeAt(path, at)),
    placed: (all) => {
      const placed = fileProblems(shown, text, withoutKey);
      for (const { path, at, ...finding } of all) placed.add({ ...finding, range: rangeAt(path, at) });
      return placed.all;
    },
  };
}

/** Hides a line about an API key, under whatever name: it may contain the key itself. */
export function withoutKey(problem: Diagnostic): Diagnostic {
  const { excerpt, ...rest } = problem;
  if (excerpt === undefined || !/api[-_ ]?key|(key|token|secret|passw\w*|auth)["']?\s*:/i.test(excerpt.text))
    return problem;
  if (rest.code === 'yaml-comment') return { ...rest, args: { ...rest.args, value: '…', rest: '' } };
  return rest.code === 'yaml-syntax' ? { ...rest, args: { ...rest.args, written: '…', proposal: null } } : rest;
}
