/** Explains declared rules: each with its place, a plain sentence, and its risks. */

import { RISKS } from '../diagnostics/changes.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import { groupBy } from '../model/group-by.ts';
import type { ExplainedRule } from '../model/listing.ts';
import { type Entry, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { accountName, inRow, line, look, placeName } from './inline.ts';
import { isNamed } from './lines.ts';
import { ruleSentence } from './sentence/rule.ts';

/** Maximum number of accounts named for a shared rule. */
const MOST_NAMES = 10;

/** Explains a rule once, even if several accounts share it. */
export function explanationReport(rules: readonly ExplainedRule[]): TerminalReport {
  if (rules.length === 0) return terminalReport([paragraph(line`No rules are declared.`)]);
  const accounts = new Set(rules.map(({ account }) => account));
  const alike = groupBy(rules, ({ account: _, ...rule }) => JSON.stringify(rule));
  const entries = [...alike.values()].map((same): Entry => {
    const [{ rule, source, shown, risks }] = same;
    const names = same.length === accounts.size ? [] : same.map(({ account }) => account).filter(isNamed);
    const whose = names.length === 0 ? [] : line`  (${inRow(names.map(accountName), MOST_NAMES)})`;
    return {
      text: line`${look('strong', [theirs(rule)])}  ${look('quiet', line`${placeName(source)}${whose}`)}`,
      below: [
        paragraph(ruleSentence(shown)),
        ...risks.map((risk) => paragraph(ours(RISKS[risk]), { tone: 'warning', sign: '!' })),
      ],
    };
  });
  return terminalReport([{ kind: 'entries', entries, isLoose: true, isFlush: true, below: 'margin' }]);
}
