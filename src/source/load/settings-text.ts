/** The text of a file of settings, inboxctl.yaml or that of one account: read with the same care as a rule file. */
import type { Diagnostic, Excerpt, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { SettingsFile } from '../../diagnostics/settings.ts';
import { type At, nodePlaces, type Path } from './node-places.ts';
import { kindOf, rangeOf, toPlain } from './plain.ts';
import { syntaxProblem } from './syntax-problems.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** Where a key or a value of a file stands; a file as a whole has no line. */
export type LocateSetting = (path: Path, at?: At) => { place: Place; excerpt?: Excerpt };

/** A finding about a file of settings, and the path to what it is about. */
export type SettingFinding = Finding & { path: Path; at: At };

/** A mapping as it is written. */
interface SettingsText {
  value: object;
  locate: LocateSetting;
  /** Takes what is wrong with the mapping; gives it with its places. */
  placed: (findings: readonly SettingFinding[]) => Diagnostic[];
}

type Ranged = Finding & { range: Range; related?: Range };

/** Takes a text, how its file is called, and what it is; gives its mapping (an empty text has an empty one), or every problem. */
export function parseSettings(
  of: SettingsFile,
  shown: string,
  text: string,
): SettingsText | { problems: Diagnostic[] } {
  const problems: Diagnostic[] = [];
  let found: ReturnType<typeof textPlaces> | undefined;
  const placeOf = (range: Range): Located => {
    // Most files have nothing to be said of.
    found ??= textPlaces(shown, text);
    return found(range);
  };
  const report = (finding: Ranged) => void problems.push(diagnosticOf(finding, placeOf));
  const [document, second] = [...yamlDocuments(text, report)];
  if (second !== undefined) {
    report({ code: 'project-several-documents', args: { of }, range: rangeOf(second.contents) });
  }
  if (document === undefined || problems.length > 0) return { problems };
  const syntax = syntaxProblem(document, text);
  if (syntax !== undefined) return { problems: [diagnosticOf({ code: 'yaml-syntax', ...syntax }, placeOf)] };
  const { value, findings } = toPlain(document, text, { nodes: 0, characters: 0 });
  for (const finding of findings) report(finding);
  if (value !== null && kindOf(value) !== 'mapping') {
    report({ code: 'project-not-mapping', args: { of }, range: [0, 0] });
  }
  if (problems.length > 0) return { problems };
  return { value: (value ?? {}) as object, ...placesIn(shown, text) };
}

/**
 * Takes how a file is called and its text, which has been read without a problem; gives where its settings stand. The text
 * is parsed again for the first place, which is rare: of a thousand accounts the nodes are several megabytes.
 */
function placesIn(shown: string, text: string): Pick<SettingsText, 'locate' | 'placed'> {
  let places: { placeOf: (range: Range) => Located; rangeAt: (path: Path, at: At) => Range } | undefined;
  const known = () => {
    if (places !== undefined) return places;
    const [document] = [...yamlDocuments(text, () => {})];
    if (document === undefined) throw new Error('A text that was read has a document');
    places = { placeOf: textPlaces(shown, text), rangeAt: nodePlaces(document) };
    return places;
  };
  return {
    locate: (path, at = 'value') => known().placeOf(known().rangeAt(path, at)),
    placed: (all) =>
      all.map(({ path, at, ...finding }) => {
        return diagnosticOf({ ...finding, range: known().rangeAt(path, at) }, known().placeOf);
      }),
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
