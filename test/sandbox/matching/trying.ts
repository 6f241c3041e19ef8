/** Rules and mails, as short as tests can write them. */
import type { Mail } from '../../../src/sandbox/matching/outcome.ts';
import { type Outcome, outcomeOf } from '../../../src/sandbox/matching/outcome.ts';

export interface Condition {
  from?: string;
  to?: string;
  subject?: string;
  ai?: string;
  operator?: 'AND' | 'OR';
  runOnThreads?: boolean;
}

/** What a rule with this condition does to a mail with these headers. */
export function outcome(condition: Condition, mail: Partial<Mail>): Outcome {
  const { from = null, to = null, subject = null, ai = null, operator = null, runOnThreads = true } = condition;
  const rule = {
    runOnThreads,
    condition: { conditionalOperator: operator, aiInstructions: ai, static: { from, to, subject } },
  };
  return outcomeOf(rule, { from: '', to: '', subject: '', reply: false, ...mail });
}
