/**
 * The marker, the first line of a comment: which changes were reviewed there and which of them are used up, with a
 * signature. Only this line is ever read back; the text below it is for people. It is signed too, because what people
 * approve is the text: one that somebody else wrote shows nothing.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import canonicalize from 'canonicalize';
import * as z from 'zod';
import { inboxIdentity } from '../../model/inbox-identity.ts';
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
  inboxes: z.array(z.strictObject({ account: z.string(), baseUrl: z.string(), inbox: inboxIdentity })).nullable(),
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

/** `text`: the SHA-256 of the text below the line. */
const signed = z
  .strictObject({ ...review.shape, text: digest, signature: z.string() })
  // A list of changes knows no inbox.
  .refine(({ changes, inboxes }) => inboxes !== null || changes === null || changes.length === 0);

/** Identifies the plan of a comment: a repository may have several projects, and a project several inboxes. */
export type Target = z.infer<typeof target>;

/**
 * A review: the plan that a comment showed.
 *
 * - `repository`: owner/name. `digest`: of the whole plan. `keyId`: the key that the line is signed with.
 * - `inboxes`: of each account with changes, its address, and what its inbox is known by. null: there are too many, and the
 *   digest of the plan covers them.
 * - `changes`: for each change that the review still counts for, the first 22 base64url characters of its digest. null:
 *   there are too many, so the plan counts as a whole.
 * - `done`: the changes that are used up because they were made. `unneeded`: those that turned out not to be needed. `made`:
 *   how many changes were made of a plan without a list.
 * - `partial`: the last apply could not read all accounts.
 * - `changedAt`: when the digests last changed; omitted if that was the last edit.
 * - `shown`: the names of rules by short digest. `since`: the plan that was approved or shown before.
 */
export type Review = z.infer<typeof review>;

/** A review, whichever key it is signed with. */
export type Facts = Omit<Review, 'keyId'>;

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

/** What a review says where its marker would be too long: not the names of rules, and if need be not the changes. */
export function fitting(facts: Facts): Facts {
  if (bytesOf(facts) <= LONGEST_WITH_NAMES) return facts;
  const { shown: _, since, ...rest } = facts;
  const nameless = { ...rest, ...(since && { since: { by: since.by, headSha: since.headSha, digest: since.digest } }) };
  return bytesOf(nameless) <= LONGEST ? nameless : { ...nameless, changes: null, inboxes: null };
}

/** The text of a comment, below its marker. */
export interface CommentText {
  /** How long the comment may be, in bytes, with its marker. */
  maxBytes: number;
  /** Makes the text, of at most so many bytes. */
  within: (maxBytes: number) => string;
}

/** The body of a comment: a text below the marker of its review, both signed with `key`, whichever signed them before. */
export function signedBody(facts: Facts, { maxBytes, within }: CommentText, key: string): string {
  const text = within(maxBytes - bytesOf(facts) - '\n'.length);
  return `${signedLine({ ...facts, keyId: keyIdOf(key) }, text, key)}\n${text}`;
}

/** The body of a comment that somebody else edited, with another text: its marker stays, so it does not count. */
export function unsignedBody(body: string, { maxBytes, within }: CommentText): string {
  const { line } = partsOf(body);
  return `${line}\n${within(maxBytes - Buffer.byteLength(line) - '\n'.length)}`;
}

/** The text of a comment as it is signed: GitHub may change line ends, and drop white space at the end. */
export function textOf(body: string): string {
  return bare(partsOf(body).text);
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

/** A review after a run. */
export function usedUp(was: Review, { left, made }: UsedUp): Review {
  if (left === null || !isUsedUp(was, { left, made })) return was;
  const { since: _, ...rest } = was;
  const { changes, done = [], unneeded = [] } = rest;
  if (changes === null) return { ...rest, changes: [...left], made: made.length };
  const used = splitByCount(changes, (change) => change, left).others;
  const { there, others } = splitByCount(used, (change) => change, made);
  const gone = [...unneeded, ...others];
  const more = gone.length === 0 ? {} : { unneeded: gone };
  return { ...rest, changes: [...left], done: [...done, ...there], ...more };
}

/**
 * The review of a comment, or null. `other-key`: it was signed with none of the keys. `edited`: somebody else changed
 * the marker or the text.
 */
export function readMarker(
  body: string,
  keys: readonly string[],
): { review: Review; signature: 'ours' | 'other-key' | 'edited' } | null {
  const { line, text } = partsOf(body);
  const encoded = LINE.exec(line)?.[1];
  if (encoded === undefined) return null;
  const read = signed.safeParse(jsonIn(Buffer.from(encoded, 'base64url').toString('utf8')));
  if (!read.success) return null;
  const { signature: _, text: __, ...found } = read.data;
  const itsKeys = keys.filter((key) => keyIdOf(key) === found.keyId);
  if (itsKeys.length === 0) return { review: found, signature: 'other-key' };
  // Compares the whole line: one with the same content in other bytes was not written by us either.
  const isOurs = itsKeys.some((key) => isSame(line, signedLine(found, text, key)));
  return { review: found, signature: isOurs ? 'ours' : 'edited' };
}

/** Whether a comment begins with a marker, if only with what somebody left of one. */
export function hasMarker(body: string): boolean {
  return body.startsWith('<!-- inboxctl:v1');
}

function partsOf(body: string): { line: string; text: string } {
  const end = body.indexOf('\n');
  const line = end === -1 ? body : body.slice(0, end);
  // A comment saved in a browser has CRLF.
  return { line: line.replace(/\r$/, ''), text: end === -1 ? '' : body.slice(end + 1) };
}

function bare(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}

function signedLine(review: Review, text: string, key: string): string {
  const whole = { ...review, text: `sha256:${createHash('sha256').update(bare(text)).digest('hex')}` };
  const json = canonicalize({ ...whole, signature: signatureOf(whole, key) }) ?? '';
  return `<!-- inboxctl:v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** How long the marker of a review is, in bytes: the same with any text and any key. */
function bytesOf(facts: Facts): number {
  return Buffer.byteLength(signedLine({ ...facts, keyId: keyIdOf('') }, '', ''));
}

/** Not shortened: the key also makes tags of texts that anybody can choose. Those are shorter, so none is a signature. */
function signatureOf(whole: Omit<z.infer<typeof signed>, 'signature'>, key: string): string {
  return createHmac('sha256', key)
    .update(canonicalize(whole) ?? '')
    .digest('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
