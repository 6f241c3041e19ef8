/** What a rule does to a mail. `ai`: everything but the AI part matches, so the AI of the service decides. */
export const OUTCOMES = ['matches', 'ai', 'no'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The same for a rule with variables. `unknown`: it depends on one that is not set. */
export const FOUND_OUTCOMES = [...OUTCOMES, 'unknown'] as const;
export type FoundOutcome = (typeof FOUND_OUTCOMES)[number];
