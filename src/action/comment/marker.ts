/**
 * The marker, the first line of a comment: which changes were reviewed there and which of them are used up, with a
 * signature. Only this line is ever read back; the rest is for people.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod';
import { jsonIn } from '../../model/json.ts';
import { keyIdOf } from '../../planning/account-redactor.ts';
import { splitByCount } from '../../planning/counted.ts';

const target = z.strictObject({
  workingDirectory: z.string(),
  accounts: z.array(z.string()),
  /** I/N; omitted if there is no shard. */
  shard: z.string().optional(),
  /** Omitted if the input base-url is not given. */
  baseUrl: z.string().optional(),
});

const short = z.string().regex(/^[\w-]{22}$/);

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const shown = z.record(short, z.string()).optional();

const review = z.strictObject({
  target,
  repository: z.string(),
  pullRequest: z.int().min(1),
  headSha: z.string(),
  addresses: z.array(z.string()),
  digest,
  keyId: z.string().regex(/^[0-9a-f]{8}$/),
  changedAt: z.string().optional(),
  shown,
  since: z.strictObject({ by: z.string().nullable(), headSha: z.string(), digest, shown }).optional(),
  changes: z.array(short).nullable(),
  /** Omitted if nothing is used up. */
  done: z.array(short).optional(),
  unneeded: z.array(short).optional(),
  made: z.int().optional(),
  partial: z.literal(true).optional(),
});

const signed = z.strictObject({ ...review.shape, signature: z.string() });

/** Identifies the plan of a comment: a repository may have several projects, and a project several inboxes. */
export type Target = z.infer<typeof target>;

/**
 * A review: the plan that a comment showed.
 *
 * - `repository`: owner/name. `addresses`: of the accounts, each once, sorted. `digest`: of the whole plan. `keyId`: the key
 *   that the line is signed with.
 * - `changes`: for each change that the review still counts for, the first 22 base64url characters of its digest. null:
 *   there are too many, so the plan counts as a whole.
 * - `done`: the changes that are used up because they were made. `unneeded`: those that turned out not to be needed. `made`:
 *   how many changes were made of a plan without a list.
 * - `partial`: the last apply could not read all accounts.
 * - `changedAt`: when the digests last changed; omitted if that was the last edit.
 * - `shown`: the names of rules by short digest. `since`: the plan that was approved or shown before.
 */
export type Review = z.infer<typeof review>;

/** An earlier plan of a comment, and who approved it. */
export type ShownPlan = NonNullable<Review['since']>;

/** The longest line with the names of rules, in bytes. The names are only for people. */
const LONGEST_WITH_NAMES = 20_000;
/** The longest line, in bytes. A comment has 65,536 characters in all, and the plan needs room too. */
const LONGEST = 36_000;

const LINE = /^<!-- inboxctl:v1 ([\w-]+) -->$/;

/** Shortens a digest (`sha256:` and hex) to its first 22 base64url characters. */
export function shortDigest(digest: string): string {
  return Buffer.from(digest.replace(/^sha256:/, ''), 'hex')
    .toString('base64url')
    .slice(0, 22);
}

/** The marker of a review, signed with `key`. */
export function markerLine(unsigned: Omit<Review, 'keyId'>, key: string): string {
  const whole = { ...unsigned, keyId: keyIdOf(key) };
  const named = signedLine(whole, key);
  if (Buffer.byteLength(named) <= LONGEST_WITH_NAMES) return named;
  const { shown: _, since, ...rest } = whole;
  const bare = { ...rest, ...(since && { since: { by: since.by, headSha: since.headSha, digest: since.digest } }) };
  const line = signedLine(bare, key);
  return Buffer.byteLength(line) <= LONGEST ? line : signedLine({ ...bare, changes: null }, key);
}

/** What a run used up of a review. */
export interface UsedUp {
  /** The changes that the review still counts for; null: unchanged. The others are used up. */
  left: readonly string[] | null;
  /** The changes that the run made, repeated if several have the same digest. */
  made: readonly string[];
}

/** Reports whether a run changed what a review counts for. */
export function isUsedUp({ changes }: Pick<Review, 'changes'>, { left }: UsedUp): boolean {
  return left !== null && left.length !== changes?.length;
}

/** The marker of a review after a run, signed with `key`, whichever key signed the review. */
export function usedUpLine(was: Review, { left, made }: UsedUp, key: string): string {
  const review = { ...was, keyId: keyIdOf(key) };
  const { changes, done = [], unneeded = [] } = review;
  const { since: _, ...rest } = review;
  if (left === null || !isUsedUp(review, { left, made })) return signedLine(review, key);
  if (changes === null) return signedLine({ ...rest, changes: [...left], made: made.length }, key);
  const used = splitByCount(changes, (change) => change, left).others;
  const { there, others } = splitByCount(used, (change) => change, made);
  const gone = [...unneeded, ...others];
  const more = gone.length === 0 ? {} : { unneeded: gone };
  return signedLine({ ...rest, changes: [...left], done: [...done, ...there], ...more }, key);
}

/** The review in the first line of a comment, or null. `other-key`: it was signed with none of the keys. */
export function readMarker(
  body: string,
  keys: readonly string[],
): { review: Review; signature: 'ours' | 'other-key' | 'edited' } | null {
  const line = firstLine(body);
  const encoded = LINE.exec(line)?.[1];
  if (encoded === undefined) return null;
  const read = signed.safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  if (!read.success) return null;
  const { signature: _, ...found } = read.data;
  const itsKeys = keys.filter((key) => keyIdOf(key) === found.keyId);
  if (itsKeys.length === 0) return { review: found, signature: 'other-key' };
  // Compares the whole line: one with the same content in other bytes was not written by us either.
  const isOurs = itsKeys.some((key) => isSame(line, signedLine(found, key)));
  return { review: found, signature: isOurs ? 'ours' : 'edited' };
}

function firstLine(body: string): string {
  const end = body.indexOf('\n');
  // A comment saved in a browser has CRLF.
  return (end === -1 ? body : body.slice(0, end)).replace(/\r$/, '');
}

function signedLine(whole: Review, key: string): string {
  const json = canonicalize({ ...whole, signature: signatureOf(whole, key) }) ?? '';
  return `<!-- inboxctl:v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** Not shortened: the key also makes tags of texts that anybody can choose. Those are shorter, so none is a signature. */
function signatureOf(whole: Review, key: string): string {
  return createHmac('sha256', key)
    .update(canonicalize(whole) ?? '')
    .digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
