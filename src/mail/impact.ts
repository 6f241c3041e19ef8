/** Which sample mails a change of a rule affects: those whose outcome changes. */
import type { Mail, Outcome } from '../model/mail.ts';
import type { Affected } from '../model/plan.ts';
import type { RuleBody } from '../model/rule.ts';
import type { AnswerFor } from './judgments.ts';
import { mailRule, outcomeOf } from './match.ts';
import type { ReadSample } from './samples.ts';

/** A rule before and after a change. Null: there is no rule. */
interface RuleSides {
  before: RuleBody | null;
  after: RuleBody | null;
}

/**
 * The samples that a change affects, in their order. If the AI decides only before or only after the change, its answer counts
 * as the outcome if `answerFor` knows it. If the AI decides both times, both answers must be known, or an answer would be
 * compared with a guess.
 */
export function impactOf(
  { before, after }: RuleSides,
  samples: readonly ReadSample[],
  answerFor: AnswerFor = () => undefined,
): Affected[] {
  if (before !== null && after !== null && decidesAlike(before, after)) return [];
  const [was, willBe] = [before && mailRule(before), after && mailRule(after)];
  const decided = (body: RuleBody | null, mail: Mail): Outcome | undefined => {
    const answer = answerFor(body?.condition.aiInstructions ?? '', mail);
    return answer === undefined ? undefined : answer ? 'matches' : 'no';
  };
  const isReworded = before?.condition.aiInstructions !== after?.condition.aiInstructions;
  return samples.flatMap(({ name, read }): readonly Affected[] => {
    let from = was && outcomeOf(was, read);
    let to = willBe && outcomeOf(willBe, read);
    if (from === 'ai' && to === 'ai') {
      if (!isReworded) return NONE;
      const first = decided(before, read.mail);
      const second = first && decided(after, read.mail);
      if (first === undefined || second === undefined) return [{ mail: name, from, to }];
      [from, to] = [first, second];
    } else if (from === 'ai') from = decided(before, read.mail) ?? from;
    else if (to === 'ai') to = decided(after, read.mail) ?? to;
    // A rule that does not match has no more effect than no rule.
    return (from ?? 'no') === (to ?? 'no') ? NONE : [{ mail: name, from, to }];
  });
}

const NONE: readonly never[] = [];

/** Whether two rules match the same mails because only their names or actions differ. */
function decidesAlike(one: RuleBody, other: RuleBody): boolean {
  const deciding = ({ condition, runOnThreads }: RuleBody) => JSON.stringify([condition, runOnThreads]);
  return deciding(one) === deciding(other);
}
