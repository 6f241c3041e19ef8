/** What a rule does to a mail. `ai`: the rest of the condition allows it, so the AI of the service decides. */
export const OUTCOMES = ['matches', 'ai', 'no'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The same for a rule whose texts may not all be known. `unknown`: it depends on a variable that is not set. */
export const FOUND_OUTCOMES = [...OUTCOMES, 'unknown'] as const;
export type FoundOutcome = (typeof FOUND_OUTCOMES)[number];
