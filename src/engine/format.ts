/** Formats rule files, or only checks their format. */
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

/** A file, with its text before and after if it is not formatted. */
export interface FormattedText extends FormattedFile {
  texts?: { before: string; after: string };
}

interface FormatOptions {
  check: boolean;
  /** Selects files by their shown path. By default, all files. */
  has?: ((shown: string) => boolean) | undefined;
}

/** Rewrites unformatted rule files (roots are absolute paths). A file with problems, all errors, does not stop the others. */
export function formatFiles(roots: readonly string[], where: Where, { check, has }: FormatOptions) {
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
    // The text was read without its byte order mark, so only the size reveals one.
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

/** Formats the text of a rule file, or returns its problems. `shown` is the file's name in messages. */
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
