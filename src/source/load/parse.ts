import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { Path, Spot } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { FileProblems } from './file-problems.ts';
import { foreignDocument } from './foreign-document.ts';
import { unknownKey } from './known-keys.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';
import { eachDocument } from './read-documents.ts';
import { type ReadableRule, readableRule } from './readable-rule.ts';
import { shapeFindings } from './shape-findings.ts';
import { firstLine } from './text-places.ts';

/** A rule as written, and its place. */
export interface SourceRule {
  written: WrittenRule;
  spot: Spot;
}

export interface ParsedFile {
  rules: SourceRule[];
  /** Rules with errors of shape, as far as they can be read. */
  broken: (SourceRule & ReadableRule)[];
  problems: Diagnostic[];
}

/** Parses a rule file: each document is a rule, `rules:` with several, or empty. `file`: the name to show. */
export function parseRuleFile(file: string, text: string): ParsedFile {
  const problems = new FileProblems(file, text, withoutSecret);
  const rules: ParsedFile['rules'] = [];
  const broken: ParsedFile['broken'] = [];
  eachDocument(text, problems, ({ value: whole, rangeAt }, index) => {
    const found = (path: Path, at: At, finding: FileFinding): void =>
      problems.add({ ...finding, range: rangeAt(path, at) });
    const written = (path: Path): string => firstLine(text, rangeAt(path, 'value'));

    for (const path of rulePaths(whole, found)) {
      if (problems.isFull) return;
      const value = path.length === 0 ? whole : rulesOf(whole)[Number(path[1])];
      const kind = kindOf(value);
      if (kind !== 'mapping') {
        const args = { key: 'rules', expected: 'mapping', found: kind, written: written(path) } as const;
        found(path, 'value', { code: 'wrong-type', args });
        continue;
      }
      const findings = shapeFindings(value, (inner) => written([...path, ...inner]));
      const [offset] = rangeAt(path, 'value');
      const spot = { file, document: index, path, offset };
      if (findings.length === 0) {
        rules.push({ written: value as WrittenRule, spot });
        continue;
      }
      const readable = readableRule(value as object, findings);
      if (readable !== null) broken.push({ ...readable, spot });
      for (const { path: inner, at, ...finding } of findings) {
        found([...path, ...inner], at, finding);
      }
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

/** The paths of a document's rules. Tells `found` about problems of the document itself. */
function rulePaths(value: unknown, found: (path: Path, at: At, finding: FileFinding) => void): Path[] {
  const foreign = foreignDocument(value);
  if (foreign !== null) {
    found([], 'value', { code: 'document-not-rule', args: foreign });
    return [];
  }
  const keys = Object.keys(value as object);
  if (!keys.includes('rules')) return [[]];
  for (const key of keys) {
    if (key !== 'rules') found([key], 'key', { code: 'unknown-key', args: unknownKey(key, 'document', [value]) });
  }
  const rules = Reflect.get(value as object, 'rules');
  if (Array.isArray(rules)) return rules.map((_, index) => ['rules', index]);
  if (rules === null) return [];
  const args = { key: 'rules', at: 'document', expected: 'list', found: kindOf(rules), written: '' } as const;
  found(['rules'], 'value', { code: 'wrong-type', args });
  return [];
}

function rulesOf(value: unknown): unknown[] {
  const rules = Reflect.get(value as object, 'rules');
  return Array.isArray(rules) ? rules : [];
}
