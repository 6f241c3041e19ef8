/** The report of `pull`. */
import { count } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { inRow, list, shortQuoted, theirs } from '../diagnostics/message.ts';
import { changeOf, type NewVariable, type Pulled } from '../model/pull.ts';
import { type Block, commandsBlock, type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { type Inline, line, look } from './inline.ts';

/** Shown next to a diff in which something is hidden or escaped. */
export const INEXACT_DIFF =
  'The diff shows less than the files will hold: secrets are hidden in it, and characters that could do harm are shown as codes.\n';

const LOOKS = { created: 'create', changed: 'replace', removed: 'delete' } as const;

/** Lists the written files, then the counts. */
export function pulledReport({ only, files }: Pulled, notices: readonly Diagnostic[]): TerminalReport {
  if (files.length === 0) return terminalReport(nothingPulled(only, notices));
  const entries = files.map((file): Entry => {
    const change = changeOf(file);
    const rules = file.rules.length === 0 ? [] : line`  ${list(file.rules, shortQuoted, 5)}`;
    return { columns: [look(LOOKS[change], [change])], text: line`${theirs(file.shown)}${look('quiet', rules)}` };
  });
  const end = paragraph(line`${look('good', line`Pulled`)}: ${changesInWords(files)}.`);
  return terminalReport([{ kind: 'entries', entries, most: 200, isFlush: true }], [end]);
}

function nothingPulled(only: Pulled['only'], notices: readonly Diagnostic[]): Block[] {
  const has = (wanted: string) => notices.some(({ code }) => code === wanted);
  if (has('shard-empty')) return [];
  if (!notices.every(({ severity }) => severity === 'info')) {
    return [paragraph(line`Nothing was written. The warnings name what differs.`)];
  }
  const why = has('pull-variables-unset')
    ? 'what was compared is the same in the files'
    : only === undefined
      ? 'the files match the live rules'
      : 'no file has to change for these rules';
  return [paragraph(line`Nothing to pull: ${why}.`)];
}

/** Returns the end of a dry run. */
export function pullableReport({ files }: Pulled): TerminalReport {
  return terminalReport([paragraph(line`Nothing was written. A pull would write: ${changesInWords(files)}.`)]);
}

function changesInWords(files: Pulled['files']): Inline {
  const changes = ['created', 'changed', 'removed'] as const;
  return inRow(
    changes.flatMap((change) => {
      const some = files.filter((file) => changeOf(file) === change).length;
      return some === 0 ? [] : [line`${count(some, 'file')} ${change}`];
    }),
  );
}

/** Lists variables, each with the host of its URL and the rules that need it, with their files. */
export function variableEntries(variables: readonly NewVariable[], mostRules: number): Entry[] {
  return variables.map(({ name, shown: host, rules, files }) => ({
    columns: [look('strong', [theirs(name)])],
    text: line`${theirs(host)}  ${list(rules, shortQuoted, mostRules)}  ${list(files, theirs, mostRules)}`,
  }));
}

/** Lists the variables to set before the next plan. */
export function variablesReport(variables: readonly NewVariable[]): TerminalReport {
  return terminalReport([
    {
      kind: 'entries',
      title: line`${count(variables.length, 'webhook URL is', 'webhook URLs are')} kept out of the files. Before the next plan, set:`,
      entries: variableEntries(variables, Number.POSITIVE_INFINITY),
    },
    paragraph(line`Copy each value from the service's web page. In a workflow:`),
    commandsBlock([], ['env:'], ...variables.map(({ name }) => [`  ${name}: \${{ secrets.${name} }}`])),
  ]);
}
