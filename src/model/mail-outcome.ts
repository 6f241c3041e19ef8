/** What a rule does to a mail. `ai`: everything but the AI part allows it, so that the AI of the service decides. */
export const OUTCOMES = ['matches', 'ai', 'no'] as const;
export type Outcome = (typeof OUTCOMES)[number];
