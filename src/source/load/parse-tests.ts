import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import type { Path, Spot } from '../../model/rule.ts';
import type { WrittenTest } from '../../model/written-tests.ts';
import { FileProblems } from './file-problems.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { eachDocument, type ReadDocument } from './read-documents.ts';
import { entriesIn } from './schema-findings.ts';
import { testFindings } from './test-findings.ts';
import type { Range } from './text-places.ts';

/** A test as written, and its place. */
export interface SourceTest {
  written: WrittenTest;
  spot: Spot;
  place: Place;
}

type ReportAt = (path: Path, at: At, finding: Finding, related?: Range) => void;

/** Parses a tests file: documents with `tests:`. Returns only tests without problems. `file`: the name to show. */
export function parseTestsFile(file: string, text: string): { tests: SourceTest[]; problems: Diagnostic[] } {
  const problems = new FileProblems(file, text);
  const tests: SourceTest[] = [];
  /** Where each name, trimmed, comes first. */
  const names = new Map<string, Range>();
  eachDocument(text, problems, ({ value, rangeAt }, index) => {
    const reportAt: ReportAt = (path, at, finding, related) =>
      problems.add({ ...finding, range: rangeAt(path, at), related });
    for (const { path, entry: test } of testsIn(value, reportAt)) {
      if (problems.isFull) return;
      const range = rangeAt(path, 'value');
      const findings = testFindings(test);
      for (const { path: inner, at: part, ...finding } of findings) {
        reportAt([...path, ...inner], part, finding as Finding);
      }
      if (isNamedTwice(test, path, range, names, reportAt) || findings.length > 0) continue;
      const spot = { file, document: index, path, offset: range[0] };
      tests.push({ written: test as WrittenTest, spot, place: problems.placeOf(range).place });
    }
  });
  return { tests, problems: problems.all };
}

/** Reports a name that an earlier test has, and returns whether it does. Remembers the name. */
function isNamedTwice(test: unknown, path: Path, range: Range, names: Map<string, Range>, report: ReportAt): boolean {
  const name: unknown = Reflect.get(Object(test), 'name');
  if (typeof name !== 'string' || name === '') return false;
  const first = names.get(name.trim());
  if (first === undefined) names.set(name.trim(), range);
  else report([...path, 'name'], 'value', { code: 'test-name-twice', args: { name } }, first);
  return first !== undefined;
}

function testsIn(value: ReadDocument['value'], report: ReportAt): { path: Path; entry: object }[] {
  const kind = kindOf(value);
  const has = (key: string) => Object.hasOwn(Object(value), key);
  if (kind !== 'mapping' || !has('tests')) {
    const isRule = kind === 'mapping' && ['actions', 'condition', 'rules'].some(has);
    report([], 'value', { code: 'tests-document', args: { found: kind, isRule } });
    return [];
  }
  return entriesIn('tests', value, ({ path, at, ...finding }) => report(path, at, finding as Finding));
}
