/**
 * The state as a list of changes: what a seed says, and what the data file holds line by line. Applying all of them in
 * order gives the state back.
 */
import * as z from 'zod';
import { inboxSettings } from './inbox.ts';
import { apiKey } from './key.ts';
import { wireRule } from './wire.ts';

export const change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('inbox'), inbox: inboxSettings }),
  z.strictObject({ op: z.literal('key'), key: apiKey }),
  z.strictObject({ op: z.literal('rule'), inbox: z.string(), rule: wireRule }),
  /** The rules that another inbox has by then. */
  z.strictObject({ op: z.literal('copy'), inbox: z.string(), from: z.string() }),
]);

export type StateChange = z.infer<typeof change>;
