/** What holds for any matcher. Examples, with what is said of each, are in test/invalid/pitfalls-one-by-one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describe as inEnglish } from '../../src/diagnostics/describe.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { pitfallsIn } from '../../src/mail/pitfalls/pitfalls.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { Mail, Outcome } from '../../src/model/mail.ts';
import { isAddressPattern } from '../../src/model/patterns.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';
import { runs } from '../harness/runs.ts';

type Static = NonNullable<ResolvedRule['condition']['static']>;

const root = path.join(import.meta.dirname, '..', '..');

function rule(matchers: Static): ResolvedRule {
  return { name: 'A', condition: { static: matchers }, actions: [{ type: 'ARCHIVE' }] };
}

function codes(matchers: Static): string[] {
  return pitfallsIn(rule(matchers)).map(({ code }) => code);
}

function told(matchers: Static): string[] {
  return pitfallsIn(rule(matchers)).map((found) => {
    const { message, remedy } = inEnglish(found);
    return `${message} ${remedy}`;
  });
}

function outcome(matchers: Static, mail: Partial<Mail>): Outcome {
  const whole = { from: '', to: '', subject: '', reply: false, ...mail };
  return outcomeOf(mailRule(canonicalRule(rule(matchers))), readMail(whole));
}

describe('ordinary matchers have no pitfall', () => {
  const files = ['examples', 'test/scenarios'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      // One of its subjects has a comma on purpose.
      .filter((file) => /\brules\b.*\/\w[^/]*\.ya?ml$/.test(file) && !file.startsWith('lists/'))
      .map((file) => path.join(folder, file)),
  );
  test('there are such files', () => expect(files.length).toBeGreaterThan(20));
  test.each(files)('%s', (file) => {
    const documents = parseAllDocuments(readFileSync(path.join(root, file), 'utf8')).map((one) => one.toJS());
    for (const one of documents.flatMap((document) => document?.rules ?? [document ?? []]).flat()) {
      const texts = Object.entries(one.condition?.static ?? {}).map(([key, text]) => {
        return [key, [text].flat().join(key === 'subject' ? '|' : ', ')];
      });
      const condition = { ...one.condition, static: Object.fromEntries(texts) };
      expect(pitfallsIn({ ...one, condition })).toEqual([]);
    }
  });
});

test('each row of the documentation has a pitfall, and what it says to write has none', () => {
  const page = readFileSync(path.join(root, 'docs', 'rule-files.md'), 'utf8');
  const section = /^## Pitfalls\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  const rows = section.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, first = '', second = '', instead = ''] = cells;
    const written = [first, second].find((cell) => /^`(from|subject):/.test(cell));
    return written === undefined ? [] : [{ written, instead }];
  });
  expect(rows.length).toBeGreaterThan(15);
  for (const { written, instead } of rows) {
    let key = '';
    const texts = (column: string) =>
      [...column.matchAll(/`([^`]+)`/g)].map(([, code = '']) => {
        const [, own, value = ''] = /^(?:(from|subject): )?(.*)$/.exec(code.replaceAll('\\|', '|')) ?? [];
        key = own ?? key;
        return { key, text: value.startsWith('"') ? JSON.parse(value) : value };
      });
    for (const one of texts(written))
      expect([one, codes({ [one.key]: one.text })]).toEqual([one, [expect.any(String)]]);
    for (const one of texts(instead)) expect([one, codes({ [one.key]: one.text })]).toEqual([one, []]);
  }
});

test('an entry that is there often is told once, in a time that grows with the text alone', () => {
  expect(codes({ from: 'acme,'.repeat(100_000) })).toEqual(['fits-display-names']);
  const flood = 50_000;
  for (const piece of ['<', '(', '[a', ' ', '{{', '\\', '.'])
    codes({ from: piece.repeat(flood), subject: piece.repeat(flood) });
  expect(codes({ from: `<${'a@'.repeat(flood)}` })).toEqual(['never-matches']);
  expect(codes({ subject: `(${'|'.repeat(flood)}` })).toEqual(['empty-alternative']);
});

/** Entries of a list, whole and broken. */
const entry = fc
  .array(
    fc.constantFrom('a', 'or', 'Jane', 'acme', 'com', '5', '@', '.', '-', '*', ' ', '<', '>', '"', ';', ':', 'é', '\n'),
    { minLength: 1, maxLength: 9 },
  )
  .map((pieces) => pieces.join('').trim())
  .filter((text) => text !== '' && !/(?<![^\s;])or(?![^\s;])/i.test(text));

/** From headers made of what a matcher has in it, so that one fits where any does. */
function headersFor(text: string): string[] {
  const words = text.split(/[\s,|<>";:]+/).map((word) => word.replaceAll('*', 'acme.com'));
  const addresses = words.flatMap((word) =>
    [word, ...word.split(/or/i)].flatMap((one) => {
      return [one, `x${one}`, `x@${one}`, `x@acme.${one}`, `${one}acme.com`, `${one}x@acme.com`];
    }),
  );
  return [text, ...addresses, ...addresses.map((address) => `${text.replaceAll('*', 'x')} <${address}>`)];
}

test('no mail fits what is said never to match', async () => {
  let found = 0;
  await forAll(
    [fc.array(entry, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', ' | ', ' or ')],
    300,
    (all, by) => {
      const never = all.filter((one) => told({ from: one }).some((says) => /(?<!, and .*) never matches/.test(says)));
      if (never.length === 0) return;
      found += 1;
      const list = never.join(by);
      for (const from of never.flatMap(headersFor)) {
        expect([list, from, outcome({ from: list }, { from })]).toEqual([list, from, 'no']);
      }
    },
  );
  expect(found).toBeGreaterThan(runs(75));
});

test('some mail fits each address pattern that is not said never to match', async () => {
  const pieces = (...odd: string[]) =>
    fc.array(fc.constantFrom('a', '7', 'b', 'X', '*', '.', '-', ...odd), { maxLength: 5 }).map((all) => all.join(''));
  const pattern = fc
    .tuple(
      pieces('_', "'", '+', 'ü', '='),
      fc.constantFrom('@', '@', ''),
      pieces('xn--', 'ü', '_'),
      pieces('.com', '.c', '.рф'),
    )
    .map((parts) => parts.join(''));
  let fitting = 0;
  // These begin an exclusion, an all-of and a regular expression.
  const isPlain = (text: string) => isAddressPattern(text) && !/^(?:[-+]|\.[*+])/.test(text);
  await forAll([pattern.filter(isPlain)], 2500, (from) => {
    const domain = from.slice(from.indexOf('@') + 1).replaceAll('*', 'a.aa');
    const local = from.includes('@') ? from.slice(0, from.indexOf('@')).replaceAll('*', 'a') : '';
    const fits = outcome({ from }, { from: `${local || 'a'}@${domain}` }) === 'matches';
    expect([from, codes({ from })]).toEqual([from, fits ? [] : ['never-matches']]);
    if (fits) fitting += 1;
  });
  // One in 20 of them: far fewer would mean that the patterns are too odd to test anything.
  expect(fitting).toBeGreaterThan(runs(60));
});

test('a mail fits what is said to match too much', async () => {
  const letters = fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/).filter((text) => !/\bor\b/.test(text));
  await forAll([letters, fc.string()], 100, (text, subject) => {
    expect(codes({ from: text })).toEqual(['fits-display-names']);
    expect(outcome({ from: text }, { from: `The ${text}! <x@example.org>` })).toBe('matches');
    for (const matcher of [`${text}|`, `|${text}`, `${text}||b`]) {
      expect(codes({ subject: matcher })).toEqual(['empty-alternative']);
      expect(outcome({ subject: matcher }, { subject })).toBe('matches');
    }
  });
});

test('what is proposed in place of an "or" fits the address and has no pitfall', async () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const joint = fc.constantFrom('', '-', '.');
  await forAll([word, joint, word, joint, word], 100, (local, before, left, after, right) => {
    const address = `${local}@${left}${before || '-'}or${after || '-'}${right}.com`;
    const instead = pitfallsIn(rule({ from: address })).map((found) =>
      found.code === 'split-by-or' ? found.args.instead : '',
    )[0];
    expect(codes({ from: instead })).toEqual([]);
    expect(outcome({ from: instead }, { from: address })).toBe('matches');
  });
});
