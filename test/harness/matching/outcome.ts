/**
 * What a rule does to a mail, as measured on deployments: a second matcher, written apart from `src/mail`, which must agree
 * with it.
 *
 * The measurements leave some of the people in a From or To header open. Here the brackets at the end are the last ones,
 * invalid tokens are skipped, every `"` opens or closes a quote, and a name without brackets is the whole entry.
 */
import type { Mail, Outcome } from '../../../src/model/mail.ts';
import type { RuleBody } from '../../../src/model/rule.ts';
import { isBlank } from '../../../src/sandbox/request-body.ts';
import { sendersOf } from '../../../src/sandbox/senders.ts';
import { globFits } from './glob.ts';

/** What a rule, switched on or not, does to a mail. */
export function outcomeOf(
  { runOnThreads, condition }: Pick<RuleBody, 'runOnThreads' | 'condition'>,
  sent: Mail,
): Outcome {
  // It does run where it ran earlier in that thread; a mail alone does not say so.
  if (sent.reply && !runOnThreads) return 'no';
  const isStatic = staticFits(condition.static, sent);
  const hasAi = !isBlank(condition.aiInstructions);
  if (!hasAi) return isStatic === true ? 'matches' : 'no';
  if (isStatic === null) return 'ai';
  if (condition.conditionalOperator === 'OR') return isStatic ? 'matches' : 'ai';
  return isStatic ? 'ai' : 'no';
}

/** Whether everything that is set fits; null where nothing is. */
function staticFits({ from, to, subject }: RuleBody['condition']['static'], sent: Mail): boolean | null {
  const fitting = [
    isSet(from) ? peopleFit(from, sent.from, 'as-one') : null,
    isSet(to) ? peopleFit(to, sent.to, 'each') : null,
    isSet(subject) ? subjectFits(subject, sent.subject) : null,
  ].filter((fits) => fits !== null);
  return fitting.length === 0 ? null : fitting.every(Boolean);
}

function isSet(pattern: string | null): pattern is string {
  return !isBlank(pattern);
}

/** `of`: which addresses of a header address patterns are about. From is one, whoever it lists. Other parts are about everybody. */
function peopleFit(pattern: string, header: string, of: 'as-one' | 'each'): boolean {
  const people = partiesOf(header);
  const known = (texts: readonly (string | null)[]) => texts.flatMap((text) => text?.toLowerCase() ?? []);
  const all = known(people.map(({ address }) => address));
  const texts = [known(people.map(({ name }) => name)), all].map((each) => each.join(', '));
  const addresses = of === 'each' ? all : known([addressOf(header)]);
  return sendersOf(pattern).some((part) =>
    isAddressPattern(part)
      ? addresses.some((address) => addressFits(part, address))
      : texts.some((text) => globFits(part, text, 'part')),
  );
}

function isAddressPattern(part: string): boolean {
  return part.includes('@') || /^[^\s.]+(\.[^\s.]+)+$/.test(part);
}

function addressFits(pattern: string, address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (pattern.startsWith('@')) return globFits(pattern.slice(1), domain, 'whole');
  if (pattern.includes('@')) return globFits(pattern, address, 'whole');
  return globFits(pattern, domain, 'whole') || globFits(`*.${pattern}`, domain, 'whole');
}

/** With case, and nothing is trimmed. An empty alternative fits everything. */
function subjectFits(pattern: string, subject: string): boolean {
  return pattern.split('|').some((alternative) => globFits(alternative, subject, 'part-in-lines'));
}

interface Party {
  /** With its quotes and backslashes; null: an empty one. */
  name: string | null;
  /** The bare address; null: there is no valid one. */
  address: string | null;
}

const ATOM = "[A-Za-z0-9_'+-]+";
const LABEL = '[A-Za-z0-9][A-Za-z0-9-]*';
const VALID = new RegExp(`^${ATOM}(?:\\.${ATOM})*(?<!')@(?:${LABEL}\\.)+[A-Za-z]{2,}$`);

/** The text in angle brackets at the end, the whole text, or a token of it: the first of these that is valid. */
function addressOf(text: string): string | null {
  const whole = text.trim();
  const [, inBrackets = ''] = /<([^<>]*)>$/.exec(whole) ?? [];
  return [inBrackets, whole, ...whole.split(/[\s<>]/)].find((candidate) => VALID.test(candidate)) ?? null;
}

/** The text before the first bracket, or the text behind it. */
function nameOf(entry: string): string | null {
  const at = entry.indexOf('<');
  if (at === -1) return entry.trim() || null;
  const inside = entry
    .slice(at + 1)
    .split(/[<>]/, 1)
    .join('');
  return entry.slice(0, at).trim() || inside.trim() || null;
}

/** The people of a header: it is split at commas, and put together again where a quote is open. */
function partiesOf(header: string): Party[] {
  const parties: Party[] = [];
  let open: string[] = [];
  let quotes = 0;
  const close = () => {
    const entry = open.join(',');
    parties.push({ name: nameOf(entry), address: addressOf(entry) });
    open = [];
  };
  for (const piece of header.split(',')) {
    open.push(piece);
    quotes += piece.split('"').length - 1;
    if (quotes % 2 === 0) close();
  }
  if (open.length > 0) close();
  return parties;
}
