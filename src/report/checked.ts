/** What `validate` and `fmt` did with the files. */
import { count, grouped } from '../diagnostics/counts.ts';
import { theirs } from '../diagnostics/message.ts';
import type { FormatStatus, FormattedFile } from '../model/formatted.ts';
import {
  commandsBlock,
  type Inline,
  inRow,
  line,
  look,
  paragraph,
  type TerminalReport,
  terminalReport,
} from './document.ts';

/** How many there are of what was looked at. */
export interface Checked {
  rules: number;
  files: number;
  /** Files of tests: they count where something is wrong. */
  ofTests: number;
  accounts: number;
}

/** The last line of `validate`: what was looked at and how it is. */
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

/** A line for each file that is not as it was or should be, then the counts. */
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
