/**
 * Parking: a rule that stands in the way of another, in a cycle that no order resolves, is put aside by one extra PUT
 * until the other has its sender or its name. An apply may be killed meanwhile, so a parked rule tells by itself what it
 * was: everything here can be taken back exactly, and nothing but the live rule is needed for it.
 *
 * A parked rule matches no mail that it did not match before:
 * - each alternative of the subject (`|` separates them) gets the mark in front, and a subject is always asked for
 *   besides `from` and `to`;
 * - where the instructions are joined by OR, a subject alone would be enough, and the AI would still be asked. Such
 *   a rule is parked with AND, so that it asks the AI only about mail with the mark. `(OR)` in the mark keeps the operator.
 * What is left are mails that have the mark in their subjects, which nobody writes.
 */
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from './canonical.ts';

const MARK = 'inboxctl: being moved';
const MARK_OF_OR = `${MARK} (OR)`;
const NAME_MARK = '(inboxctl: moving)';

/** What a parked rule has given up: its senders, or its name too. */
export type Parked = 'sender' | 'name';

/**
 * Takes a live rule, which may be parked already, in the same or in another way; gives it as it is to be sent: with the
 * mark in its subject, so that it is no longer about senders alone, and for `name` with another name.
 */
export function parkedBody(live: LiveRule, kind: Parked): RuleBody {
  const { name, condition, ...rest } = canonicalLive(unparked(live));
  const { conditionalOperator, aiInstructions, static: matchers } = condition;
  const isOr = conditionalOperator === 'OR' && aiInstructions !== null;
  return {
    // A name that ends like a parked one gets a mark in any case, since one is taken off.
    name: kind === 'name' || withoutNameMark(name) !== name ? `${name} ${NAME_MARK}`.trim() : name,
    ...rest,
    condition: {
      conditionalOperator: isOr ? 'AND' : conditionalOperator,
      aiInstructions,
      static: { ...matchers, subject: marked(matchers.subject, isOr ? MARK_OF_OR : MARK) },
    },
  };
}

/** Whether a live rule is parked: its subject tells. The name alone does not. */
export function isParked({ condition }: Pick<LiveRule, 'condition'>): boolean {
  return isParkedSubject(condition.static.subject);
}

/** Whether a subject is that of a parked rule: it has the mark in all its alternatives. */
export function isParkedSubject(subject: string | null): boolean {
  return markIn(subject) !== null;
}

/** What a live rule has given up; null where it is not parked. */
export function parkedAs(live: LiveRule): Parked | null {
  if (!isParked(live)) return null;
  return withoutNameMark(live.name) === live.name ? 'sender' : 'name';
}

/** The live rule as it was before it was parked; the same object where it is not parked. */
export function unparked<Live extends Pick<LiveRule, 'name' | 'condition'>>(live: Live): Live {
  const { condition } = live;
  const mark = markIn(condition.static.subject);
  if (mark === null) return live;
  return {
    ...live,
    name: withoutNameMark(live.name),
    condition: {
      ...condition,
      conditionalOperator: mark === MARK_OF_OR ? 'OR' : condition.conditionalOperator,
      static: { ...condition.static, subject: unmarked(condition.static.subject ?? '', mark) },
    },
  };
}

function marked(subject: string | null, mark: string): string {
  return subject === null ? mark : alternatives(subject, (one) => `${mark}: ${one}`);
}

function unmarked(subject: string, mark: string): string | null {
  return subject === mark ? null : alternatives(subject, (one) => one.slice(`${mark}: `.length));
}

function markIn(subject: string | null): string | null {
  if (subject === null || !subject.startsWith(MARK)) return null;
  const hasMark = (mark: string) => subject === mark || subject.split('|').every((one) => one.startsWith(`${mark}: `));
  return [MARK, MARK_OF_OR].find(hasMark) ?? null;
}

function alternatives(subject: string, change: (one: string) => string): string {
  return subject.split('|').map(change).join('|');
}

/** The name as it was; a blank one left nothing but the mark, because names are trimmed. */
function withoutNameMark(name: string): string {
  const trimmed = canonicalName(name);
  if (trimmed === NAME_MARK) return '';
  return trimmed.endsWith(` ${NAME_MARK}`) ? trimmed.slice(0, -NAME_MARK.length - 1) : name;
}
