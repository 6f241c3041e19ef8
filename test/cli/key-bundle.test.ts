import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsOfBundle, type KeyBundle, parseKeyBundle } from '../../src/cli/session/key-bundle.ts';
import { forAll } from '../harness/for-all.ts';

/** Names that a project may give to its variables. */
const VARIABLE = fc.stringMatching(/^INBOXCTL_[A-Z0-9_]{0,6}[A-Z0-9]$/);
const KNOWN = new Set(['INBOXCTL_API_KEY', 'INBOXCTL_A', 'INBOXCTL_B']);
const parsed = (text: string) => parseKeyBundle(text, 'the file keys');
const keysIn = ({ entries }: KeyBundle) => Object.fromEntries(entries.map(({ name, value }) => [name, value]));
/** Each as its name, with the lines and the names that it shows. */
const problemsIn = (text: string) =>
  findingsOfBundle(parsed(text), KNOWN, []).map(({ args: { problem, lines, names } }) => [problem, ...lines, ...names]);

describe('lines of a bundle', () => {
  it.each([
    ['nothing around it', 'INBOXCTL_A=abc', 'abc'],
    ['white space', '\t INBOXCTL_A  =  abc  ', 'abc'],
    ['export', 'export INBOXCTL_A=abc', 'abc'],
    ['export and tabs', 'export\t\tINBOXCTL_A=abc', 'abc'],
    ['CRLF, comments and empty lines', '# keys\r\n\r\n  # more\r\nINBOXCTL_A=abc\r\n', 'abc'],
    ['a byte order mark', '\uFEFFINBOXCTL_A=abc\n', 'abc'],
    ['a byte order mark and a comment', '\uFEFF# keys\nINBOXCTL_A=abc\n', 'abc'],
    ['a comment behind it', 'INBOXCTL_A=abc # of Alice', 'abc'],
    ['a # that begins a comment', 'INBOXCTL_A=ab#c', 'ab'],
    ['a # in quotes', 'INBOXCTL_A="ab#c"', 'ab#c'],
    ['= in it and at its end', 'INBOXCTL_A=a=bc==', 'a=bc=='],
    ['single quotes', String.raw`INBOXCTL_A='a "b" \n # c' # d`, String.raw`a "b" \n # c`],
    ['double quotes', `INBOXCTL_A="a 'b' # c" # d`, `a 'b' # c`],
    ['an escaped line break', String.raw`INBOXCTL_A="a\nb\x"`, 'a\nb\\x'],
    ['quotes inside', `INBOXCTL_A=a"b'c`, `a"b'c`],
    ['what looks like a variable', 'INBOXCTL_A="$HOME"', '$HOME'],
  ])('are read with %s', (_, text, value) => {
    expect({ keys: keysIn(parsed(text)), problems: problemsIn(text) }).toEqual({
      keys: { INBOXCTL_A: value },
      problems: [],
    });
  });

  it.each([
    ['no text', '', [1]],
    ['white space alone', ' \n\n', [1]],
    ['a comment alone', '# INBOXCTL_A=abc\n', [1]],
    ['a key alone', 'sk_live_4fJa8Zq', [1]],
    ['a key in base64 alone', 'c2VjcmV0LWtleQ==', [1]],
    ['a colon', 'INBOXCTL_A: abc', [1]],
    ['an open quote', 'INBOXCTL_A="abc', [1]],
    ['an open quote before another line', 'INBOXCTL_A="abc\nINBOXCTL_B=def', [1]],
    ['another quote', `INBOXCTL_A='abc"`, [1]],
    ['a value in several lines', 'INBOXCTL_B="abc\ndef"', [1, 2]],
    ['another command', '# first\nset INBOXCTL_A=abc', [2]],
    ['a list', '["INBOXCTL_A"]', [1]],
    ['UTF-16', Buffer.from('INBOXCTL_A=abc', 'utf16le').toString(), [1]],
    ['a name that is none', '4fJ-a8Zq=abc\nINBOXCTL_A=abc\n=abc\n', [1, 3]],
    ['several of them', 'one\r\nINBOXCTL_A=abc\r\n# two\r\nthree\rfour\n\nfive', [1, 4, 5, 7]],
  ])('are wrong with %s', (_, text, lines) => {
    expect(problemsIn(text)[0]).toEqual(['unread', ...lines]);
  });

  it('are what was written in quotes, whatever the value is', async () => {
    const value = fc.string({ unit: 'binary' }).filter((text) => !/[\r\n']|^["'`]/.test(text));
    const line = fc.record({
      prefix: fc.constantFrom('', 'export ', '  '),
      comment: fc.constantFrom('', ' # "why', '\t# x=y'),
    });
    await forAll(
      [
        fc.uniqueArray(fc.tuple(VARIABLE, value, line), { selector: ([name]) => name, minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
      ],
      200,
      (all, end) => {
        const lines = all.map(([name, one, { prefix, comment }]) => `${prefix}${name}='${one}'${comment}`);
        const { entries, unread } = parsed(lines.join(end));
        expect(entries).toMatchObject(all.map(([name, one], index) => ({ name, value: one, line: index + 1 })));
        expect(unread).toEqual([]);
      },
    );
  });
});

describe('a bundle of JSON', () => {
  it('is an object of strings', () => {
    const { entries } = parsed(String.raw`  {"INBOXCTL_A": "a\"\\\u0062", "INBOXCTL_B":"{:,}" }`);
    expect(entries).toMatchObject([
      { name: 'INBOXCTL_A', value: 'a"\\b' },
      { name: 'INBOXCTL_B', value: '{:,}' },
    ]);
  });

  it('is what was written, whatever the value is', async () => {
    const written = fc.uniqueArray(fc.tuple(VARIABLE, fc.string({ unit: 'binary' })), {
      selector: ([name]) => name,
      minLength: 1,
    });
    await forAll([written, fc.nat(4)], 100, (all, indent) => {
      const pairs = all.map(
        ([name, value]) => `${JSON.stringify(name)}${' '.repeat(indent)}: ${JSON.stringify(value)}`,
      );
      const { entries, unread } = parsed(`{${pairs.join(indent === 0 ? ',' : ',\n')}}`);
      const lineOf = (index: number) => (indent === 0 ? 1 : index + 1);
      expect(entries).toMatchObject(all.map(([name, value], index) => ({ name, value, line: lineOf(index) })));
      expect(unread).toEqual([]);
    });
  });

  it('is read where JSON.parse reads an object of strings, and nowhere else', async () => {
    const isOne = (text: string) => {
      try {
        const values = Object.values(JSON.parse(text));
        return values.length > 0 && values.every((value) => typeof value === 'string');
      } catch {
        return false;
      }
    };
    const signs = [...':,{}[] \n\u2028'].map((sign) => fc.constant(sign));
    const values = fc.constantFrom('"a"', '"a', '"\\u006"', 'null', '1');
    const pairs = fc.constantFrom('"INBOXCTL_A":"b"', '"INBOXCTL_B": "d"', '"INBOXCTL_A":"b","INBOXCTL_B":"d"');
    const written = fc.array(fc.oneof(...signs, values, pairs, fc.constant(',')), { maxLength: 8 });
    await forAll([written, fc.constantFrom('}', '')], 500, (parts, end) => {
      const text = `{${parts.join('')}${end}`;
      expect(parsed(text).unread.length === 0, text).toBe(isOne(text));
    });
  });

  it.each([
    ...['{', '{}', '{"INBOXCTL_A": "abcdefgh",}', '{"INBOXCTL_A": "abcdefgh",,"INBOXCTL_B": "abcdefgh"}'],
    ...['{,"INBOXCTL_A": "abcdefgh"}', '{"INBOXCTL_A": "abcdefgh" "INBOXCTL_B": "abcdefgh"}'],
    ...['{"INBOXCTL_A" "abcdefgh"}', '{"INBOXCTL_A": abcdefgh}', '{"INBOXCTL_A": "abcdefgh}'],
    String.raw`{"INBOXCTL_A": "abcdefgh\q"}`,
    ...['{"INBOXCTL_A": "abcdefgh\t"}', "{'INBOXCTL_A': 'abcdefgh'}", '{"INBOXCTL_A": 12345678}'],
    ...['{"INBOXCTL_A": null}', '{"INBOXCTL_A": {"key": "abcdefgh"}}', '{"INBOXCTL_A": ["abcdefgh"]}'],
    ...['{"INBOXCTL_A": "abcdefgh"} {}', '{"INBOXCTL_A": "abcdefgh"'],
  ])('is not %s', (text) => {
    expect(problemsIn(text)).toEqual([['unread', 1]]);
    if (text.includes('abcdefgh')) expect(parsed(text).secrets).toContain('abcdefgh');
  });

  it.each([
    ['no comma', '{\n"INBOXCTL_A": "one"\n"INBOXCTL_B": "two"\n}', [2]],
    ['no end', '{\n"INBOXCTL_A": "one"\n\n', [2]],
    ['a comma at the end', '{\r\n"INBOXCTL_A": "one",\r\n}', [2]],
    ['an open quote', '{\n"INBOXCTL_A": "one,\n"INBOXCTL_B": "two"}', [2]],
    ['a value that is no string', '{\n"INBOXCTL_A": "one",\n"INBOXCTL_B": 12,\n"INBOXCTL_API_KEY": null\n}', [3]],
    ['an object in it', '{\n"INBOXCTL_A": {\n"of": ["}"]\n},\n"INBOXCTL_B": "two"\n}', [2]],
    ['other variables before it', '{\n"NPM": "one",\n"INBOXCTL_A": "two",\n\'INBOXCTL_B\': "two"\n}', [2, 3]],
  ])('names the first line with a mistake: %s', (_, text, lines) => {
    expect(problemsIn(text)).toEqual([['unread', ...lines]]);
  });
});

describe('a variable of a bundle', () => {
  const both = (pairs: [string, string][]) => [
    pairs.map(([name, value]) => `${name}='${value}'`).join('\n'),
    `{${pairs.map((pair) => pair.map((one) => JSON.stringify(one)).join(':')).join()}}`,
  ];

  it.each(
    both([
      ['INBOXCTL_A', 'one'],
      ['INBOXCTL_B', 'two'],
      ['INBOXCTL_A', 'one'],
    ]),
  )('is not in it twice: %s', (text) => {
    expect(problemsIn(text)).toEqual([['twice', 'INBOXCTL_A']]);
  });

  it('has another spelling in JSON', () => {
    expect(problemsIn(String.raw`{"INBOXCTL_A": "one", "INBOXCTL_\u0041": "two"}`)).toEqual([['twice', 'INBOXCTL_A']]);
  });

  it.each(
    both([
      ['INBOXCTL_A', 'one'],
      ['DEPLOY_TOKEN', 'two'],
      ['github_token', 'three'],
      ['INBOXCTL_BASE_URL', 'four'],
    ]),
  )('is one that a project may name: %s', (text) => {
    expect(problemsIn(text)).toEqual([['unread', ...(text.startsWith('{') ? [1, 1, 1] : [2, 3, 4])]]);
  });

  it.each(
    both([
      ['INBOXCTL_A', 'one'],
      ['INBOXCTL_LEFT', 'key-of-a-colleague'],
    ]),
  )('is named in a warning where the project does not name it: %s', (text) => {
    expect(problemsIn(text)).toEqual([['spare', 'INBOXCTL_LEFT']]);
    expect(findingsOfBundle(parsed(text), KNOWN, []).map(({ severity }) => severity)).toEqual(['warning']);
  });

  it.each([
    'sk_live_4fJa8Zq=x',
    // What is before the padding of base64 and base32.
    ...['c2VjcmV0LWtleQ=', 'JBSWY3DPEHPK3PXP=', 'JBSWY3DPEHPK3PXP=INBOXCTL_A', 'the_password_that_i_chose=INBOXCTL_A'],
    ...['{"4fJ-a8Zq": "INBOXCTL_A"}', '{"JBSWY3DPEHPK3PXP": "INBOXCTL_A"}'],
  ])('is told by its line where it may be a key: %s', (text) => {
    const isJson = text.startsWith('{');
    expect(problemsIn(`${isJson ? '' : 'INBOXCTL_B=two\n'}${text}`)).toEqual([['unread', isJson ? 1 : 2]]);
  });

  it.each(['INBOXCTL_Ac2VjcmV0LWtleQ=', 'INBOXCTL_Ac2VjcmV0LWtleQ==', '{"INBOXCTL_4fJa8Zq": ""}'])(
    'is not told where it has no value: %s',
    (text) => {
      expect(problemsIn(text)).toEqual([]);
    },
  );

  it('all problems are told at once', () => {
    const text = 'INBOXCTL_A=one\nINBOXCTL_A=two\nINBOXCTL_LEFT=three\nOTHER=four\nfive\n';
    expect(problemsIn(text)).toEqual([
      ['unread', 4, 5],
      ['twice', 'INBOXCTL_A'],
      ['spare', 'INBOXCTL_LEFT'],
    ]);
  });
});

describe('everything that may be a key is hidden', () => {
  it.each([
    [
      'values that are swallowed',
      '{"INBOXCTL_A": "the-first", "INBOXCTL_A": "the-second"}',
      ['the-first', 'the-second'],
    ],
    ['unknown values', 'NPM_TOKEN=npm-secret', ['npm-secret']],
    ['keys of nobody', 'INBOXCTL_LEFT=key-of-a-colleague', ['key-of-a-colleague']],
    ['what a sign ends', `INBOXCTL_A=ab#c-and-more\nINBOXCTL_B='de'f-and-more`, ['ab#c-and-more', `'de'f-and-more`]],
    ['JSON that ends too early', '{"INBOXCTL_A": "the-first", "INBOXCTL_B": "the-sec', ['the-first', 'the-sec']],
    ['JSON in JSON', '{"INBOXCTL_A": {"of": ["the-first", 12345678]}}', ['the-first', '12345678']],
    ['escapes', String.raw`{"INBOXCTL_A": "the-first\nthe\u002dsecond",`, ['the-first', 'second']],
    ['lines', 'INBOXCTL_A: the-first\nthe-second\n"the-third', ['the-first', 'the-second', 'the-third']],
  ])('in %s', (_, text, values) => {
    expect(parsed(text).secrets).toEqual(expect.arrayContaining(values));
  });
});

it.each([
  ['a key', 'x'.repeat(999_000)],
  ['white space', `INBOXCTL_A=${' '.repeat(999_000)}x`],
  ['white space and a quote', `INBOXCTL_A='x'${' '.repeat(999_000)}x`],
  ['white space before a sign', `export${' '.repeat(999_000)}=`],
  ['escaped quotes', `INBOXCTL_A="${'\\"'.repeat(499_000)}`],
  ['hashes', `INBOXCTL_A=${'# '.repeat(499_000)}"`],
  ['quotes', `INBOXCTL_A=${`'"`.repeat(499_000)}`],
  ['open JSON', `{"INBOXCTL_A": "${'\\"'.repeat(499_000)}`],
  ['JSON', JSON.stringify({ INBOXCTL_A: '"\\'.repeat(249_000) })],
  [
    'JSON with many keys',
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`K${at}`, 'abcdefgh']))),
  ],
])(
  '1 MB of %s is read without going back and forth',
  (_, text) => {
    expect(parsed(text).secrets.length).toBeGreaterThan(0);
  },
  5_000,
);
