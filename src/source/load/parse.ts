/** The text of a rule file to rules as written, and everything that is wrong with it. */
import type { Document } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Spot } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { proposeKey } from './known-keys.ts';
import { type At, nodePlaces, type Path } from './node-places.ts';
import { type Budget, type FileFinding, kindOf, type RangedFinding, rangeOf, toPlain } from './plain.ts';
import { shapeFindings } from './shape-findings.ts';
import { syntaxProblem } from './syntax-problems.ts';
import { textPlaces } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** A rule as written and where it stands. */
export interface SourceRule {
  written: WrittenRule;
  spot: Spot;
}

export interface ParsedFile {
  rules: SourceRule[];
  problems: Diagnostic[];
}

interface Parsing {
  file: string;
  text: string;
  budget: Budget;
  rules: SourceRule[];
  report: (finding: RangedFinding) => void;
}

/**
 * Takes the name to show for a file and its text; gives its rules and every problem. A document is one rule, or
 * `rules:` with a list of them; an empty one is no rule. A rule with a problem of its own is not among the rules.
 */
export function parseRuleFile(file: string, text: string): ParsedFile {
  const rules: SourceRule[] = [];
  const problems: Diagnostic[] = [];
  const placeOf = lazily(() => textPlaces(file, text));
  const told = new Set<string>();
  const report = ({ range, related, ...finding }: RangedFinding): void => {
    // What several aliases lead to is wrong once.
    const same = JSON.stringify([finding, range]);
    if (told.has(same)) return;
    told.add(same);
    const places = related && { related: [placeOf()(related).place] };
    const located = placeOf()(range);
    // Where the name of a variable belongs, its value may have been written.
    const mayBeSecret = finding.code === 'variable-name' && finding.args.problem === 'shape';
    problems.push({ ...finding, severity: 'error', ...(mayBeSecret ? { place: located.place } : located), ...places });
  };
  const parsing: Parsing = { file, text, budget: { nodes: 0, characters: 0 }, rules, report };
  let count = 0;
  for (const document of yamlDocuments(text, report)) parseDocument(document, count++, parsing);
  return { rules, problems };
}

function parseDocument(document: Document.Parsed, index: number, parsing: Parsing): void {
  const { text, budget, report } = parsing;
  const syntax = syntaxProblem(document, text);
  if (syntax) {
    report({ code: 'yaml-syntax', ...syntax });
    return;
  }
  const plain = toPlain(document, text, budget);
  plain.findings.forEach(report);
  if (plain.incomplete || plain.value === null) return;
  const places = lazily(() => nodePlaces(document));
  const found = (path: Path, at: At, finding: FileFinding): void => report({ ...finding, range: places()(path, at) });
  const written = (path: Path): string => firstLine(text.slice(...places()(path, 'value')));

  for (const path of rulePaths(plain.value, found)) {
    const value = path.length === 0 ? plain.value : rulesOf(plain.value)[Number(path[1])];
    if (kindOf(value) !== 'mapping') {
      found(path, 'value', {
        code: 'wrong-type',
        args: { key: 'rules', at: 'document', expected: 'mapping', found: kindOf(value), written: written(path) },
      });
      continue;
    }
    const findings = shapeFindings(value, (inner) => written([...path, ...inner]));
    if (findings.length === 0) {
      const node = path.length === 0 ? rangeOf(document.contents) : places()(path, 'value');
      parsing.rules.push({
        written: value as WrittenRule,
        spot: { file: parsing.file, document: index, path, offset: node[0] },
      });
      continue;
    }
    for (const { path: inner, at, ...finding } of findings) found([...path, ...inner], at, finding);
  }
}

/** The paths of a document's rules. What is wrong with the document itself is told to `found`. */
function rulePaths(value: unknown, found: (path: Path, at: At, finding: FileFinding) => void): Path[] {
  const kind = kindOf(value);
  if (kind !== 'mapping') {
    found([], 'value', { code: 'document-not-rule', args: { found: kind } });
    return [];
  }
  if (!Object.hasOwn(value as object, 'rules')) return [[]];
  for (const key of Object.keys(value as object)) {
    if (key === 'rules') continue;
    found([key], 'key', { code: 'unknown-key', args: { key, at: 'document', proposal: proposeKey(key, 'document') } });
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

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trimEnd() ?? '';
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
