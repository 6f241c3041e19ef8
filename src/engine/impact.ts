/**
 * Finds the sample mails that a change affects: its rule would treat them differently. For display only: digests do not
 * cover it, and it never decides anything.
 */
import { mailRule, outcomeOf } from '../mail/match.ts';
import type { ReadMail } from '../mail/read-mail.ts';
import type { ReadSample } from '../mail/samples.ts';
import type { Affected } from '../model/plan.ts';
import type { LiveRule, RuleBody } from '../model/rule.ts';
import { canonicalLive, canonicalName } from '../planning/canonical.ts';
import type { Work } from '../planning/changes.ts';

/** Adds the impact to each item. `shown` hides secrets in names of mails. A disabled rule counts as enabled. */
export function withImpact(
  work: readonly Work[],
  live: readonly LiveRule[],
  mails: readonly ReadSample[],
  shown: (text: string) => string,
): Work[] {
  if (mails.length === 0) return [...work];
  return work.map((item): Work => {
    const effectOn = effectOfWork(item, work, live);
    if (effectOn === null) return item;
    const impact = mails.flatMap(({ name, read }): Affected[] => {
      const effect = effectOn(read);
      return effect === null ? [] : [{ mail: shown(name), ...effect }];
    });
    return { ...item, change: { ...item.change, impact } };
  });
}

/** What a change does to a mail; null: nothing. */
export type EffectOn = (mail: ReadMail) => Effect | null;

type Effect = Omit<Affected, 'mail'>;

/** Returns what an item of work does to mails, or null if that is not known. `live`: all rules of the account. */
export function effectOfWork(item: Work, work: readonly Work[], live: readonly LiveRule[]): EffectOn | null {
  const before = item.live && canonicalLive(item.live);
  if (item.change.reason !== 'duplicate') return effectOf({ before, after: item.wanted });
  const effectOn = effectOf({ before, after: ruleLeft(item, work, live) });
  return (mail) => {
    const effect = effectOn(mail);
    const isLost = effect !== null && effect.from !== 'no' && effect.to !== 'matches';
    return isLost ? effect : null;
  };
}

/** The rule that remains after a duplicate is deleted. It keeps the name and still matches mails. */
function ruleLeft({ live: duplicate }: Work, work: readonly Work[], live: readonly LiveRule[]): RuleBody | null {
  const nameOf = (rule: LiveRule) => canonicalName(rule.name);
  const name = duplicate && nameOf(duplicate);
  const wanted = work.find((one) => one.wanted?.name === name)?.wanted;
  if (wanted !== undefined) return wanted;
  const gone = new Set(work.map((one) => one.live));
  const left = live.find((rule) => !gone.has(rule) && nameOf(rule) === name);
  return left === undefined ? null : canonicalLive(left);
}

/** What a change does to mails. `before` and `after`: the rule, or null. */
export function effectOf({ before, after }: { before: RuleBody | null; after: RuleBody | null }): EffectOn {
  const [was, willBe] = [before && mailRule(before), after && mailRule(after)];
  const isReworded = before?.condition.aiInstructions !== after?.condition.aiInstructions;
  const isActing = JSON.stringify(before?.actions) !== JSON.stringify(after?.actions);
  return (read) => {
    const from = was && outcomeOf(was, read);
    const to = willBe && outcomeOf(willBe, read);
    // A rule that does not match has the same effect as no rule.
    if ((from ?? 'no') !== (to ?? 'no')) return { from, to };
    // Other actions run, or the AI may answer changed instructions in another way.
    const isOther = from === 'ai' ? isActing || isReworded : from === 'matches' && isActing;
    return isOther ? { from, to } : null;
  };
}
