/** What a rule does to a mail. `ai`: everything but the AI part allows it, so that the AI of the service decides. */
export const OUTCOMES = ['matches', 'ai', 'no'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The same of a rule whose texts may not all be known; unknown: a variable that decides is not set. */
export const FOUND_OUTCOMES = [...OUTCOMES, 'unknown'] as const;
export type FoundOutcome = (typeof FOUND_OUTCOMES)[number];
