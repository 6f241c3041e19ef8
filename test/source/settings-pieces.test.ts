/** A long file of settings is read in pieces only where it says the same as it does as a whole. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settingsInPieces } from '../../src/source/settings-pieces.ts';
import { parseSettings } from '../../src/source/settings-text.ts';

/** What a text says as a whole: the file of one account is never read in pieces. */
function whole(text: string): unknown {
  const read = parseSettings('account', 'inboxctl.yaml', text);
  return 'problems' in read ? read.problems.map(({ code }) => code) : read.value;
}

const ACCOUNTS = Array.from({ length: 241 }, (_, index) => {
  const name = `inbox-${index}`;
  if (index % 3 === 0) return `  ${name}: { apiKey: { env: KEY_${index} } }\n`;
  if (index % 3 === 1)
    return `  # of nobody\n  ${name}:\n    apiKey: { env: KEY_${index} }\n    rules:\n      - rules/common\n`;
  return `  ${name}:\n    ignore: ["Cold *",\n      "Other #${index}"]\n    undeclared: keep # for now\n\n`;
});
const HEAD = 'version: 1\npolicy:\n  forbidActions: [DELETE]\n  forwardTo: ["*@example.com"]\n';
const TAIL = '# The end.\nundeclared: keep\nguard: { maxDeletes: "25%" }\n';
const LONG = `${HEAD}accounts: # all of them\n${ACCOUNTS.join('')}${TAIL}`;

it('is read in pieces, its accounts in their order', () => {
  const pieced = settingsInPieces(LONG) as { accounts: object };
  expect(pieced).toEqual(whole(LONG));
  expect(Object.keys(pieced.accounts)).toEqual(ACCOUNTS.map((_, index) => `inbox-${index}`));
});

it('is read as a whole where it is short', () => {
  expect(settingsInPieces(`${HEAD}accounts:\n  alice: { apiKey: { env: ALICE_KEY } }\n`)).toBeNull();
});

it.each([
  ['a key comes twice', LONG.replace('inbox-240:', 'inbox-0:')],
  ['the accounts come twice', `${LONG}accounts: {}\n`],
  ['a key of the project comes twice', `${LONG}version: 1\n`],
  ['a text goes on over all accounts', LONG.replace('version: 1', 'version: "1').replace('# The end.', '"')],
  ['a list goes on over all accounts', LONG.replace('version: 1', 'rules: [a,').replace('# The end.', ']')],
  [
    'an account refers to another one',
    LONG.replace('{ apiKey', '&first { apiKey').replace('{ env: KEY_240 }', '*first'),
  ],
  ['an account is merged', LONG.replace('  inbox-240: {', '  inbox-240: { <<: {},')],
  ['there are several documents', LONG.replace('accounts:', '---\naccounts:')],
  ['a document ends before the accounts', LONG.replace('accounts:', '...\naccounts:')],
  ['the project is a flow mapping', `{ version: 1 }\n${LONG}`],
  ['the first account is quoted', LONG.replace('  inbox-0:', '  "inbox-0":')],
  ['an account stands not far enough in', LONG.replace('  inbox-240:', ' inbox-240:')],
  ['a line ends where YAML ends none', LONG.replace('  inbox-240:', '  inbox-x: text\u2028  inbox-240:')],
  ['lines end as on Windows', LONG.replaceAll('\n', '\r\n')],
  ['accounts are no mapping', LONG.replaceAll(/^ {2}(?=\S)/gm, '  - ')],
])('is read as a whole where %s', (_, text) => {
  expect(settingsInPieces(text)).toBeNull();
});

it('says what it says as a whole, however it is broken', () => {
  const bits = [
    '"',
    "'",
    '[',
    ']',
    '{',
    '}',
    '\n',
    ' ',
    '  ',
    '#',
    ': ',
    '|\n',
    '>\n',
    '- ',
    '&a ',
    '*a',
    '? ',
    ',',
    'x',
  ];
  const change = fc.record({
    at: fc.nat(LONG.length),
    cut: fc.nat(3),
    put: fc.array(fc.constantFrom(...bits, 'accounts:\n', '  inbox-9: {}\n'), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const text = changes.reduce(
        (left, { at, cut, put }) => left.slice(0, at) + put.join('') + left.slice(at + cut),
        LONG,
      );
      const pieced = settingsInPieces(text);
      if (pieced !== null) expect(pieced).toEqual(whole(text));
    }),
    { numRuns: 60 },
  );
});
