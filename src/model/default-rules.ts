/** The rules of a new inbox (measured). The API neither shows nor sets their hidden type, so it cannot create them again. */
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
