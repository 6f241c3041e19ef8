/**
 * Lines of a journal that are not as this program writes them: with keys that a newer one added, or none of a journal.
 */
import { type EndLine, endLine, type OutcomeLine, outcomeLine, type PlanLine, planLine } from '../../model/journal.ts';

/** Takes the value of a line; gives what a first line has in it, or null. */
export function planLineIn(value: unknown): PlanLine | null {
  return planLine.safeParse(value).data ?? null;
}

/** Takes the value of a line; gives what a line about an outcome has in it, or null. */
export function outcomeLineIn(value: unknown): OutcomeLine | null {
  return outcomeLine.safeParse(value).data ?? null;
}

/** Takes the value of a line; gives what a last line has in it, or null. */
export function endLineIn(value: unknown): EndLine | null {
  return endLine.safeParse(value).data ?? null;
}
