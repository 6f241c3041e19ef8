import type * as z from 'zod';
import type { ArgsOf, Finding } from '../../diagnostics/diagnostic.ts';
import type { ProposedKey, TestLevel } from '../../diagnostics/tests.ts';
import { HEADER_KEYS, OUTCOMES, type Outcome } from '../../model/mail.ts';
import { nearest, wordMeant } from '../../model/nearest.ts';
import type { Path } from '../../model/rule.ts';
import { ANSWERS, MAIL_KEYS, TEST_KEYS, writtenTest } from '../../model/written-tests.ts';
import { keyMeant } from './known-keys.ts';
import type { At } from './node-places.ts';
import { kindOf } from './plain.ts';

/** A finding about what is at a path of a test. */
export type TestFinding = Finding & { path: Path; at: At };

/** Everything that is wrong with a test. `written` returns the text of the file at a path of the test. */
export function testFindings(test: unknown, written: (path: Path) => string): TestFinding[] {
  const { error } = writtenTest.safeParse(test);
  if (error === undefined) return [...mailFindings(test), ...expectFindings(test)];
  const found = error.issues.flatMap((issue) => findingsOf(issue, test, written));
  const misspelt = new Set(found.map(misspeltKey));
  const findings = found.filter((one) => one.code !== 'test-missing-key' || !misspelt.has(one.args.key));
  const isWhole = (key: string) => !findings.some(({ path }) => path.length === 0 || path[0] === key);
  const isNew = !findings.some(({ code }) => code === 'test-unknown-key');
  return [
    ...findings,
    ...(isWhole('mail') ? mailFindings(test) : []),
    ...(isNew && isWhole('expect') && isWhole('others') ? expectFindings(test) : []),
  ];
}

/** The key that an unknown one means, which is then not missing. */
function misspeltKey(finding: TestFinding): string | undefined {
  return finding.code === 'test-unknown-key' ? finding.args.proposal?.key : undefined;
}

function mailFindings(test: unknown): TestFinding[] {
  const mail: unknown = Reflect.get(Object(test), 'mail');
  const isSet = (key: string) => Reflect.get(Object(mail), key) != null;
  const headers = HEADER_KEYS.filter(isSet);
  if (isSet('file') && headers.length > 0) {
    return [{ code: 'test-mail-twice', args: { keys: headers }, path: ['mail', headers[0] ?? 'from'], at: 'key' }];
  }
  if (MAIL_KEYS.some(isSet)) return [];
  return [{ code: 'test-mail-empty', args: {}, path: ['mail'], at: 'key' }];
}

function expectFindings(test: unknown): TestFinding[] {
  const { expect, others } = Object(test) as { expect?: object | null; others?: Outcome | null };
  if (others != null || Object.keys(expect ?? {}).length > 0) return [];
  return [{ code: 'test-expects-nothing', args: {}, path: ['name'], at: 'value' }];
}

function findingsOf(issue: z.core.$ZodIssue, test: unknown, written: (path: Path) => string): TestFinding[] {
  const path = issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
  if (issue.code === 'unrecognized_keys') {
    const at = path.length === 0 ? 'test' : 'mail';
    return issue.keys.map((key) => ({
      code: 'test-unknown-key',
      args: { key, at, proposal: proposedKey(key, at) ?? (at === 'test' ? expectedRule(key, test) : null) },
      path: [...path, key],
      at: 'key',
    }));
  }
  const [key = '', rule] = path.map(String);
  const value = path.reduce((inner: unknown, segment) => Reflect.get(Object(inner), segment), test);
  const isEmpty = value == null || (typeof value === 'string' && value.trim() === '');
  if ((key === 'name' || key === 'mail') && path.length === 1 && isEmpty) {
    return [{ code: 'test-missing-key', args: { key, empty: value !== undefined }, path, at: 'key' }];
  }
  const isOfRule = path.length === 2 && key !== 'mail';
  const takes = takenBy(path);
  const text = typeof value === 'object' ? null : written(path);
  const args = {
    key: key === 'mail' && rule !== undefined ? `mail.${rule}` : key,
    rule: isOfRule ? (rule ?? null) : null,
    takes,
    found: kindOf(value),
    written: text === '' ? null : text,
    proposal: proposedWord(takes, String(value)),
  } as const;
  return [{ code: 'test-wrong-value', args, path, at: 'value' }];
}

type Takes = ArgsOf<'test-wrong-value'>['takes'];

function takenBy(path: Path): Takes {
  const [first, ofRule] = path;
  if (first === undefined) return 'test';
  if (first === 'judged' && ofRule !== undefined) return 'answer';
  if (first === 'others' || (first === 'expect' && ofRule !== undefined)) return 'outcome';
  const key = path.at(-1);
  if (key === 'name' || key === 'expect' || key === 'judged' || key === 'reply' || key === 'file') return key;
  return path.length === 1 ? 'mail' : 'header';
}

/** Words that people write for an outcome, in lower case. */
const OUTCOME_SYNONYMS = {
  matches: ['match', 'matched', 'yes', 'true', 'fits', 'runs'],
  no: ['false', 'none', 'never', 'not', 'nothing', 'off'],
  ai: ['maybe', 'asks', 'asked', 'llm', 'unknown'],
};

const ANSWER_SYNONYMS = { yes: ['true', 'y', 'matches', 'match', 'on'], no: ['false', 'n', 'none', 'off'] };

/** The word that was probably meant. Removes quotes: YAML keeps those inside of quotes. */
function proposedWord(takes: Takes, written: string): string | null {
  const word = written.replace(/^[\s"'`]+|[\s"'`]+$/g, '').toLowerCase();
  if (takes === 'answer') return wordMeant(word, ANSWER_SYNONYMS) ?? nearest(word, ANSWERS);
  return takes === 'outcome' ? (wordMeant(word, OUTCOME_SYNONYMS) ?? nearest(word, OUTCOMES)) : null;
}

/** The key that an unknown one probably means, and where it belongs. */
function proposedKey(key: string, at: TestLevel): ProposedKey | null {
  const levels: readonly TestLevel[] = at === 'test' ? ['test', 'mail'] : ['mail', 'test'];
  return keyMeant(key, levels, { test: TEST_KEYS, mail: MAIL_KEYS });
}

/** A key beside an empty `expect` is probably the name of a rule that lacks indentation. */
function expectedRule(key: string, test: unknown): ProposedKey | null {
  return Reflect.get(Object(test), 'expect') === null ? { key, at: 'expect' } : null;
}
