import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FileFinding } from '../../diagnostics/files.ts';
import type { Path, Spot } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { FileProblems } from './file-problems.ts';
import { foreignDocument } from './foreign-document.ts';
import { eachDocument } from './read-documents.ts';
import { type ReadableRule, readableRule } from './readable-rule.ts';
import { entriesIn } from './schema-findings.ts';
import type { SettingFinding } from './settings-text.ts';
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
    const found = ({ path, at, ...finding }: SettingFinding): void =>
      problems.add({ ...(finding as FileFinding), range: rangeAt(path, at) });
    const written = (path: Path): string => firstLine(text, rangeAt(path, 'value'));

    for (const { path, entry } of rulesIn(whole, found)) {
      if (problems.isFull) return;
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
