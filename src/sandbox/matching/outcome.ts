/** What a rule does to a mail, as measured on deployments. The sandbox has a matcher of its own, to disagree with. */
import { isBlank } from '../request-body.ts';
import { sendersOf } from '../senders.ts';
import type { RuleContent } from '../wire.ts';
import { globFits } from './glob.ts';
import { addressOf, partiesOf } from './header.ts';
import type { Mail } from './mail.ts';

/** `ai`: everything else allows it, and the AI is asked. */
export type Outcome = 'matches' | 'ai' | 'no';

/** What a rule, switched on or not, does to a mail. */
export function outcomeOf({ runOnThreads, condition }: Omit<RuleContent, 'name' | 'actions'>, sent: Mail): Outcome {
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
function staticFits({ from, to, subject }: RuleContent['condition']['static'], sent: Mail): boolean | null {
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
