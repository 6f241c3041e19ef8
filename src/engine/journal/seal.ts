/**
 * The seals of a journal. It may be kept where others can read it, so every line but the first is encrypted, and nobody
 * without the key can read, change, swap, repeat or leave out one.
 *
 * - The first line is in the clear. It has a salt, and for each account the id of the key that opens its lines.
 * - A key for each account is derived from its key (HKDF-SHA256) with the salt, the run and the account.
 * - Each further line is AES-256-GCM under it. The nonce is its number among the lines of its account, so that no two share
 *   one, and none can be left out. The first line, and whether this is the end, are authenticated too.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SealedHead } from '../../model/journal.ts';
import type { SealKey } from '../../planning/account-redactor.ts';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** In bytes. What a line of a few kilobytes can unpack to is limited, since a journal may come from anywhere. */
const LARGEST_LINE = 512 * 1024 * 1024;

/** The accounts of a journal, and the hash of the first line, which all others are bound to. */
export interface SealedFile {
  head: SealedHead;
  hash: string;
}

/** `first`: the first line without its line end. */
export function hashOf(first: string): string {
  return createHash('sha256').update(first).digest('hex');
}

/** The part of an account in a sealed journal. */
export interface SealedPart {
  account: string;
  keyId: string;
  /** `locked`: no key that is set opens it. `forged`: a line of it was changed, moved, repeated or left out. */
  state: 'opened' | 'locked' | 'forged';
}

/** Where a line is among those of its account: its number (the plan has 0), and whether it is the last one. */
export interface LinePlace {
  number: number;
  /** Index into the accounts of the first line. */
  account: number;
  isEnd: boolean;
}

/** Derives the key of one account of a journal. */
export function lineKey(head: SealedHead, account: number, { derive }: SealKey): Buffer {
  const { name = '', baseUrl = '', keyId = '' } = head.accounts[account] ?? {};
  const info = JSON.stringify(['inboxctl journal', head.formatVersion, head.run, account, name, baseUrl, keyId]);
  return derive(Buffer.from(head.salt, 'base64url'), info);
}

/** Seals a value as a line, without its line end. */
export function sealedLine(hash: string, place: LinePlace, key: Buffer, value: unknown): string {
  const cipher = createCipheriv(CIPHER, key, nonceOf(place));
  cipher.setAAD(boundTo(hash, place));
  const bytes = Buffer.concat([cipher.update(packed(JSON.stringify(value))), cipher.final(), cipher.getAuthTag()]);
  return `${place.account}${place.isEnd ? END : ''} ${bytes.toString('base64url')}`;
}

/** In characters. To pack a short line takes longer than to write it. */
const SHORT = 1_000;
const [PLAIN, DEFLATED] = [0, 1];

/** A first byte says how the rest is packed. */
function packed(json: string): Buffer {
  const bytes = json.length < SHORT ? Buffer.from(json) : deflateRawSync(json);
  return Buffer.concat([Buffer.of(json.length < SHORT ? PLAIN : DEFLATED), bytes]);
}

function unpacked(bytes: Buffer): string {
  const rest = bytes.subarray(1);
  return (bytes[0] === PLAIN ? rest : inflateRawSync(rest, { maxOutputLength: LARGEST_LINE })).toString('utf8');
}

const END = ' end';
const LINE = /^(0|[1-9]\d*)( end)? ([\w-]+)$/;

/** Whether a line says in the clear that nothing of its account follows. */
export function isEndLine(line: string): boolean {
  return LINE.exec(line)?.[2] !== undefined;
}

/** A line as it is written. Its number comes from its place among the lines of its account. */
export interface WrittenLine extends Omit<LinePlace, 'number'> {
  bytes: Buffer;
}

/** Parses a line of a journal; null if it is not one. */
export function parseLine(line: string): WrittenLine | null {
  const [, account, end, sealed = ''] = LINE.exec(line) ?? [];
  if (account === undefined) return null;
  const bytes = Buffer.from(sealed, 'base64url');
  // Other spellings of the same bytes were not written by us.
  if (bytes.toString('base64url') !== sealed || bytes.length < TAG_BYTES) return null;
  return { account: Number(account), isEnd: end !== undefined, bytes };
}

/** Opens a line; undefined if it was changed, or sealed under another key or at another place. */
export function openedLine(hash: string, number: number, key: Buffer, { bytes, ...line }: WrittenLine): unknown {
  const place = { ...line, number };
  try {
    const decipher = createDecipheriv(CIPHER, key, nonceOf(place), { authTagLength: TAG_BYTES });
    decipher.setAAD(boundTo(hash, place));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return JSON.parse(unpacked(Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])));
  } catch {
    return undefined;
  }
}

function nonceOf({ number }: LinePlace): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 8);
  return nonce;
}

function boundTo(hash: string, { number, account, isEnd }: LinePlace): Buffer {
  return Buffer.from(JSON.stringify([hash, number, account, isEnd]));
}
