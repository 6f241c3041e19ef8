/** Explains what the rules do to a mail: the mail, then each rule with its outcome and the reasons. */
import { count, grouped } from '../diagnostics/counts.ts';
import { describe, messageOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { cut, plain, theirs } from '../diagnostics/message.ts';
import type { MailExplanation } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { FOUND_OUTCOMES, type FoundOutcome, HEADER_KEYS, type Mail } from '../model/mail.ts';
import { type Entry, paragraph, type TerminalReport, type Text, terminalReport } from './document.ts';
import { accountLead, inRow, line, look, placeName, quotedName } from './inline.ts';
import { marked } from './rule-values.ts';

const LOOKS = { matches: 'good', ai: 'warning', no: 'quiet', unknown: 'danger' } as const;

/** If more rules than this do not match, they are only counted, unless asked for by name or with --verbose. */
const MOST = 3;
const MOST_NAMES = 10;

export function mailReport({ mail, rules, areNamed }: MailExplanation, isVerbose: boolean): TerminalReport {
  const of = (outcome: FoundOutcome) => rules.filter((rule) => rule.outcome === outcome);
  const entries = FOUND_OUTCOMES.flatMap((outcome): Entry[] => {
    const all = of(outcome);
    const columns = [look(LOOKS[outcome], [outcome.padEnd('matches'.length)])];
    if (outcome === 'no' && all.length > MOST && !areNamed && !isVerbose) {
      return [{ columns, text: line`${count(all.length, 'rule')} (--verbose shows them, and why)` }];
    }
    // Rules with the same reasons share a line, such as those that only the AI decides.
    const keyOf = ({ account, reasons }: (typeof all)[number]) => JSON.stringify([account, reasons.map(describe)]);
    const alike = groupBy(all, (rule) => (areNamed || isVerbose ? rule : keyOf(rule)));
    return [...alike.values()].map((own) => {
      const [{ account, source, reasons }] = own;
      const where = source === null || own.length > 1 ? [] : look('quiet', line`  ${placeName(source)}`);
      const names = own.length > 1 ? own.map((one) => quotedName(one.rule)) : [[theirs(own[0].rule)]];
      return {
        columns,
        text: line`${accountLead(account)}${look('strong', inRow(names, MOST_NAMES))}${where}`,
        below: reasonBlocks(reasons),
      };
    });
  });
  const [matching, asked, open] = [of('matches').length, of('ai').length, of('unknown').length];
  const unknown = open === 0 ? [] : line`; of ${grouped(open)} the outcome is not known`;
  const verb = matching === 1 || rules.length === 1 ? 'matches' : 'match';
  const about = asked === 0 ? 'none' : grouped(asked);
  const counts =
    rules.length === 0
      ? line`There are no rules.`
      : line`${grouped(matching)} of ${count(rules.length, 'rule')} ${verb}; the AI decides about ${about}${unknown}.`;
  const all = entries.length === 0 ? [] : [{ kind: 'entries', entries, isLoose: true } as const];
  return terminalReport(
    [{ kind: 'entries', entries: [{ text: [], below: mailBlocks(mail) }], isFlush: true }, ...all],
    [paragraph(counts)],
  );
}

/** In characters, for one header. A mail may contain megabytes. */
const LONGEST = 200;
const READ_OF_LONG = 4096;

/** Returns a line for each header. Long headers are cut. */
export function mailBlocks(mail: Mail): Text[] {
  const headers = HEADER_KEYS.filter((key) => mail[key] !== '').map((key) => {
    const value = {
      ...theirs(mail[key]),
      show: (text: string) => cut(marked(key, text.slice(0, READ_OF_LONG)), LONGEST),
    };
    return paragraph(line`${key}: ${look('rule', [value])}`, { isBrief: true });
  });
  return [...headers, ...(mail.reply ? [paragraph(line`a reply in a thread`)] : [])];
}

/** `said` has the remedies that the report already shows. They are not repeated, and new ones are added to the set. */
export function reasonBlocks(reasons: readonly Diagnostic[], said = new Set<string>()): Text[] {
  return reasons.flatMap((reason) => {
    const { message, remedy = [] } = messageOf(reason);
    const isNew = remedy.length > 0 && !said.has(plain(remedy));
    said.add(plain(remedy));
    return [paragraph(message), ...(isNew ? [paragraph(remedy, { tone: 'quiet' })] : [])];
  });
}
