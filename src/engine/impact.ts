/**
 * Adds the impact on sample mails to the changes of an account. It is for display only: digests do not cover it, and it decides
 * nothing.
 */
import { impactOf } from '../mail/impact.ts';
import type { AnswerFor } from '../mail/judgments.ts';
import type { ReadSample } from '../mail/samples.ts';
import type { Affected } from '../model/plan.ts';
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive } from '../planning/canonical.ts';
import type { Work } from '../planning/changes.ts';
import { unparked } from '../planning/parking.ts';

/** The sample mails of an account, and the recorded answers of the AI about them. */
export interface Samples {
  mails: readonly ReadSample[];
  answerFor?: AnswerFor;
}

/** Hides secrets in the name of a mail. */
type Shown = (text: string) => string;

/**
 * Adds its impact to each item of work. A parked live rule counts as it is, so it matches no mail; one that is switched off
 * counts as if it were on.
 */
export function withImpact(
  work: readonly Work[],
  live: readonly LiveRule[],
  { mails, answerFor }: Samples,
  shown: Shown,
): Work[] {
  if (mails.length === 0) return [...work];
  return work.map((item): Work => {
    if (NOT_KNOWN.has(item.change.refused)) return item;
    const before = item.live && canonicalLive(item.live);
    const isDuplicate = item.change.reason === 'duplicate';
    const after = isDuplicate ? ruleLeft(item, work, live) : item.wanted;
    const all = impactOf({ before, after }, mails, answerFor);
    const impact = (isDuplicate ? all.filter(isLost) : all).map((one) => ({ ...one, mail: shown(one.mail) }));
    return { ...item, change: { ...item.change, impact } };
  });
}

/** Refusals because a text of the rule is not known: the rule has a placeholder in its place. */
const NOT_KNOWN = new Set<string | undefined>(['variable-unset', 'text-lost']);

/** The rule that is left when a duplicate is deleted: it keeps the name and goes on matching mails. */
function ruleLeft({ live: duplicate }: Work, work: readonly Work[], live: readonly LiveRule[]): RuleBody | null {
  const nameOf = (rule: LiveRule) => canonicalLive(unparked(rule)).name;
  const name = duplicate && nameOf(duplicate);
  const wanted = work.find((one) => one.wanted?.name === name)?.wanted;
  if (wanted !== undefined) return wanted;
  const gone = new Set(work.map((one) => one.live));
  const left = live.find((rule) => !gone.has(rule) && nameOf(rule) === name);
  return left === undefined ? null : canonicalLive(left);
}

/** Whether the rule that is left does less to a mail than its duplicate did. */
function isLost({ from, to }: Affected): boolean {
  return from !== 'no' && to !== 'matches';
}
