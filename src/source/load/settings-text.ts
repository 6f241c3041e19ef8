/** The text of a file of settings, inboxctl.yaml or that of one account: read with the same care as a rule file. */
import type { Diagnostic, Excerpt, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { MappingFile } from '../../diagnostics/project.ts';
import type { Path } from '../../model/rule.ts';
import { addProblem, isFull } from './file-problems.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { readDocuments } from './read-documents.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';

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

type Ranged = Finding & { range: Range; related?: Range };

/**
 * The mapping in a file of settings (an empty text has an empty one), or every problem. `shown` is the name of the
 * file.
 */
export function parseSettings(of: MappingFile, shown: string, text: string): SettingsText | { problems: Diagnostic[] } {
  const problems: Diagnostic[] = [];
  const placeOf = textPlaces(shown, text);
  const addTo = (all: Diagnostic[], finding: Ranged) => {
    if (!isFull(all)) addProblem(all, diagnosticOf(finding, placeOf), text);
    return all;
  };
  const report = (finding: Ranged) => void addTo(problems, finding);
  const documents = readDocuments(text, report);
  const [document, second] = [documents.next().value, documents.next().value];
  if (second !== undefined) {
    report({ code: 'project-several-documents', args: { of }, range: second.rangeAt([], 'value') });
  }
  if (document === undefined || problems.length > 0) return { problems };
  const { value, findings, rangeAt } = document;
  for (const finding of findings) report(finding);
  if (value !== null && kindOf(value) !== 'mapping') {
    report({ code: 'project-not-mapping', args: { of }, range: [0, 0] });
  }
  if (problems.length > 0) return { problems };
  return {
    value: (value ?? {}) as object,
    locate: (path, at = 'value') => placeOf(rangeAt(path, at)),
    placed: (all) =>
      all.reduce<Diagnostic[]>(
        (placed, { path, at, ...finding }) => addTo(placed, { ...finding, range: rangeAt(path, at) }),
        [],
      ),
  };
}

/** What was written in place of a variable's name may be the key itself: such a line is not shown. */
function diagnosticOf({ range, related, ...finding }: Ranged, placeOf: (range: Range) => Located): Diagnostic {
  const places = related === undefined ? {} : { related: [placeOf(related).place] };
  const located = placeOf(range);
  const mayHoldKey = /api[-_ ]?key/i.test(located.excerpt.text);
  const shown = mayHoldKey ? { place: located.place } : located;
  const said = mayHoldKey && finding.code === 'yaml-syntax' ? { args: { ...finding.args, written: '…' } } : {};
  return { ...finding, ...said, severity: 'error', ...shown, ...places } as Diagnostic;
}

/** What is said of these is as true of JSON. */
const IN_JSON_TOO = ['open-bracket', 'open-quote', 'extra-bracket'];

/** Problems of a text that was meant to be JSON, which is not told about as YAML. */
export function asJson(problems: readonly Diagnostic[], code: 'seed-not-json' | 'judgments-not-json'): Diagnostic[] {
  return problems.map((problem) => {
    if (problem.code !== 'yaml-syntax' || IN_JSON_TOO.includes(problem.args.mistake)) return problem;
    return { ...problem, code, args: {} };
  });
}
