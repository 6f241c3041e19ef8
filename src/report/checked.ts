/** The reports of `validate` and `fmt`. */
import { count, grouped } from '../diagnostics/counts.ts';
import { inRow, theirs } from '../diagnostics/message.ts';
import type { FormatStatus, FormattedFile } from '../model/formatted.ts';
import { commandsBlock, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { type Inline, line, look } from './inline.ts';

export interface Checked {
  rules: number;
  files: number;
  /** Test files. They count only if something is wrong. */
  ofTests: number;
  accounts: number;
}

/** Returns the last line of `validate`: what was checked, and the result. */
export function validationReport(
  { rules, files, ofTests, accounts }: Checked,
  diagnostics: readonly { severity: string }[],
): TerminalReport {
  const number = (severity: string) => diagnostics.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [number('error'), number('warning')];
  const found = inRow([
    ...(errors > 0 ? [look('danger', line`${count(errors, 'error')}`)] : []),
    ...(warnings > 0 ? [look('warning', line`${count(warnings, 'warning')}`)] : []),
  ]);
  if (errors > 0) return terminalReport([paragraph(line`${found} in ${count(files + ofTests, 'file')}.`)]);
  const shared = accounts > 1 ? line` for ${count(accounts, 'account')}` : [];
  const where = line`${count(rules, 'rule')} in ${count(files, 'file')}${shared}`;
  return terminalReport([
    paragraph(line`${look('good', line`Valid`)}: ${where}${warnings > 0 ? line`, ${found}` : []}.`),
  ]);
}

const FORMATTED: Partial<Record<FormatStatus, Inline>> = {
  rewritten: line`Rewritten`,
  differs: line`Not in canonical form`,
  'left-alone': line`Left alone, since its canonical form would not say the same`,
};

/** Lists the files that were rewritten or should be, then the counts. */
export function formattedReport(files: readonly FormattedFile[]): TerminalReport {
  const entries = files.flatMap(({ file, status }) => {
    const words = FORMATTED[status];
    return words === undefined ? [] : [{ text: line`${words}: ${theirs(file)}` }];
  });
  const part = (status: FormatStatus, words: Inline): Inline[] => {
    const some = files.filter((one) => one.status === status).length;
    return some === 0 ? [] : [line`${grouped(some)} of ${count(files.length, 'file')} ${words}`];
  };
  const differs = part('differs', line`not in canonical form`);
  const counts = [
    ...part('rewritten', line`rewritten`),
    ...differs.map((one) => look('danger', one)),
    ...part('invalid', line`with problems`).map((one) => look('danger', one)),
  ];
  const last =
    counts.length > 0 ? inRow(counts) : line`Nothing to rewrite: ${count(files.length, 'file')} in canonical form`;
  const remedy = differs.length === 0 ? [] : [commandsBlock(line`To rewrite them, run:`, ['inboxctl fmt'])];
  return terminalReport(entries.length === 0 ? [] : [{ kind: 'entries', entries, isFlush: true }], [
    paragraph(line`${last}.`),
    ...remedy,
  ]);
}
