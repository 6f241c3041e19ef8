const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** The longest delay of an action: 90 days. */
export const MOST_MINUTES = 129_600;

/** The minutes of a time as people write it: `1h 30m`, `in 2 days`, `PT1H`, `1:30`, `1_440`, `{ days: 2 }`. Else null. */
export function minutesOf(time: unknown): number | null {
  if (typeof time === 'object' && time !== null && !Array.isArray(time)) {
    const [units, numbers] = [Object.keys(time), Object.values(time)];
    return (
      minutesOf(numbers.map((number, index) => `${number} ${units[index]}`).join(' ')) ?? minutesOf(numbers.join(' '))
    );
  }
  const text = String(time)
    .toLowerCase()
    .replace(/^[\s"']*(?:(?:in|after|for)\s+)?|(?:\s+(?:later|after))?[\s"'.]*$/g, '')
    .replace(/(?<=\d)[_, ](?=\d{3}\b)/g, '')
    .replace(/\bhalf an? /, '0.5 ')
    .replace(/\b(?:an?|one) /g, '1 ')
    .replace(/^(\d+)h(\d\d)$/, '$1:$2');
  // In ISO 8601 an M before the T is a month.
  if (/^\d+(?:\.\d+)?$/.test(text) || /^p[^t]*m/.test(text)) return whole(Number(text));
  const [, hours, rest] = /^(\d+):([0-5]\d)(?::00)?$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(rest);
  const part =
    /(?:^pt?|t|,|\+|and)?\s*(\d{1,9}(?:\.\d+)?)[\s_-]*(s|m|h|d|w)(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?(?![a-su-z])\s*/y;
  let [seconds, end] = [0, 0];
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    seconds += Number(found[1]) * SECONDS[found[2] as keyof typeof SECONDS];
    end = part.lastIndex;
  }
  return end > 0 && end === text.length ? whole(seconds / 60) : null;
}

function whole(minutes: number): number | null {
  const rounded = Math.round(minutes);
  return Math.abs(minutes - rounded) < 1e-6 ? rounded : null;
}
