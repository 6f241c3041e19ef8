/** How much is tried: little in `npm test`, and in the nightly workflow RUNS times as much. */
const RUNS = Number(process.env.RUNS ?? 1);

/** Where a test can try all or some of what there is, all is for the night. */
export const IS_NIGHT = RUNS > 1;

/** How often a property is tried that `npm test` tries so often. */
export function runs(number: number): number {
  return Math.ceil(number * RUNS);
}
