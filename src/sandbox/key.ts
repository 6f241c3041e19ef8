/** API keys (API spec 5): scopes, expiry, and the one inbox that a key is bound to. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { dateTime } from './wire.ts';

/** API spec 5.4 and 5.6. */
export const SCOPES = ['STATS_READ', 'RULES_READ', 'RULES_WRITE', 'SENDERS_UNSUBSCRIBE'] as const;
export type Scope = (typeof SCOPES)[number];

export const apiKey = z.strictObject({
  key: z.string().min(1).meta({ description: 'What clients send in the header API-Key.' }),
  inbox: z.string().nullable().meta({
    description: 'The name of its inbox; null: it is bound to none. Two keys of one inbox are two people.',
  }),
  scopes: z
    .array(z.enum(SCOPES))
    .default([...SCOPES])
    .meta({ description: 'What it may do. Left out: everything.' }),
  expiresAt: dateTime.nullable().default(null).meta({ description: 'When it ends. Left out or null: never.' }),
});

export type ApiKey = z.infer<typeof apiKey>;

/** A new key with all scopes that never expires. */
export function fullKey(inbox: string): ApiKey {
  return { key: `sandbox_${randomBytes(24).toString('hex')}`, inbox, scopes: [...SCOPES], expiresAt: null };
}
