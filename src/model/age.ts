import { compareText } from './compare-text.ts';

/** What of a rule tells when it was made, and which of two that were made at once is which. */
export type Born = { id: string; createdAt: string };

/** Oldest first. Times can have any offset and precision, so comparing them as text would be wrong. */
export function byAge(a: Born, b: Born): number {
  return timeOf(a.createdAt) - timeOf(b.createdAt) || compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}

/** In ms. A time that cannot be read may be any: it counts as the earliest. */
export function timeOf(written: string): number {
  // biome-ignore lint/style/noRestrictedGlobals: reads a given time, not the clock
  const time = Date.parse(written);
  return Number.isNaN(time) ? Number.MIN_SAFE_INTEGER : time;
}
