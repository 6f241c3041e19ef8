/** The text of a tests file to tests as written, and everything that is wrong with it. */
import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { Path, Spot } from '../../model/rule.ts';
import type { WrittenTest } from '../../model/written-tests.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { type ReadDocument, readDocuments } from './read-documents.ts';
import { testFindings } from './test-findings.ts';
import { type Range, textPlaces } from './text-places.ts';

/** A test as written, and its place. */
export interface SourceTest {
  written: WrittenTest;
  spot: Spot;
  place: Place;
}

export interface ParsedTests {
  tests: SourceTest[];
  problems: Diagnostic[];
}

type Report = (path: Path, at: At, finding: Finding, related?: Place) => void;

/** `file` is the name to show. A document is `tests:` with a list of them. A test with a problem is not among the tests. */
export function parseTestsFile(file: string, text: string): ParsedTests {
  const problems: Diagnostic[] = [];
  const tests: SourceTest[] = [];
  const placeOf = textPlaces(file, text);
  const told = new Set<string>();
  const names = new Map<string, Place>();
  const say = (finding: Finding, range: Range, related: Place[]): void => {
    // A node that several aliases lead to is reported once.
    const same = JSON.stringify([finding, range]);
    if (told.has(same)) return;
    told.add(same);
    const others = related.length === 0 ? {} : { related };
    problems.push({ ...finding, severity: 'error', ...placeOf(range), ...others } as Diagnostic);
  };
  const ofYaml = ({ range, related, ...finding }: Finding & { range: Range; related?: Range }): void =>
    say(finding as Finding, range, related === undefined ? [] : [placeOf(related).place]);
  let count = 0;
  for (const document of readDocuments(text, ofYaml)) {
    const index = count++;
    const { value, rangeAt } = document;
    document.findings.forEach(ofYaml);
    if (document.incomplete || value === null) continue;
    const report: Report = (path, at, finding, related) =>
      say(finding, rangeAt(path, at), related === undefined ? [] : [related]);
    for (const [at, test] of testsIn(value, report).entries()) {
      const path = ['tests', at];
      const range = rangeAt(path, 'value');
      const findings = testFindings(test, (inner) => firstLine(text, rangeAt([...path, ...inner], 'value')));
      for (const { path: inner, at: part, ...finding } of findings) {
        report([...path, ...inner], part, finding as Finding);
      }
      const { place } = placeOf(range);
      const name: unknown = Reflect.get(Object(test), 'name');
      const twice = typeof name === 'string' ? names.get(name.trim()) : undefined;
      if (typeof name === 'string' && name !== '') names.set(name.trim(), twice ?? place);
      if (twice !== undefined && typeof name === 'string') {
        report([...path, 'name'], 'value', { code: 'test-name-twice', args: { name } }, twice);
      } else if (findings.length === 0) {
        const spot = { file, document: index, path, offset: range[0] };
        tests.push({ written: test as WrittenTest, spot, place });
      }
    }
  }
  return { tests, problems };
}

/** The tests of a document. Reports what is wrong with the document itself. */
function testsIn(value: ReadDocument['value'], report: Report): unknown[] {
  const kind = kindOf(value);
  const has = (key: string) => Object.hasOwn(Object(value), key);
  if (kind !== 'mapping' || !has('tests')) {
    const isRule = kind === 'mapping' && ['actions', 'condition', 'rules'].some(has);
    report([], 'value', { code: 'tests-document', args: { found: kind, isRule } });
    return [];
  }
  for (const key of Object.keys(Object(value))) {
    if (key === 'tests') continue;
    report([key], 'key', { code: 'test-unknown-key', args: { key, at: 'document', proposal: null } });
  }
  const tests: unknown = Reflect.get(Object(value), 'tests');
  if (Array.isArray(tests)) return tests;
  if (tests === null) return [];
  const args = {
    key: 'tests',
    rule: null,
    takes: 'tests' as const,
    found: kindOf(tests),
    written: null,
    proposal: null,
  };
  report(['tests'], 'value', { code: 'test-wrong-value', args });
  return [];
}

function firstLine(text: string, [start, end]: Range): string {
  return text.slice(start, end).split('\n', 1)[0]?.trimEnd() ?? '';
}
