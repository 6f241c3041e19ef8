/** Rule files brought into canonical form, or only compared with it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FormatStatus, FormattedFile } from '../model/formatted.ts';
import { systemReason } from '../model/system-reason.ts';
import { formatRules } from '../source/layout/format.ts';
import { findRuleFiles, type RuleFile } from '../source/load/find-files.ts';
import { parseRuleFile } from '../source/load/parse.ts';
import { readRuleFile } from '../source/load/read-file.ts';
import type { Where } from '../source/paths.ts';
import { removeLeftovers, replaceFile } from '../source/replace-file.ts';

export interface FormatResult {
  files: FormattedFile[];
  /** What is wrong with files and folders; errors all of them. */
  diagnostics: Diagnostic[];
}

/**
 * Rewrites every rule file in rules folders or files (absolute) that is not in canonical form; with `check` none. A
 * file with problems does not keep the others from it.
 */
export function formatFiles(roots: readonly string[], where: Where, check: boolean): FormatResult {
  const { files: found, problems } = findRuleFiles(roots, where);
  const diagnostics = problems.filter(({ severity }) => severity === 'error');
  const folders = new Set(check ? [] : found.map((file) => path.dirname(file.path)));
  for (const folder of folders) removeLeftovers(folder);
  const files = found.map((file): FormattedFile => {
    const result = formatFile(file, check);
    if (typeof result === 'string') return { file: file.shown, status: result };
    for (const problem of result) diagnostics.push(problem);
    return { file: file.shown, status: 'invalid' };
  });
  return { files, diagnostics };
}

function formatFile(file: RuleFile, check: boolean): FormatStatus | Diagnostic[] {
  const text = readRuleFile(file);
  if (typeof text !== 'string') return [text];
  const formatted = formatRules(text);
  if (formatted === null) {
    const { problems } = parseRuleFile(file.shown, text);
    return problems.length > 0 ? problems : 'left-alone';
  }
  try {
    // A text is read without its byte order mark: only the size tells that there is one.
    if (formatted === text && statSync(file.path).size === Buffer.byteLength(text)) return 'unchanged';
    if (check) return 'differs';
    replaceFile(file.path, formatted);
    return 'rewritten';
  } catch (error) {
    const args = { what: 'The rule file', file: file.shown, reason: systemReason(error) };
    return [{ code: 'file-unwritable', args, severity: 'error' }];
  }
}
