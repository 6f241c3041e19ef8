/**
 * What an inbox is known by. The API names no account: a key opens an inbox, and nothing says which. But ids and times of
 * rules are the service's own, so a plan keeps which rules it saw, and whatever is carried out later asks for them. How a
 * name, an address or a key are spelled plays no part.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Born, byAge, timeOf } from './age.ts';

export const inboxIdentity = z
  .strictObject({
    readAt: z.iso.datetime().meta({ description: "When it was read, by the service's clock." }),
    oldestAt: z
      .string()
      .nullable()
      .meta({ description: 'createdAt of its oldest live rule; null where none is live.' }),
    tags: z
      .array(z.string().regex(/^[\w-]{16}$/))
      .max(3)
      .meta({
        description:
          'For each of its three oldest live rules that the plan does not delete (where it deletes all, of the three oldest): the first 16 base64url characters of the SHA-256 of id, a line feed and createdAt as received.',
      }),
  })
  .meta({ id: 'inbox', description: 'What an inbox is known by: an apply refuses another one.' });

export type InboxIdentity = z.infer<typeof inboxIdentity>;

const TOLD = 3;

/** A service may write createdAt by another clock than the Date of its answers. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

/** The identity of an inbox with these live rules, read at `readAt` (ISO 8601). `deleted`: the ids that a plan deletes. */
export function inboxIdentityOf(
  live: readonly Born[],
  readAt: string,
  deleted: ReadonlySet<string | null> = new Set(),
): InboxIdentity {
  const oldest = live.toSorted(byAge);
  const kept = oldest.filter(({ id }) => !deleted.has(id));
  const told = (kept.length > 0 ? kept : oldest).slice(0, TOLD);
  return { readAt, oldestAt: oldest[0]?.createdAt ?? null, tags: told.map(tagOf) };
}

/**
 * Whether live rules are of the inbox that was seen then: one of the rules of then is there, and none is older than the
 * oldest of then. An inbox that had none may have got some since, but no older ones.
 */
export function isSameInbox({ readAt, oldestAt, tags }: InboxIdentity, live: readonly Born[]): boolean {
  const earliest = oldestAt === null ? timeOf(readAt) - CLOCK_SKEW_MS : timeOf(oldestAt);
  if (live.some(({ createdAt }) => timeOf(createdAt) < earliest)) return false;
  return oldestAt === null || live.some((rule) => tags.includes(tagOf(rule)));
}

/** A text that two rules have in common only if they are one rule, read twice. */
export function birthOf({ id, createdAt }: Born): string {
  return `${id}\n${createdAt}`;
}

function tagOf(rule: Born): string {
  return createHash('sha256').update(birthOf(rule)).digest('base64url').slice(0, 16);
}
