import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** `sha256:` and the hex SHA-256 of the RFC 8785 JSON of a value. */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')}`;
}

/** Whether a text has the form of a digest. */
export function isDigest(text: string): boolean {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}
