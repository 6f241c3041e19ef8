import type { Diagnostic, Finding, Place } from '../../diagnostics/diagnostic.ts';
import { HEADER_KEYS, type Outcome } from '../../model/mail.ts';
import type { Path, Spot } from '../../model/rule.ts';
import { MAIL_KEYS, type WrittenTest } from '../../model/written-tests.ts';
import { fileProblems } from './file-problems.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { eachDocument, type ReadDocument } from './read-documents.ts';
import { entriesIn, schemaFindings } from './schema-findings.ts';
import type { SettingFinding } from './settings-text.ts';
import type { Range } from './text-places.ts';

/** A test as written, and its place. */
export type SourceTest = { written: WrittenTest; spot: Spot; place: Place };

type ReportAt = (path: Path, at: At, finding: Finding, related?: Range) => void;

/** Parses a tests file: documents with `tests:`. Returns only tests without problems. `file`: the name to show. */
export function parseTestsFile(file: string, text: string): { tests: SourceTest[]; problems: Diagnostic[] } {
  const problems = fileProblems(file, text);
  const tests: SourceTest[] = [];
  /** Where each name, trimmed, comes first. */
  const names = new Map<string, Range>();
  eachDocument(text, problems, ({ value, rangeAt }, index) => {
    const reportAt: ReportAt = (path, at, finding, related) =>
      problems.add({ ...finding, range: rangeAt(path, at), related });
    for (const { path, entry: test } of testsIn(value, reportAt)) {
      if (problems.isFull()) return;
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

function testFindings(test: unknown): SettingFinding[] {
  const findings = schemaFindings({ of: 'test', root: test });
  const isWhole = (key: string) => !findings.some(({ path }) => path[0] === key);
  const isNew = !findings.some(({ code, path }) => code === 'unknown-key' && path.length === 1);
  return [
    ...findings,
    ...(isWhole('mail') ? mailFindings(test) : []),
    ...(isNew && isWhole('expect') && isWhole('others') ? expectFindings(test) : []),
  ];
}

function mailFindings(test: unknown): SettingFinding[] {
  const mail: unknown = Reflect.get(Object(test), 'mail');
  const isSet = (key: string) => Reflect.get(Object(mail), key) != null;
  const headers = HEADER_KEYS.filter(isSet);
  if (isSet('file') && headers.length > 0) {
    return [{ code: 'test-mail-twice', args: { keys: headers }, path: ['mail', headers[0] ?? 'from'], at: 'key' }];
  }
  // A missing one is reported, or under another key.
  if (mail === undefined || MAIL_KEYS.some(isSet)) return [];
  return [{ code: 'missing-key', args: { key: 'mail', setting: 'mail', empty: true }, path: ['mail'], at: 'key' }];
}

function expectFindings(test: unknown): SettingFinding[] {
  const { expect, others } = Object(test) as { expect?: object | null; others?: Outcome | null };
  if (others != null || Object.keys(expect ?? {}).length > 0) return [];
  const args = { key: 'expect', setting: 'expect', empty: expect !== undefined };
  return [{ code: 'missing-key', args, path: ['expect'], at: 'key' }];
}
