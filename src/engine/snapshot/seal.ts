/**
 * The seals of a snapshot. It may be kept where others can read it, so every line but the first is encrypted, and nobody
 * without the key can read one, change it, or put it in another place.
 *
 * - The first line is in the clear. It has a salt, and for each account the id of the key that opens its lines.
 * - A key for each account is derived from its key (HKDF-SHA256) with the salt, the run, and the account with its place.
 * - Each account has at most two lines: its part, and its end. Both are AES-256-GCM under that key, with the nonces 0 and 1.
 *   The first line and the place are authenticated too.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SnapshotHead } from '../../model/snapshot.ts';
import type { SealKey } from '../../planning/account-redactor.ts';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const NONCES = { part: 0, end: 1 } as const;
type Kind = keyof typeof NONCES;

/** In bytes. What a line of a few kilobytes can unpack to is limited, since a snapshot may come from anywhere. */
const LARGEST_LINE = 512 * 1024 * 1024;

export type LineSeal = ReturnType<typeof lineSeal>;

/** What the lines of a snapshot are bound to. `first`: its first line, which thousands of accounts make long: hash it once. */
export function bindingOf(first: string): Buffer {
  return createHash('sha256').update(first).digest();
}

/** Seals and opens an account's lines, and makes its tags. `boundTo`: of bindingOf; `account`: an index. */
export function lineSeal(head: SnapshotHead, boundTo: Buffer, account: number, { derive }: SealKey) {
  const { name = '', baseUrl = '', keyId = '' } = head.accounts[account] ?? {};
  const info = JSON.stringify(['inboxctl snapshot', head.formatVersion, head.run, account, name, baseUrl, keyId]);
  const key = derive(Buffer.from(head.salt, 'base64url'), info);
  const nonceOf = (kind: Kind) => Buffer.alloc(12, 0).fill(NONCES[kind], 11);
  const tagOf = (kind: string) => (value: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, value]))
      .digest('hex')
      .slice(0, 32);
  return {
    seal: (kind: Kind, value: unknown): string => {
      const cipher = createCipheriv(CIPHER, key, nonceOf(kind)).setAAD(boundTo);
      const packed = deflateRawSync(JSON.stringify(value));
      return Buffer.concat([cipher.update(packed), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    /** undefined if the line was changed, moved, or sealed under another key. */
    open: (kind: Kind, line: string): unknown => {
      const bytes = Buffer.from(line, 'base64url');
      // Other spellings of the same bytes were not written by us.
      if (bytes.toString('base64url') !== line || bytes.length < TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv(CIPHER, key, nonceOf(kind), { authTagLength: TAG_BYTES }).setAAD(boundTo);
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        const packed = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
        return JSON.parse(inflateRawSync(packed, { maxOutputLength: LARGEST_LINE }).toString('utf8'));
      } catch {
        return undefined;
      }
    },
    tagOfText: tagOf('text'),
    tagOfKey: tagOf('API key'),
  };
}
