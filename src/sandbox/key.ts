/** API keys (API spec 5): scopes, expiry, and the one inbox that a key is bound to. */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { dateTime } from './wire.ts';

/** API spec 5.4 and 5.6. */
export const SCOPES = ['STATS_READ', 'RULES_READ', 'RULES_WRITE', 'SENDERS_UNSUBSCRIBE'] as const;
export type Scope = (typeof SCOPES)[number];

export const apiKey = z.strictObject({
  key: z.string().min(1),
  /** Name of the inbox; null is a key that is bound to no account. */
  inbox: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)).default([...SCOPES]),
  expiresAt: dateTime.nullable().default(null),
});

export type ApiKey = z.infer<typeof apiKey>;

/** A key with all scopes that never expires; its value is random unless given. */
export function fullKey(inbox: string, key = `sandbox_${randomBytes(24).toString('hex')}`): ApiKey {
  return { key, inbox, scopes: [...SCOPES], expiresAt: null };
}
