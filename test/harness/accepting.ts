/** That a quick check made from a schema says what the schema says. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type * as z from 'zod';
import { isData, nearMisses } from './near-misses.ts';

/**
 * Takes a quick check, its schema and values that fit. Where it says yes to data, the schema must give back the same, since
 * the value itself is used then.
 */
export function expectSame(
  accepts: (value: unknown) => boolean,
  schema: z.ZodType,
  fitting: fc.Arbitrary<unknown>,
): void {
  let yes = 0;
  let no = 0;
  fc.assert(
    fc.property(nearMisses(fitting), (value) => {
      const parsed = schema.safeParse(value);
      expect(accepts(value)).toBe(parsed.success);
      if (parsed.success) yes++;
      else no++;
      if (parsed.success && isData(value)) expect(isDeepStrictEqual(parsed.data, value)).toBe(true);
    }),
    { numRuns: 1_500 },
  );
  // Or it would show nothing.
  expect(Math.min(yes, no)).toBeGreaterThan(100);
}
