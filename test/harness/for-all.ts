/** Properties: what holds of whatever is drawn. */
import fc from 'fast-check';
import { runs } from './runs.ts';

/** Tries so many draws in `npm test`, and more by night. */
export async function forAll<T extends [unknown, ...unknown[]]>(
  drawn: [...{ [K in keyof T]: fc.Arbitrary<T[K]> }],
  tries: number,
  holds: (...values: T) => unknown,
): Promise<void> {
  const property = fc.asyncProperty<T>(...drawn, async (...values) => {
    await holds(...values);
  });
  await fc.assert(property, { numRuns: runs(tries) });
}
