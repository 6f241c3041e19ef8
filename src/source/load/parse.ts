import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Path, Spot } from '../../model/rule.ts';
import { type WrittenRule, writtenRule } from '../../model/written-rule.ts';
import { fileProblems } from './file-problems.ts';
import { foreignDocument } from './foreign-document.ts';
import { eachDocument } from './read-documents.ts';
import { entriesIn } from './schema-findings.ts';
import { valueAt } from './schema-walk.ts';
import type { SettingFinding } from './settings-text.ts';
import { shapeFindings } from './shape-findings.ts';
import { firstLine } from './text-places.ts';

/** A rule as written, and its place. */
export type SourceRule = { written: WrittenRule; spot: Spot };

interface ReadableRule {
  /** With stand-ins for what is wrong. Never planned. */
  written: WrittenRule;
  /** What is at, above or below these paths is not checked. */
  damaged: readonly Path[];
}

export interface ParsedFile {
  rules: SourceRule[];
  /** Rules with errors of shape, so that their other errors are reported together with them. */
  broken: (SourceRule & ReadableRule)[];
  problems: Diagnostic[];
}

/** Parses a rule file: each document is a rule, `rules:` with several, or empty. `file`: the name to show. */
export function parseRuleFile(file: string, text: string): ParsedFile {
  const problems = fileProblems(file, text, withoutSecret);
  const rules: ParsedFile['rules'] = [];
  const broken: ParsedFile['broken'] = [];
  eachDocument(text, problems, ({ value: whole, rangeAt }, index) => {
    const found = ({ path, at, ...finding }: SettingFinding): void =>
      problems.add({ ...(finding as Finding), range: rangeAt(path, at) });
    const written = (path: Path): string => firstLine(text, rangeAt(path, 'value'));

    for (const { path, entry } of rulesIn(whole, found)) {
      if (problems.isFull()) return;
      const findings = shapeFindings(entry, (inner) => written([...path, ...inner]));
      const [offset] = rangeAt(path, 'value');
      const spot = { file, document: index, path, offset };
      if (findings.length === 0) {
        rules.push({ written: entry as WrittenRule, spot });
        continue;
      }
      const readable = readableRule(entry, findings);
      if (readable !== null) broken.push({ ...readable, spot });
      for (const finding of findings) found({ ...finding, path: [...path, ...finding.path] });
    }
  });
  return { rules, broken, problems: problems.all };
}

/** Somebody may have written a secret where the name of its variable belongs. */
function withoutSecret(problem: Diagnostic): Diagnostic {
  if (problem.code !== 'variable-name' || problem.args.problem !== 'shape') return problem;
  const { excerpt: _, ...rest } = problem;
  return rest;
}

/** The rules of a document. Calls `report` with problems of the document itself. */
function rulesIn(value: unknown, report: (finding: SettingFinding) => void): { path: Path; entry: object }[] {
  const foreign = foreignDocument(value);
  if (foreign === null) {
    return 'rules' in Object(value) ? entriesIn('rules', value, report) : [{ path: [], entry: Object(value) }];
  }
  report({ code: 'document-not-rule', args: foreign, path: [], at: 'value' });
  return [];
}

/** Stand-ins for what a rule must have; the rest can be left out. A blank name is compared with no other. */
const STAND_INS = new Map<string, unknown>([
  ['name', ''],
  ['condition', { aiInstructions: '{{…}}' }],
  ['actions', [{ type: 'ARCHIVE' }]],
  ['type', 'ARCHIVE'],
]);

/** The part of a rule that can be checked in spite of errors of shape; null if too little is left. */
function readableRule(value: object, findings: readonly SettingFinding[]): ReadableRule | null {
  const rule = structuredClone(value);
  for (const { path, code } of findings) {
    const key = path.at(-1) ?? '';
    const parent = valueAt(rule, path.slice(0, -1));
    const item = path[0] === 'actions' ? { type: 'ARCHIVE' } : '{{…}}';
    const standIn = typeof key === 'number' ? item : STAND_INS.get(key);
    if (standIn === undefined || code === 'unknown-key') Reflect.deleteProperty(Object(parent), key);
    else Reflect.set(Object(parent), key, structuredClone(standIn));
  }
  if (!writtenRule.safeParse(rule).success) return null;
  return { written: rule as WrittenRule, damaged: findings.map(damagedBy) };
}

/** An action with a wrong type or key is damaged as a whole, since they decide which fields it needs. */
function damagedBy({ path, code }: SettingFinding): Path {
  const isOfAction = path[0] === 'actions' && (path.at(-1) === 'type' || code === 'unknown-key');
  return isOfAction ? path.slice(0, 2) : path;
}

/** Whether what is at a path can be checked. */
export function isReadable(path: Path, damaged: readonly Path[]): boolean {
  return !damaged.some((one) => {
    const [short, long] = one.length < path.length ? [one, path] : [path, one];
    return short.every((segment, index) => segment === long[index]);
  });
}
