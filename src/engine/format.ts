/** Rule files brought into canonical form, or only compared with it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FormattedFile } from '../model/formatted.ts';
import { systemReason } from '../model/system-reason.ts';
import { formatRules } from '../source/layout/format.ts';
import { findRuleFiles, type RuleFile } from '../source/load/find-files.ts';
import { parseRuleFile } from '../source/load/parse.ts';
import { readRuleFile } from '../source/load/read-file.ts';
import type { Where } from '../source/paths.ts';
import { removeLeftovers, replaceFile } from '../source/replace-file.ts';

/** A file and, where it is not in canonical form, its text as it is and as it would be. */
export interface FormattedText extends FormattedFile {
  texts?: { before: string; after: string };
}

export interface FormatResult {
  files: FormattedText[];
  /** What is wrong with files and folders; errors all of them. */
  diagnostics: Diagnostic[];
}

interface FormatOptions {
  /** Rewrite nothing. */
  check: boolean;
  /** Whether a file, as it is shown, is meant; left out: all are. */
  has?: ((shown: string) => boolean) | undefined;
}

/**
 * Rewrites every rule file in rules folders or files (absolute) that is not in canonical form. A file with problems does not
 * keep the others from it.
 */
export function formatFiles(roots: readonly string[], where: Where, { check, has }: FormatOptions): FormatResult {
  const { files: all, problems } = findRuleFiles(roots, where);
  const found = all.filter(({ shown }) => has?.(shown) !== false);
  const isMeant = ({ place }: Diagnostic) => has === undefined || (place !== undefined && has(place.file));
  const diagnostics = problems.filter((problem) => problem.severity === 'error' && isMeant(problem));
  const folders = new Set(check ? [] : found.map((file) => path.dirname(file.path)));
  for (const folder of folders) removeLeftovers(folder);
  const files = found.map((file): FormattedText => {
    const result = formatFile(file, check);
    if (!Array.isArray(result)) return { file: file.shown, ...result };
    for (const problem of result) diagnostics.push(problem);
    return { file: file.shown, status: 'invalid' };
  });
  return { files, diagnostics };
}

function formatFile(file: RuleFile, check: boolean): Omit<FormattedText, 'file'> | Diagnostic[] {
  const text = readRuleFile(file);
  if (typeof text !== 'string') return [text];
  try {
    const formatted = formatText(file.shown, text);
    if (Array.isArray(formatted) || formatted.status === 'left-alone') return formatted;
    // A text is read without its byte order mark: only the size tells that there is one.
    const isWhole = statSync(file.path).size === Buffer.byteLength(text);
    if (formatted.status === 'unchanged' && isWhole) return formatted;
    if (check) return { ...formatted, status: 'differs' };
    replaceFile(file.path, formatted.texts?.after ?? text);
    return { ...formatted, status: 'rewritten' };
  } catch (error) {
    const args = { what: 'The rule file', file: file.shown, reason: systemReason(error) };
    return [{ code: 'file-unwritable', args, severity: 'error' }];
  }
}

/** The text of a rule file, compared with its canonical form; or what is wrong with it. `shown` is how it is called. */
export function formatText(shown: string, text: string): Omit<FormattedText, 'file'> | Diagnostic[] {
  const formatted = formatRules(text);
  if (formatted === null) {
    const { problems } = parseRuleFile(shown, text);
    return problems.length > 0 ? problems : { status: 'left-alone' };
  }
  return formatted === text
    ? { status: 'unchanged' }
    : { status: 'differs', texts: { before: text, after: formatted } };
}
