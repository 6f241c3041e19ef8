import { isDeepStrictEqual } from 'node:util';
import type { Target } from '../comment/marker.ts';

/** Whether two jobs are about the same inboxes of the same project. */
export function isSameTarget(one: Target, other: Target): boolean {
  return isDeepStrictEqual(one, other);
}
