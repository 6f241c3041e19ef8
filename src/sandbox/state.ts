/**
 * The state as a list of changes: what a seed says, what the data file holds line by line, and what every mutation
 * adds. Applying all of them in order gives the state back.
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
  z.strictObject({ op: z.literal('delete'), inbox: z.string(), id: z.string() }),
]);

export type Change = z.infer<typeof change>;

/** The JSON of a `rule` change around the rule's own JSON, which is made only once. */
export function ruleLine(inbox: string, ruleText: string): string {
  return `{"op":"rule","inbox":${JSON.stringify(inbox)},"rule":${ruleText}}`;
}
