import type * as z from 'zod';

/** Why a sandbox cannot start. `reason` is a system error code, `holder` the process that uses the data file. */
type Obstacle =
  | { problem: 'unreadable' | 'unwritable'; reason: string }
  | { problem: 'not-data'; line: number }
  | { problem: 'in-use'; holder: string | null }
  | { problem: 'port'; port: number; reason: string }
  /** Every problem of the seed. */
  | { problem: 'seed'; issues: readonly z.core.$ZodIssue[] };

export class CannotStart extends Error {
  override name = 'CannotStart';
  readonly why: Obstacle;

  constructor(why: Obstacle, options?: ErrorOptions) {
    super(`The sandbox cannot start: ${JSON.stringify(why)}`, options);
    this.why = why;
  }
}
