/** That a quick check made from a schema says what the schema says. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type * as z from 'zod';
import { isData, nearMisses } from './near-misses.ts';

/**
 * Takes a quick check, its schema and values that fit. Where it says yes to data, the schema must give back the same, since
 * the value itself is used then. `others: 'dropped'` is for a schema that drops keys that it does not know: to a value with
 * such keys the quick check says no, and the schema is asked.
 */
export function expectSame(
  accepts: (value: unknown) => boolean,
  schema: z.ZodType,
  fitting: fc.Arbitrary<unknown>,
  others: 'refused or kept' | 'dropped' = 'refused or kept',
): void {
  let yes = 0;
  let no = 0;
  fc.assert(
    fc.property(nearMisses(fitting), (value) => {
      const parsed = schema.safeParse(value);
      const isSame = parsed.success && isDeepStrictEqual(parsed.data, value);
      if (others === 'refused or kept') expect(accepts(value)).toBe(parsed.success);
      else if (isData(value) || !parsed.success) expect(accepts(value)).toBe(isSame);
      if (parsed.success) yes++;
      else no++;
      if (accepts(value) && isData(value)) expect(isSame).toBe(true);
    }),
    { numRuns: 1_500 },
  );
  // Or it would show nothing.
  expect(Math.min(yes, no)).toBeGreaterThan(100);
}
