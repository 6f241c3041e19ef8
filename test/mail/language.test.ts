/**
 * The language of mail programs in matchers: what is proposed in its place means the same, or nothing is proposed. What is said
 * of each example is in test/invalid/pitfalls-of-mail-programs and test/invalid/pitfalls-read-as-meant.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PitfallFinding } from '../../src/diagnostics/pitfalls.ts';
import { mailRule, outcomeOf } from '../../src/mail/match.ts';
import { pitfallsIn } from '../../src/mail/pitfalls/pitfalls.ts';
import { readMail } from '../../src/mail/read-mail.ts';
import type { StaticKey } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';
import { forAll } from '../harness/for-all.ts';

function ruleWith(key: StaticKey, text: string) {
  return { name: 'A', condition: { static: { [key]: text } }, actions: [{ type: 'DELETE' as const }] };
}

function pitfalls(key: StaticKey, text: string): PitfallFinding[] {
  return pitfallsIn(ruleWith(key, text));
}

function fits(key: StaticKey, text: string, value: string): boolean {
  const mail = { from: '', to: '', subject: '', reply: false, [key]: value };
  return outcomeOf(mailRule(canonicalRule(ruleWith(key, text))), readMail(mail)) === 'matches';
}

test('200 real-looking subjects are nearly all silent', () => {
  const subjects = readFileSync(path.join(import.meta.dirname, 'subjects.txt'), 'utf8')
    .trim()
    .split('\n');
  expect(subjects.length).toBeGreaterThan(200);
  // These two read like a list, and like an exclusion.
  expect(subjects.filter((subject) => pitfalls('subject', subject).length > 0)).toEqual(['Buy 1, get 1', '!Important']);
});

type Tree = { is: 'leaf'; text: string } | { is: 'not'; of: Tree } | { is: 'all' | 'any'; of: Tree[] };

const SENDERS = ['a@x.com', 'b@x.com', '@x.com', 'x.com', 'y.org', '*@m.x.com', 'z-*@y.org'];
const WORDS = ['Invoice', 'Receipt', 'paid', 'Your order', 'Re'];
const MAILS = {
  from: ['a@x.com', 'b@x.com', 'c@x.com', 'd@m.x.com', 'e@y.org', 'z-1@y.org', 'f@other.net'],
  subject: ['Invoice', 'Receipt', 'Invoice paid', 'Your order: Receipt', 'Re: Your order', 'other', ''],
};

function treeOf(leaves: readonly string[]): fc.Arbitrary<Tree> {
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.record({ is: fc.constant('leaf' as const), text: fc.constantFrom(...leaves) }),
      fc.record({ is: fc.constant('not' as const), of: tie('tree') }),
      fc.record({
        is: fc.constantFrom('all' as const, 'any' as const, 'any' as const),
        of: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  })).tree;
}

function holds(tree: Tree, key: StaticKey, value: string): boolean {
  if (tree.is === 'leaf') return fits(key, tree.text, value);
  if (tree.is === 'not') return !holds(tree.of, key, value);
  return tree.is === 'all'
    ? tree.of.every((one) => holds(one, key, value))
    : tree.of.some((one) => holds(one, key, value));
}

/** An address or a word as a regular expression, of a whole address or a part of a subject. */
function asRegex(text: string, key: 'from' | 'subject'): string[] {
  if (key === 'subject') return /\s/.test(text) ? [] : [`/${text}/`];
  const escaped = text.replaceAll('.', '\\.').replaceAll('*', '.*');
  if (!text.includes('@')) return [];
  return [text.startsWith('@') ? `.*${escaped}` : `^${escaped}$`];
}

/** Writes a tree as mail programs do. `pick` chooses among the ways. */
function written(tree: Tree, key: 'from' | 'subject', pick: (ways: string[]) => string): string {
  const inner = (one: Tree) => {
    const text = written(one, key, pick);
    return one.is === 'leaf' ? text : `(${text})`;
  };
  if (tree.is === 'leaf') {
    const phrase =
      key === 'subject' && /\s/.test(tree.text)
        ? [`"${tree.text}"`]
        : [tree.text, `"${tree.text}"`, `${key}:${tree.text}`];
    return pick([...phrase, ...asRegex(tree.text, key)]);
  }
  if (tree.is === 'not') return `${pick(['NOT ', '!', '-', 'not:'])}${inner(tree.of)}`;
  const parts = tree.of.map(inner);
  if (tree.is === 'all') return parts.join(pick([' AND ', ' && ']));
  const ways = [parts.join(' OR '), parts.join('; '), `{${parts.join(' ')}}`, `(${parts.join(' OR ')})`];
  return pick(key === 'from' ? [...ways, parts.join(' / ')] : ways);
}

function has(tree: Tree, is: Tree['is']): boolean {
  return tree.is === is || (tree.is !== 'leaf' && [tree.of].flat().some((one) => has(one, is)));
}

test.each([['from', SENDERS] as const, ['subject', WORDS] as const])(
  'in %s, what is proposed means the same, and has no pitfall',
  async (key, leaves) => {
    let proposed = 0;
    const picks = fc.infiniteStream(fc.nat(1000));
    await forAll([treeOf(leaves), picks], 5000, (tree, numbers) => {
      const text = written(tree, key, (ways) => ways[(numbers.next().value ?? 0) % ways.length] ?? '');
      for (const { args } of pitfalls(key, text)) {
        const instead = 'instead' in args ? args.instead : null;
        if (instead === null) continue;
        if (!('sign' in args) || args.written !== text) continue;
        proposed += 1;
        expect([text, instead, has(tree, 'not') || has(tree, 'all')]).toEqual([text, instead, false]);
        expect([text, instead, pitfalls(key, instead)]).toEqual([text, instead, []]);
        for (const value of MAILS[key]) {
          expect([text, instead, value, fits(key, instead, value)]).toEqual([
            text,
            instead,
            value,
            holds(tree, key, value),
          ]);
        }
      }
    });
    expect(proposed).toBeGreaterThan(500);
  },
);

test.each([['from', SENDERS] as const, ['subject', WORDS] as const])(
  'in %s, an exclusion and an all-of are told, whatever is around them',
  async (key, leaves) => {
    const picks = fc.infiniteStream(fc.nat(1000));
    await forAll([treeOf(leaves), picks], 2000, (tree, numbers) => {
      const text = written(tree, key, (ways) => ways[(numbers.next().value ?? 0) % ways.length] ?? '');
      const codes = pitfalls(key, text).map(({ code }) => code);
      if (has(tree, 'not')) expect([text, codes]).toEqual([text, expect.arrayContaining(['excludes-nothing'])]);
      else if (has(tree, 'all')) expect([text, codes]).toEqual([text, expect.arrayContaining(['all-of'])]);
    });
  },
);
