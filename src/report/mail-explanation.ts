/** Explains what the rules do: to one mail, with the outcome of each rule and the reasons, and to the mails of mailboxes. */
import { count, grouped } from '../diagnostics/counts.ts';
import { describe, messageOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { cut, inRow, ours, plain, theirs } from '../diagnostics/message.ts';
import type { MailExplanation } from '../diagnostics/results.ts';
import { groupBy } from '../model/group-by.ts';
import { FOUND_OUTCOMES, type FoundOutcome, HEADER_KEYS, type Mail } from '../model/mail.ts';
import type { MailCountsDocument } from '../model/mail-counts.ts';
import { type Entry, paragraph, type TerminalBlock, type TerminalReport, terminalReport } from './document.ts';
import { accountLead, type Inline, line, look, placeName, quotedName, ruleName } from './inline.ts';
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
export function mailBlocks(mail: Mail): TerminalBlock[] {
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
export function reasonBlocks(reasons: readonly Diagnostic[], said = new Set<string>()): TerminalBlock[] {
  return reasons.flatMap((reason) => {
    const { message, remedy = [] } = messageOf(reason);
    const isNew = remedy.length > 0 && !said.has(plain(remedy));
    said.add(plain(remedy));
    return [paragraph(message), ...(isNew ? [paragraph(remedy, { tone: 'quiet' })] : [])];
  });
}

/** Of pairs of rules without --verbose, and of the domains of a rule. JSON has all. */
const MOST_COUNTED = 10;

/** How many mails of mailboxes each rule matches, with a bar; then the mails that no rule or several rules match. */
export function mailCountsBlocks({ mails, complete, accounts, rules }: MailCountsDocument): TerminalBlock[] {
  const read = complete ? [] : [paragraph(line`Interrupted: these are the first ${count(mails, 'mail')}.`)];
  if (rules.length === 0) return [paragraph(line`There are no rules.`)];
  if (mails === 0) return [paragraph(line`There are no mails in it.`)];
  const rows = rules.map(({ account, rule, matches, ai, unknown }) => {
    const asked = ai === 0 ? [] : line`, AI decides on ${grouped(ai)}`;
    const open = unknown === 0 ? [] : line`, unknown for ${grouped(unknown)}`;
    const isUnusual = matches === mails || (matches === 0 && ai === 0);
    const share = matches === 0 ? line`none` : line`${grouped(matches)} (${shareOf(matches, mails)})`;
    const shown = line`${isUnusual ? look('warning', share) : share}${asked}${open}`;
    return [line`${accountLead(account)}${look('strong', [theirs(rule)])}`, shown];
  });
  return [
    ...read,
    paragraph(line`Matches of each rule, of ${count(mails, 'mail')}:`),
    { kind: 'table', head: [[], []], rows, bars: rules.map(({ matches }) => matches) },
    ...accounts.flatMap((account) => accountBlocks(account, mails)),
    ...domainBlocks(rules),
  ];
}

function accountBlocks(
  { account, none, ai, several, pairs }: MailCountsDocument['accounts'][number],
  mails: number,
): TerminalBlock[] {
  const whose = accountLead(account);
  const unmatched = none + ai;
  const asked = ai === 0 ? [] : line`; the AI decides on ${grouped(ai)} of them`;
  const entries = pairs.map(({ rules: [one, other], mails: both }): Entry => {
    return { columns: [[grouped(both)]], text: line`${quotedName(one)} and ${quotedName(other)}` };
  });
  return [
    paragraph(
      line`${whose}${count(unmatched, 'mail')} (${shareOf(unmatched, mails)}) ${ours(match(unmatched))} none of these rules${asked}.`,
    ),
    ...(several === 0
      ? []
      : [
          {
            kind: 'entries',
            title: line`${whose}${count(several, 'mail')} ${ours(match(several))} several rules:`,
            entries,
            most: MOST_COUNTED,
          } as const,
        ]),
  ];
}

function domainBlocks(rules: MailCountsDocument['rules']): TerminalBlock[] {
  const entries = rules.flatMap(({ account, rule: name, domains = [] }): Entry[] => {
    if (domains.length === 0) return [];
    const items = domains.map(({ domain, mails }): Inline => line`${look('name', [theirs(domain)])} ${grouped(mails)}`);
    return [{ text: line`${ruleName({ account, name })}: ${inRow(items, MOST_COUNTED)}` }];
  });
  return entries.length === 0 ? [] : [{ kind: 'entries', title: line`Domains of the senders:`, entries }];
}

function match(mails: number): string {
  return mails === 1 ? 'matches' : 'match';
}

/** `12%`; `<1%` instead of 0% if there are any, and `>99%` instead of 100% if some are missing. */
function shareOf(part: number, all: number) {
  const percent = Math.round((100 * part) / all);
  if (percent === 0 && part > 0) return line`<1%`;
  return percent === 100 && part < all ? line`>99%` : line`${grouped(percent)}%`;
}
