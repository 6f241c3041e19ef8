/** How many mails of mailboxes each rule matches: a bar for each rule, then the mails that no rule or several rules match. */
import { count, grouped } from '../diagnostics/counts.ts';
import { ours, theirs } from '../diagnostics/message.ts';
import type { MailCountsDocument } from '../model/mail-counts.ts';
import { type Entry, paragraph, type TerminalBlock } from './document.ts';
import { accountLead, type Inline, inRow, line, look, quotedName, ruleName } from './inline.ts';

/** Without --verbose. */
const MOST_PAIRS = 10;
/** Of one rule. JSON has all. */
const MOST_DOMAINS = 10;

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
            most: MOST_PAIRS,
          } as const,
        ]),
  ];
}

function domainBlocks(rules: MailCountsDocument['rules']): TerminalBlock[] {
  const entries = rules.flatMap(({ account, rule: name, domains = [] }): Entry[] => {
    if (domains.length === 0) return [];
    const items = domains.map(({ domain, mails }): Inline => line`${look('name', [theirs(domain)])} ${grouped(mails)}`);
    return [{ text: line`${ruleName({ account, name })}: ${inRow(items, MOST_DOMAINS)}` }];
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
