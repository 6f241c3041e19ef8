/** Days, always those of UTC: a command means the same on every machine, and the deployments measured use UTC for periods too. */
export const DAY = 86_400_000;

/** The first millisecond of the day that a text means: 2026-01-31, or 30d for 30 days ago. null for any other text. */
export function dayOf(text: string, now: number): number | null {
  const [, ago] = /^(\d{1,5})d$/.exec(text) ?? [];
  const day = ago === undefined ? Date.parse(existingDay(text) ?? '') : (Math.floor(now / DAY) - Number(ago)) * DAY;
  return day >= 0 ? day : null;
}

/** A day as YYYY-MM-DD, or null if there is no such day. */
export function existingDay(day: string): string | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // 2026-02-30 is not a day, although Date takes it for one.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}
