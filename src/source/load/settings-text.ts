/** The text of a file of settings, inboxctl.yaml or that of one account: read with the same care as a rule file. */
import type { Diagnostic, Excerpt, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { MappingFile } from '../../diagnostics/project.ts';
import type { Path } from '../../model/rule.ts';
import { FileProblems } from './file-problems.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { readDocuments } from './read-documents.ts';

/** Where a key or a value of a file stands; a file as a whole has no line. */
export type LocateSetting = (path: Path, at?: At) => { place: Place; excerpt?: Excerpt };

/** A finding about a file of settings, and the path to what it is about. */
export type SettingFinding = Finding & { path: Path; at: At };

/** A mapping as it is written. */
interface SettingsText {
  value: object;
  locate: LocateSetting;
  /** What is wrong with the mapping, with its places. */
  placed: (findings: readonly SettingFinding[]) => Diagnostic[];
}

/**
 * The mapping in a file of settings (an empty text has an empty one), or every problem. `shown` is the name of the
 * file.
 */
export function parseSettings(of: MappingFile, shown: string, text: string): SettingsText | { problems: Diagnostic[] } {
  const problems = new FileProblems(shown, text, withoutKey);
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
      const placed = new FileProblems(shown, text, withoutKey);
      for (const { path, at, ...finding } of all) placed.add({ ...finding, range: rangeAt(path, at) });
      return placed.all;
    },
  };
}

/** What was written in place of a variable's name may be the key itself: such a line is not shown. */
function withoutKey(problem: Diagnostic): Diagnostic {
  const { excerpt, ...rest } = problem;
  if (excerpt === undefined || !/api[-_ ]?key/i.test(excerpt.text)) return problem;
  return rest.code === 'yaml-syntax' ? { ...rest, args: { ...rest.args, written: '…' } } : rest;
}

/** What is said of these is as true of JSON. */
const IN_JSON_TOO = ['open-bracket', 'open-quote', 'extra-bracket'];

/** Problems of a seed that was meant to be JSON, which is not told about as YAML. */
export function asJson(problems: readonly Diagnostic[]): Diagnostic[] {
  return problems.map((problem) => {
    if (problem.code !== 'yaml-syntax' || IN_JSON_TOO.includes(problem.args.mistake)) return problem;
    return { ...problem, code: 'seed-not-json', args: {} };
  });
}
