/**
 * What a rule does to a mail, as measured on deployments: a second matcher, written apart from `src/mail`, which must agree
 * with it. It goes by the words of the measurements, one function for each of them, and takes its time.
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

/** `as`: From is read as one person for its address, whoever it lists; its names are those of all. */
function peopleFit(pattern: string, header: string, as: 'as-one' | 'each'): boolean {
  const entries = entriesOf(header);
  const addresses = (as === 'each' ? entries : [header]).map(addressOf).filter((address) => address !== '');
  const names = entries.map(nameOf).filter((name) => name !== '');
  const fits = (part: string): boolean => {
    if (isAddressPattern(part)) return addresses.some((address) => addressFits(part, address));
    return [names, addresses].some((each) => globFits(part, each.join(', '), 'part'));
  };
  return sendersOf(pattern).some(fits);
}

function isAddressPattern(part: string): boolean {
  if (part.includes('@')) return true;
  if (/\s/.test(part)) return false;
  const inside = part.slice(1, -1);
  return inside.includes('.');
}

function addressFits(pattern: string, address: string): boolean {
  if (pattern.startsWith('@')) return globFits(`*${pattern}`, address, 'whole');
  if (pattern.includes('@')) return globFits(pattern, address, 'whole');
  return ['@', '.'].some((before) => globFits(`*${before}${pattern}`, address, 'whole'));
}

/** With case, and nothing is trimmed. An empty alternative fits everything. */
function subjectFits(pattern: string, subject: string): boolean {
  return pattern.split('|').some((alternative) => globFits(alternative, subject, 'part-in-lines'));
}

/** The people of a header: it is split at the commas with an even number of quotes behind them. */
function entriesOf(header: string): string[] {
  const entries: string[] = [];
  let entry = '';
  let quotesBehind = 0;
  // From the back, so that the quotes behind a comma are known.
  for (const character of [...header].reverse()) {
    if (character === '"') quotesBehind += 1;
    if (character === ',' && quotesBehind % 2 === 0) {
      entries.unshift(entry);
      entry = '';
    } else {
      entry = character + entry;
    }
  }
  entries.unshift(entry);
  return entries.map((each) => each.trim()).filter((each) => each !== '');
}

/** In lower case; empty: there is none. */
function addressOf(entry: string): string {
  const text = entry.trim();
  const brackets = /<([^<>]*)>$/.exec(text);
  const candidates = [(brackets?.[1] ?? '').trim(), text];
  for (const token of text.split(/\s|<|>/)) candidates.push(token.replace(/^[^A-Za-z0-9_]+|[^A-Za-z0-9_]+$/g, ''));
  return (candidates.find(isValid) ?? '').toLowerCase();
}

function isValid(candidate: string): boolean {
  const [local = '', domain = '', ...more] = candidate.split('@');
  const [top = '', ...labels] = domain.split('.').reverse();
  if (more.length > 0 || labels.length === 0) return false;
  return (
    /^[A-Za-z0-9_'+.-]+$/.test(local) &&
    !local.startsWith('.') &&
    !local.includes('..') &&
    /[A-Za-z0-9_+-]$/.test(local) &&
    labels.every((label) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(label)) &&
    /^[A-Za-z]{2,}$/.test(top)
  );
}

/** In lower case; empty: there is none. With nothing before the first bracket and nothing behind it, all of the entry is. */
function nameOf(entry: string): string {
  const opened = entry.indexOf('<');
  const before = opened === -1 ? entry : entry.slice(0, opened).trim();
  let name = before;
  if (before === '') {
    const behind = entry.slice(opened + 1);
    const closed = behind.search(/[<>]/);
    const inside = closed === -1 ? behind : behind.slice(0, closed);
    const isNothing = inside.trim() === '' && behind.trim().charAt(0) !== '>';
    name = isNothing ? entry : inside.trim();
  }
  const lower = name.toLowerCase();
  return lower === addressOf(entry) ? '' : lower;
}
