/** Runs tests of rules: whether each rule does to a sample mail what its test expects. Only failures get reasons: they take time. */
import type { FoundOutcome, MailTest, Outcome } from '../model/mail.ts';
import type { DeclaredRule } from '../model/rule.ts';
import { foundOutcomeOf, type MailRule, mailRule } from './match.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { AI_PATH, type Reason, reasonsOf } from './reasons.ts';

interface Expectation {
  rule: string;
  expected: Outcome;
  actual: FoundOutcome;
  /** Why the expectation is not met, the deciding part first; empty if it is met. */
  reasons: readonly Reason[];
}

export interface TestResult {
  test: MailTest;
  passed: boolean;
  /** The rules that the AI decides about, and chooses if the test is right. */
  chosen: readonly string[];
  duration: number;
  /** All rules that `expect` names, in its order; then those of the others that are not as `others` wants. */
  expectations: readonly Expectation[];
}

type Rule = Pick<DeclaredRule, 'body' | 'references'>;

/** Checks tests against the rules of an account; they may name only these. `now`: the time in ms. */
export function runTests(
  tests: readonly MailTest[],
  rules: readonly Rule[],
  now: () => number = () => 0,
): TestResult[] {
  const prepared = new Map(
    rules.map((rule): [string, MailRule] => [rule.body.name, mailRule(rule.body, rule.references)]),
  );
  const all = [...prepared.values()];
  return tests.map((test) => {
    const start = now();
    const mail = readMail(test.mail);
    const { expect, judged, others } = test;
    const named = [...expect].flatMap(([name, expected]) => {
      const rule = prepared.get(name);
      return rule === undefined ? [] : [expectation(test, rule, expected, mail)];
    });
    const chosen = [...new Set([...expect.keys(), ...judged.keys()])].filter((name) => {
      const rule = prepared.get(name);
      const isChosen = judged.get(name) ?? expect.get(name) === 'matches';
      return isChosen && rule !== undefined && foundOutcomeOf(rule, mail) === 'ai';
    });
    const unmet = others === null ? [] : unmetOthers(test, others, all, mail);
    const passed = unmet.length === 0 && named.every(isMet);
    return { test, passed, chosen, duration: Math.max(0, now() - start), expectations: [...named, ...unmet] };
  });
}

function unmetOthers(test: MailTest, others: Outcome, rules: readonly MailRule[], mail: ReadMail): Expectation[] {
  // There may be millions of pairs of a test and a rule, and nearly all are met: no object is made for those.
  const suspects = rules.filter((rule) => foundOutcomeOf(rule, mail) !== others && !test.expect.has(rule.body.name));
  return suspects.map((rule) => expectation(test, rule, others, mail)).filter((one) => !isMet(one));
}

function isMet({ expected, actual }: Expectation): boolean {
  return expected === actual;
}

function expectation(test: MailTest, rule: MailRule, expected: Outcome, mail: ReadMail): Expectation {
  const { name } = rule.body;
  const outcome = foundOutcomeOf(rule, mail);
  if (outcome !== 'ai' || expected === 'ai') {
    const reasons = outcome === expected ? [] : reasonsOf(rule, mail);
    return { rule: name, expected, actual: outcome, reasons };
  }
  const answer = test.judged.get(name);
  const actual = answer === undefined ? 'ai' : answer ? 'matches' : 'no';
  if (actual === expected) return { rule: name, expected, actual, reasons: [] };
  const others = reasonsOf(rule, mail).filter(({ code }) => code !== 'mail-ai-decides');
  if (answer === undefined) {
    const args = { rule: name, expected };
    return { rule: name, expected, actual, reasons: [...others, { code: 'mail-answer-unknown', args, path: AI_PATH }] };
  }
  const args = { answer: answer ? 'yes' : 'no' } as const;
  return { rule: name, expected, actual, reasons: [{ code: 'mail-judged', args, path: AI_PATH }, ...others] };
}
