/**
 * The first line of a comment: what was reviewed there, and what of it is used up, signed as one. Only this line is ever read
 * back; the rest is for people.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod';
import { jsonIn } from '../../model/json.ts';
import { keyIdOf } from '../../planning/account-redactor.ts';
import { splitByCount } from '../../planning/counted.ts';

const target = z.strictObject({
  workingDirectory: z.string(),
  config: z.string().nullable(),
  accounts: z.array(z.string()),
  /** I/N; left out where there is none: a comment of an earlier version is about the same plan then. */
  shard: z.string().optional(),
});

const short = z.string().regex(/^[\w-]{22}$/);

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const shown = z.record(short, z.string()).optional();

const review = z.strictObject({
  target,
  repository: z.string(),
  pullRequest: z.int().min(1),
  headSha: z.string(),
  digest,
  keyId: z.string().regex(/^[0-9a-f]{8}$/),
  changedAt: z.string().optional(),
  shown,
  since: z.strictObject({ by: z.string().nullable(), headSha: z.string(), digest, shown }).optional(),
  changes: z.array(short).nullable(),
  /** Left out where nothing is used up: comments of an earlier version still count. */
  done: z.array(short).optional(),
  unneeded: z.array(short).optional(),
  made: z.int().optional(),
});

const signed = z.strictObject({ ...review.shape, signature: z.string() });

/** Which plan a comment is about: a repository may have several projects, and a project several inboxes. */
export type Target = z.infer<typeof target>;

/**
 * What a plan showed. `changedAt` is when its digests last changed; left out where that was with the last edit. `shown` has the names of rules by
 * the digests below, and `since` the plan that was approved before, or shown. `repository` is owner/name, `digest` that of the plan as a whole, `keyId` names the key that the line
 * is signed with, `changes` has of each change that still counts the first 22 base64url characters of its digest; null: too
 * many, the plan counts as a whole. `done` has those that are used up, since they were made, and `unneeded` those that were
 * not needed any more; comments of an earlier version have both in `done`. `made` is how many were made of a plan without a list.
 */
export type Review = z.infer<typeof review>;

/** A plan that a comment showed before, and who approved it. */
export type ShownPlan = NonNullable<Review['since']>;

/** In bytes: the line with the names of rules, which are for people alone. */
const LONGEST_WITH_NAMES = 20_000;
/** In bytes: a comment has 65,536 characters in all, and most of them are for people. */
const LONGEST = 36_000;

const LINE = /^<!-- inboxctl:v1 ([\w-]+) -->$/;

/** The first 22 base64url characters of a digest that is `sha256:` and hex. */
export function shortDigest(digest: string): string {
  return Buffer.from(digest.replace(/^sha256:/, ''), 'hex')
    .toString('base64url')
    .slice(0, 22);
}

/** The line of a review, signed with the key of the job. */
export function markerLine(unsigned: Omit<Review, 'keyId'>, key: string): string {
  const whole = { ...unsigned, keyId: keyIdOf(key) };
  const named = lineOf(whole, key);
  if (Buffer.byteLength(named) <= LONGEST_WITH_NAMES) return named;
  const bare = withoutNames(whole);
  const line = lineOf(bare, key);
  return Buffer.byteLength(line) <= LONGEST ? line : lineOf({ ...bare, changes: null }, key);
}

function withoutNames({ shown: _, since, ...rest }: Review): Review {
  return {
    ...rest,
    ...(since === undefined ? {} : { since: { by: since.by, headSha: since.headSha, digest: since.digest } }),
  };
}

/** What a run leaves of a review. */
export interface UsedUp {
  /** The changes that still count; null: as before. The others are used up. */
  left: readonly string[] | null;
  /** What the run made; repeated where several changes have the same digest. */
  made: readonly string[];
}

/** The line of a review of which a run has used up something. */
export function usedUpLine(review: Review, { left, made }: UsedUp, key: string): string {
  const { changes, done = [], unneeded = [] } = review;
  const { shown: _, since: __, ...rest } = review;
  if (left === null || left.length === changes?.length) return lineOf(review, key);
  if (changes === null) return lineOf({ ...rest, changes: [...left], made: made.length }, key);
  const used = splitByCount(changes, (change) => change, left).others;
  const { there, others } = splitByCount(used, (change) => change, made);
  const gone = [...unneeded, ...others];
  const more = gone.length === 0 ? {} : { unneeded: gone };
  return lineOf({ ...rest, changes: [...left], done: [...done, ...there], ...more }, key);
}

/**
 * The review in the first line of a comment, and whether this job can tell that it is ours: `ours` (the signature fits),
 * `other-key` (it was made under another key) or `edited`. null if the comment has no such line.
 */
export function readMarker(
  body: string,
  key: string,
): { review: Review; signature: 'ours' | 'other-key' | 'edited' } | null {
  const line = firstLine(body);
  const encoded = LINE.exec(line)?.[1];
  if (encoded === undefined) return null;
  const read = signed.safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  if (!read.success) return null;
  const { signature: _, ...found } = read.data;
  if (found.keyId !== keyIdOf(key)) return { review: found, signature: 'other-key' };
  // The line as a whole: one that says the same in other bytes was not written by us either.
  return { review: found, signature: isSame(line, lineOf(found, key)) ? 'ours' : 'edited' };
}

function firstLine(body: string): string {
  const end = body.indexOf('\n');
  // A comment that was saved in a browser has CRLF.
  return (end === -1 ? body : body.slice(0, end)).replace(/\r$/, '');
}

function lineOf(whole: Review, key: string): string {
  const json = canonicalize({ ...whole, signature: signatureOf(whole, key) }) ?? '';
  return `<!-- inboxctl:v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** In full: the same key makes the tags of secrets, of texts that anybody may choose, but those are cut to half of this. */
function signatureOf(whole: Review, key: string): string {
  return createHmac('sha256', key)
    .update(canonicalize(whole) ?? '')
    .digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
