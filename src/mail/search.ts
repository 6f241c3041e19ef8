/** Searches for the mails of a rule: after support.google.com/mail/answer/7190, and Microsoft's pages about KQL and AQS. */
import { isAddress } from '../model/patterns.ts';
import type { MailSearch, ShownRule, ShownText } from '../model/plan.ts';
import { recordOf } from '../model/record-of.ts';
import { STATIC_KEYS, type StaticKey } from '../model/rule.ts';
import { matchersOf, type Part } from './matchers.ts';

/** Where a search in mail programs is wider, and narrower, than a rule: by the kinds of its parts, and what else it has. */
const SEARCH_DIFFERS: Readonly<Record<string, readonly [wider: string, narrower?: string]>> = {
  address: ['names too'],
  domain: ['names too, longer domains too in Gmail'],
  'domain-and-below': ['names too, longer domains too in Gmail', 'perhaps no subdomains in Outlook'],
  'name-or-address': ['any punctuation', 'whole words only (Outlook: beginnings of words)'],
  subject: ['any case, any punctuation', 'whole words only (Outlook: beginnings of words)'],
  copies: ['Cc and Bcc too in Gmail'],
  replies: ['replies too'],
  AND: ['what the AI rejects too'],
  OR: ['', 'nothing that the AI adds'],
};

/** The search for a rule as it is shown: a secret has no words. Undefined if none can tell its mails from others. */
export function searchFor(rule: ShownRule | null): MailSearch | undefined {
  const known = (text: ShownText = null) => (typeof text === 'string' ? text : text && '…');
  const texts = recordOf(STATIC_KEYS, (key) => known(rule?.condition?.static?.[key]));
  const clauses: string[] = [];
  const about = rule?.runOnThreads === false ? ['replies'] : [];
  for (const { key, parts } of matchersOf({ conditionalOperator: null, aiInstructions: null, static: texts })) {
    const possible = parts.filter(canFit);
    if (possible.length === 0) return undefined;
    if (possible.some((part) => part.fits(''))) continue;
    const terms = possible.map((part) => termOf(key, part));
    const isSaid = !terms.includes('');
    if (isSaid) clauses.push(grouped(' OR ', terms));
    const kinds = possible.flatMap(({ kind, written }) => (written.includes('*') ? [kind, '`*`'] : kind));
    about.push(...(isSaid ? kinds : [`\`${key}\``]), ...(key === 'to' ? ['copies'] : []));
  }
  if (clauses.length === 0) return undefined;
  if (rule?.condition?.aiInstructions != null) about.push(rule.condition.conditionalOperator ?? 'AND');
  const notes = about.map((one) => SEARCH_DIFFERS[one] ?? [`any ${one}`]);
  const words = (at: 0 | 1) => [...new Set(notes.flatMap((note) => note[at]?.match(/[^, ][^,]*/g) ?? []))].join(', ');
  const outlook = clauses.join(' ');
  return { gmail: outlook.replaceAll('*', ''), outlook, wider: words(0), narrower: words(1) };
}

const grouped = (joint: string, all: readonly string[]) => (all.length > 1 ? `(${all.join(joint)})` : all.join(''));
const isText = ({ kind }: Part) => kind === 'subject' || kind === 'name-or-address';

/** Whether any address fits a part, tried with a letter for each `*` before the `@`, and a domain for others. */
function canFit(part: Part): boolean {
  const whole = part.written.includes('@') ? part.written.replace(/^@/, 'a@') : `a@${part.written}`;
  return isText(part) || isAddress(whole.replace(/\*(?=.*@)/g, 'a').replaceAll('*', 'a.aa'));
}

const PLAIN = /^[\p{L}\p{M}\p{N}_]+([.@-][\p{L}\p{M}\p{N}_]+)*$/u;
const CUT_WORD = /[\p{L}\p{M}\p{N}_]*\*[\p{L}\p{M}\p{N}_]*/gu;

/** Lower case makes no word an operator. Only Outlook has a `*`, after a word. In addresses, `*` cuts words, which are left out. */
function termOf(key: StaticKey, part: Part): string {
  const text = isText(part) ? part.written : part.written.replace(CUT_WORD, '*');
  const pieces = text.toLowerCase().match(/[^*]*[\p{L}\p{N}][^*]*/gu) ?? [];
  const phrases = pieces.map((piece) => piece.replace(/["“”\\\s\p{C}]+/gu, ' ').trim());
  const word = (one: string) => (/[.@-]/.test(one) || !isText(part) ? one : `${one}*`);
  const terms = phrases.map((phrase) => `${key}:${PLAIN.test(phrase) ? word(phrase) : `"${phrase}"`}`);
  return grouped(' ', terms);
}
