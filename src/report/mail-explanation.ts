/** Explains what the rules do to a mail: the mail, then each rule with its outcome and the reasons. */
import { count, grouped } from '../diagnostics/counts.ts';
import { messageOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { cut, plain, theirs } from '../diagnostics/message.ts';
import type { MailExplanation } from '../diagnostics/results.ts';
import { FOUND_OUTCOMES, type FoundOutcome, HEADER_KEYS, type Mail } from '../model/mail.ts';
import { type Entry, paragraph, type TerminalReport, type Text, terminalReport } from './document.ts';
import { accountLead, line, look, placeName } from './inline.ts';
import { marked } from './rule-values.ts';

const LOOKS = { matches: 'good', ai: 'warning', no: 'quiet', unknown: 'danger' } as const;

/**
 * If more rules than this do not match, they are only counted, unless they were asked for by name or with --verbose.
 */
const MOST = 3;

export function mailReport({ mail, rules, areNamed }: MailExplanation, isVerbose: boolean): TerminalReport {
  const of = (outcome: FoundOutcome) => rules.filter((rule) => rule.outcome === outcome);
  const entries = FOUND_OUTCOMES.flatMap((outcome): Entry[] => {
    const all = of(outcome);
    const columns = [look(LOOKS[outcome], [outcome.padEnd('matches'.length)])];
    if (outcome === 'no' && all.length > MOST && !areNamed && !isVerbose) {
      return [{ columns, text: line`${count(all.length, 'rule')} (--verbose shows them, and why)` }];
    }
    return all.map(({ account, rule, source, reasons }) => {
      const where = source === null ? [] : look('quiet', line`  ${placeName(source)}`);
      return {
        columns,
        text: line`${accountLead(account)}${look('strong', [theirs(rule)])}${where}`,
        below: reasonBlocks(reasons),
      };
    });
  });
  const [matching, asked, open] = [of('matches').length, of('ai').length, of('unknown').length];
  const unknown = open === 0 ? [] : line`; of ${grouped(open)} the outcome is not known`;
  const verb = matching === 1 || rules.length === 1 ? 'matches' : 'match';
  const about = asked === 0 ? 'none' : grouped(asked);
  const choosesOne = rules.some(({ reasons }) => reasons.some(({ code }) => code === 'mail-ai-chooses-one'));
  const choice = choosesOne ? ', and chooses one of these' : '';
  const counts =
    rules.length === 0
      ? line`There are no rules.`
      : line`${grouped(matching)} of ${count(rules.length, 'rule')} ${verb}; the AI decides about ${about}${choice}${unknown}.`;
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
