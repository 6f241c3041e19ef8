/**
 * Parking resolves a cycle of rules that wait for each other's sender or name. One extra PUT moves a rule out of the
 * way until the other has what it needs. An apply may be killed in between, so a parked rule contains all that is
 * needed to restore it exactly.
 *
 * A parked rule matches no mail that it did not match before:
 * - Each alternative of the subject (separated by `|`) starts with the mark, and a subject is always required in
 *   addition to `from` and `to`.
 * - With OR, the subject alone would be enough, and the AI would still be asked. Such a rule is parked with AND, so the
 *   AI only sees mail with the mark. `(OR)` in the mark remembers the operator.
 * Only mail with the mark in its subject can still match, and nobody writes that.
 */
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from './canonical.ts';

const MARK = 'inboxctl: being moved';
const MARK_OF_OR = `${MARK} (OR)`;
const NAME_MARK = '(inboxctl: moving)';

/** What a parked rule gave up: its senders, or its name too. */
export type Parked = 'sender' | 'name';

/**
 * Returns a live rule in the form to send when parking it: marked in its subject, so that it no longer matches senders
 * alone, and with another name for `name`. The rule may already be parked.
 */
export function parkedBody(live: LiveRule, kind: Parked): RuleBody {
  const { name, condition, ...rest } = canonicalLive(unparked(live));
  const { conditionalOperator, aiInstructions, static: matchers } = condition;
  const isOr = conditionalOperator === 'OR' && aiInstructions !== null;
  return {
    // If a name already ends like a parked one, it always gets a mark, since unparking removes one.
    name: kind === 'name' || withoutNameMark(name) !== name ? `${name} ${NAME_MARK}`.trim() : name,
    ...rest,
    condition: {
      conditionalOperator: isOr ? 'AND' : conditionalOperator,
      aiInstructions,
      static: { ...matchers, subject: marked(matchers.subject, isOr ? MARK_OF_OR : MARK) },
    },
  };
}

/** Whether a live rule is parked. Its subject decides, never its name. */
export function isParked({ condition }: Pick<LiveRule, 'condition'>): boolean {
  return isParkedSubject(condition.static.subject);
}

/** Whether every alternative of a subject has the mark. */
export function isParkedSubject(subject: string | null): boolean {
  return markIn(subject) !== null;
}

/** What a live rule gave up; null if it is not parked. */
export function parkedAs(live: LiveRule): Parked | null {
  if (!isParked(live)) return null;
  return withoutNameMark(live.name) === live.name ? 'sender' : 'name';
}

/** The live rule as it was before parking; the same object if it is not parked. */
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

/** The name before parking. A blank one leaves only the mark, because names are trimmed. */
function withoutNameMark(name: string): string {
  const trimmed = canonicalName(name);
  if (trimmed === NAME_MARK) return '';
  return trimmed.endsWith(` ${NAME_MARK}`) ? trimmed.slice(0, -NAME_MARK.length - 1) : name;
}
