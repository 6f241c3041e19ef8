/**
 * The names of the rules that a new inbox has (measured). They have a hidden type that the API neither shows nor sets: a rule
 * made again under such a name only looks like it.
 */
export const DEFAULT_RULES: ReadonlySet<string> = new Set([
  'To Reply',
  'Awaiting Reply',
  'FYI',
  'Actioned',
  'Newsletter',
  'Marketing',
  'Calendar',
  'Receipt',
  'Notification',
  'Cold Email',
]);
