import { describe, expect, it } from 'vitest';
import { keysIn, neverSentIn, signingKeysIn } from '../../src/cli/session/keys.ts';
import { shortSigningKeys } from '../../src/cli/session/slips.ts';

const of = (value: string | undefined) => ({ INBOXCTL_SIGNING_KEY: value });

describe('the signing keys of an environment', () => {
  it.each([
    ['is not set', undefined, []],
    ['is empty', '', []],
    ['is blank', ' \n\t\r\n', []],
    ['has one line', 'only one', ['only one']],
    ['ends in a line break', 'only one\n', ['only one']],
    ['has two lines', 'newest\nolder', ['newest', 'older']],
    ['has blank lines, spaces and CRLF', '\r\n  newest \r\n\r\n\tolder\r\n', ['newest', 'older']],
    ['has a key twice', 'newest\nolder\nnewest', ['newest', 'older', 'newest']],
  ])('where the variable %s', (_, value, keys) => {
    expect(signingKeysIn(of(value))).toEqual(keys);
  });

  it('are secrets, each for itself', () => {
    const secret = (value: string) => ({ name: 'INBOXCTL_SIGNING_KEY', value, of: 'signing key' });
    const env = { ...of('newest\nolder'), INBOXCTL_API_KEY: 'the-api-key' };
    expect(neverSentIn(env)).toEqual([secret('newest'), secret('older')]);
    expect(keysIn(env)).toEqual(expect.arrayContaining([secret('newest'), secret('older')]));
  });

  it('are refused if one has fewer than 20 characters', () => {
    const long = 'k'.repeat(20);
    expect(shortSigningKeys(of(`${long}\n${long}`))).toEqual([]);
    expect(shortSigningKeys(of(undefined))).toEqual([]);
    expect(shortSigningKeys(of(`${long}\n ${long.slice(1)} `))).toMatchObject([
      { code: 'signing-key-too-short', severity: 'error' },
    ]);
  });
});
