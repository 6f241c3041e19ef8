import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkApiKey, checkBaseUrl, createClient } from '../../src/index.ts';
import { carriesKey, isPlaceholderHost, isPlaceholderKey, meantBaseUrl } from '../../src/service/address.ts';
import { forAll } from '../harness/for-all.ts';

describe('checkBaseUrl', () => {
  it.each([
    ['https://mail.example.com/api/v1', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/api/v1///', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com', 'https://mail.example.com'],
    ['HTTPS://Mail.Example.com:443/api/v1?', 'https://mail.example.com/api/v1'],
    ['http://localhost:3000/api/v1', 'http://localhost:3000/api/v1'],
    ['http://127.0.0.1/api/v1', 'http://127.0.0.1/api/v1'],
    ['http://127.1.2.3/', 'http://127.1.2.3'],
    ['http://[::1]:8080/api/v1', 'http://[::1]:8080/api/v1'],
    ['http://inbox.localhost', 'http://inbox.localhost'],
  ])('%s is fine', (text, ok) => {
    expect(checkBaseUrl(text)).toEqual({ ok });
  });

  it.each([
    ['', 'no-url'],
    ['mail example com', 'no-url'],
    ['mail.example.com/api/v1', 'no-scheme'],
    ['mail.example.com:8443/api/v1', 'no-scheme'],
    ['localhost:3000/api/v1', 'no-scheme'],
    ['"https://mail.example.com/api/v1"', 'quoted'],
    ["'https://mail.example.com/api/v1", 'quoted'],
    ['ftp://mail.example.com', 'no-scheme'],
    ['javascript:alert(1)', 'no-scheme'],
    ['https://user:word@mail.example.com', 'credentials'],
    ['https://user@mail.example.com', 'credentials'],
    ['https://mail.example.com/api/v1?key=1', 'query'],
    ['https://mail.example.com/api/v1#rules', 'query'],
    ['http://mail.example.com/api/v1', 'plain-http'],
    ['http://localhost.example.com/api/v1', 'plain-http'],
    ['http://not-localhost/api/v1', 'plain-http'],
    ['http://127.0.0.1.example.com/api/v1', 'plain-http'],
    ['http://10.0.0.1/api/v1', 'plain-http'],
  ])('%s has a problem: %s', (text, problem) => {
    expect(checkBaseUrl(text)).toEqual({ problem });
  });

  it('allows http to other machines when told to', () => {
    expect(checkBaseUrl('http://10.0.0.1/api/v1', { allowHttp: true })).toEqual({ ok: 'http://10.0.0.1/api/v1' });
  });
});

describe('meantBaseUrl', () => {
  it.each([
    ['mail.example.com/api/v1', 'https://mail.example.com/api/v1'],
    ['localhost:3000/api/v1', 'http://localhost:3000/api/v1'],
    ['"mail.example.com/api/v1/"', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/api/v1/rules/', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/api/v1/rules?token=x#y', 'https://mail.example.com/api/v1'],
    ['https://user:word@mail.example.com/api/v1', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/settings/keys', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/API/V1', 'https://mail.example.com/api/v1'],
    ['https://mail.example.com/api/v1/api/v1', 'https://mail.example.com/api/v1'],
    ['http://localhost:3000/rules', 'http://localhost:3000/api/v1'],
    ['http://mail.example.com/login?next=/', 'https://mail.example.com/api/v1'],
    ['http://mail.example.com:80', 'https://mail.example.com/api/v1'],
  ])('%s: %s', (text, meant) => {
    expect(meantBaseUrl(text)).toBe(meant);
  });

  it.each([
    'htps://mail.example.com',
    'https//mail.example.com',
    'htps//mail.example.com/api/v1',
    'hhttp:\\\\mail.example.com',
    '://mail.example.com',
  ])('repairs the scheme of %s', (text) => {
    expect(meantBaseUrl(text)).toBe('https://mail.example.com/api/v1');
  });

  it.each([
    ['https://mail.example.org?user=me@corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org/login/corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org//corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org\\@corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org#@corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org/https://corp.example.com', 'https://mail.example.org/api/v1'],
    ['https://mail.example.org/8443/api/v1', 'https://mail.example.org/api/v1'],
    ['https://user:corp.example.com@mail.example.org', 'https://mail.example.org/api/v1'],
  ])('has no host but that of the URL: %s', (text, meant) => {
    expect(meantBaseUrl(text)).toBe(meant);
  });

  it.each([
    'htps//mail.example.org?user=me@corp.example.com',
    'htps://mail.example.org\\@corp.example.com',
    'htps://mail.example.org//corp.example.com',
    'https//corp.example.com/mail.example.org',
    'mail.example.org@corp.example.com',
    'https://https://mail.example.com',
    '[mail.example.org](https://corp.example.com)',
    'inbox:8080/?next=https://mail.example.com',
    'https://mail.example com',
    'https://mail.example.com:99999',
    'http://localhost:3000:api/v1',
    'imaps://mail.example.com:993',
    'https://<host>/api/v1',
    'https://user:pa/ss@mail.example.com',
    'bob@example.com',
    'production',
    'https://',
    'sk.4fJa8Zq.93kd',
    'key_4fJ-a8Zq',
  ])('proposes nothing for %s', (text) => {
    expect(meantBaseUrl(text)).toBe(null);
  });

  it('never has another host than the one that the text begins with', async () => {
    const label = fc.string({ unit: fc.constantFrom(...'abhpst12-'), minLength: 1, maxLength: 6 });
    const host = fc.tuple(label, label, fc.constantFrom('com', 'localhost', 'example.org')).map((all) => all.join('.'));
    const oneOf = (...texts: string[]) => fc.constantFrom(...texts);
    const port = oneOf('', ':', ':80', ':8443', ':99999');
    const scheme = oneOf(
      'https://',
      'http://',
      'HTTPS:',
      'https:\\\\',
      'htps://',
      'htps//',
      'https//',
      '//',
      '',
      'ftp://',
      'inbox:/',
    );
    const separator = oneOf(
      '/',
      '//',
      '\\',
      '?',
      '?next=',
      '#',
      '@',
      ':',
      '/@',
      '/me@',
      '\\@',
      '/x/',
      '?to=me@',
      '#/',
      '/443/',
      '/https://',
    );
    const parts = fc.array(fc.tuple(separator, host, port), { maxLength: 3 });
    const users = oneOf('', 'me@', 'me:word@', 'corp.example.com@', 'a.example.com:443@');
    await forAll([scheme, users, host, port, parts], 2_000, (before, user, own, at, more) => {
      const text = before + user + own + at + more.flat().join('');
      const meant = meantBaseUrl(text, true);
      if (meant === null) return;
      const readAs = URL.canParse(text) ? new URL(text).hostname : '';
      expect([text, new URL(meant).hostname]).toEqual([text, readAs || own]);
    });
  });
});

describe('checkApiKey', () => {
  it.each([
    ['abcdefgh', { ok: 'abcdefgh' }],
    ['  abcdefgh\n', { ok: 'abcdefgh' }],
    ['abcdefg', { problem: 'too-short' }],
    ['  abc     \n', { problem: 'too-short' }],
    ['e', { problem: 'too-short' }],
    [' \n', { problem: 'empty' }],
    ['a\nb', { problem: 'white-space' }],
    ['schlüssel', { problem: 'unsendable' }],
    ['ключ', { problem: 'unsendable' }],
    ['a\u0000b', { problem: 'unsendable' }],
    ['key_4fJ-a8Zq', { ok: 'key_4fJ-a8Zq' }],
    [' abcdefg=\n', { ok: 'abcdefg=' }],
  ])('%j', (text, result) => {
    expect(checkApiKey(text)).toEqual(result);
  });

  it.each([
    ['abcdefgh\nijk', 'white-space'],
    ['Bearer abcdefgh', 'bearer'],
    ['API-Key: abcdefgh', 'named'],
    ['INBOXCTL_API_KEY=abcdefgh', 'named'],
    ['"abcdefgh"', 'quoted'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what a shell did not replace
    ['${INBOXCTL_API_KEY}', 'placeholder'],
    ['<your api key>', 'placeholder'],
    ['[API KEY]', 'placeholder'],
    ['op://vault/inbox/key', 'placeholder'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what no workflow replaced
    ['${{ secrets.INBOX_KEY }}', 'placeholder'],
    ['https://mail.example.com', 'url'],
  ])('%j was copied wrongly: %s', (text, problem) => {
    expect(checkApiKey(text)).toEqual({ problem });
  });
});

describe('isPlaceholderKey', () => {
  it.each(['YOUR_API_KEY', 'changeme', 'your-key-here', 'xxxxxxxx', 'sk-0000000000', '********', 'API-KEY...'])(
    '%s is one',
    (key) => expect(isPlaceholderKey(key)).toBe(true),
  );

  it('is no key of random characters', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength: 8 });
    const isRandom = (key: string) => /\d/.test(key) && !/(.)\1/.test(key);
    fc.assert(fc.property(digits.filter(isRandom), (key) => !isPlaceholderKey(key)));
  });
});

describe('isPlaceholderHost', () => {
  it.each(['mail.example.com', 'example.org', 'inbox.test', 'your-domain.com', 'inbox.yourcompany.com'])(
    '%s is one',
    (host) => expect(isPlaceholderHost(host)).toBe(true),
  );

  it.each(['myexample.com', 'example.com.de', 'latest', 'localhost', '127.0.0.1'])('%s is not', (host) => {
    expect(isPlaceholderHost(host)).toBe(false);
  });
});

describe('carriesKey', () => {
  const key = 'Key_4f/a8 Zq';

  it.each([
    ['https://mail.example.com/Key_4f/a8 Zq/api/v1', true],
    ['https://mail.example.com/Key_4f%2Fa8%20Zq/api/v1', true],
    ['https://mail.example.com/%4bey_4f/a8%20Zq', true],
    ['https://mail.example.com/KEY_4F/A8 ZQ', true],
    ['https://mail.example.com/api/v1', false],
    ['no URL with Key_4f/a8 Zq in it', true],
    ['no URL', false],
  ])('%s: %s', (url, carried) => {
    expect(carriesKey(url, key)).toBe(carried);
  });

  it('looks into the host too, which is lower case', () => {
    expect(carriesKey('https://KEY-4FJa8.example.com/api/v1', 'Key-4fJa8')).toBe(true);
  });
});

describe('createClient', () => {
  const KEY = 'key_4fJ-a8Zq';
  const baseUrl = 'https://mail.example.com/api/v1';

  it.each([
    [{ baseUrl: 'http://mail.example.com', apiKey: KEY }, TypeError],
    [{ baseUrl, apiKey: '' }, TypeError],
    [{ baseUrl, apiKey: 'short' }, TypeError],
    [{ baseUrl: `https://mail.example.com/${KEY}/api/v1`, apiKey: KEY }, TypeError],
    [{ baseUrl, apiKey: KEY, timeoutMs: 0 }, RangeError],
    [{ baseUrl, apiKey: KEY, timeoutMs: 2 ** 31 }, RangeError],
    [{ baseUrl, apiKey: KEY, retryReads: -1 }, RangeError],
    [{ baseUrl, apiKey: KEY, connections: 0 }, RangeError],
  ])('refuses %j', (options, type) => {
    expect(() => createClient(options)).toThrow(type);
  });

  it('does not repeat a URL with the key in it', () => {
    expect(() => createClient({ baseUrl: `https://mail.example.com/${KEY}/api/v1`, apiKey: ` ${KEY}\n` })).toThrow(
      /^createClient: baseUrl cannot be used \(carries-key\)$/,
    );
  });

  it('does not repeat a URL with a password in it', () => {
    expect(() => createClient({ baseUrl: 'https://user:word@mail.example.com', apiKey: KEY })).toThrow(
      /^createClient: baseUrl cannot be used \(credentials\)$/,
    );
  });
});
