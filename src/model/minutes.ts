const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** The longest delay of an action: 90 days. */
export const MOST_MINUTES = 129_600;

/** The minutes of a time as people write it: `1h 30m`, `in 2 days`, `PT1H`, `1h30`, `1_440`, `{ days: 2 }`. Else null. */
export function minutesOf(time: unknown): number | null {
  if (typeof time === 'object' && time !== null && !Array.isArray(time)) {
    const units = Object.entries(time).map(([unit, number]) => `${number} ${unit}`);
    return minutesOf(units.join(' ')) ?? minutesOf(Object.values(time).join(' '));
  }
  const text = String(time)
    .toLowerCase()
    .replace(/^[\s"']*(?:(?:in|after|for)\s+)?|(?:\s+(?:later|after))?[\s"'.]*$/g, '')
    .replace(/(?<=\d)[_, ](?=\d{3}\b)/g, '')
    .replace(/\bhalf an? /, '0.5 ')
    .replace(/\b(?:an?|one) /g, '1 ')
    .replace(/^(\d+)h([0-5]\d)$/, '$1h$2m')
    .replace(/^(\d+)$/, '$1m');
  // In ISO 8601 an M before the T is a month.
  if (/^p[^t]*m/.test(text)) return null;
  const part =
    /(?:^pt?|t|,|\+|and)?\s*(\d{1,9}(?:\.\d+)?)[\s_-]*([smhdw])(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?(?![a-su-z])\s*/y;
  let [seconds, end] = [0, 0];
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    seconds += Number(found[1]) * SECONDS[found[2] as keyof typeof SECONDS];
    end = part.lastIndex;
  }
  const minutes = Math.round(seconds / 60);
  return end > 0 && end === text.length && Math.abs(minutes * 60 - seconds) < 1e-4 ? minutes : null;
}
