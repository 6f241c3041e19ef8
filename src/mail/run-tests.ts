/** Tests of rules: whether each rule does to a sample mail what its test expects. Reasons are looked for only where it does not. */
import type { Question } from '../model/judgments.ts';
import type { MailTest, Outcome } from '../model/mail.ts';
import type { RuleBody } from '../model/rule.ts';
import type { AnswerFor } from './judgments.ts';
import { type MailRule, mailRule, outcomeOf } from './match.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { type Reason, reasonsOf } from './reasons.ts';

interface Expectation {
  rule: string;
  expected: Outcome;
  actual: Outcome;
  /** Why it is not met, the deciding part first; empty where it is. */
  reasons: readonly Reason[];
}

export interface TestResult {
  test: MailTest;
  passed: boolean;
  /** All that the test names, in its order; of the other rules those that are not as expected. */
  expectations: readonly Expectation[];
}

/** Takes tests that name no other rules than these. `hasJudge`: a command can be asked what the AI answers. */
export function runTests(
  tests: readonly MailTest[],
  rules: readonly RuleBody[],
  answerFor: AnswerFor = () => undefined,
  hasJudge = false,
): TestResult[] {
  const answers = { answerFor, hasJudge };
  const prepared = new Map(rules.map((body) => [body.name, mailRule(body)]));
  return tests.map((test) => {
    const mail = readMail(test.mail);
    const { expect, others } = test;
    const named = [...expect].flatMap(([name, expected]) => {
      const rule = prepared.get(name);
      return rule === undefined ? [] : [expectation(test, rule, expected, mail, answers)];
    });
    const rest = others === null ? [] : [...prepared.values()].filter(({ body }) => !expect.has(body.name));
    const unmet = rest.flatMap((rule) => {
      const found = expectation(test, rule, others ?? 'no', mail, answers);
      return isMet(found) ? [] : [found];
    });
    return { test, passed: unmet.length === 0 && named.every(isMet), expectations: [...named, ...unmet] };
  });
}

/** What tests ask the AI: the expectations for which it decides, and the test does not say how. */
export function questionsOf(
  account: string,
  results: readonly TestResult[],
  rules: readonly RuleBody[],
): (Question & { place: MailTest['place'] })[] {
  const instructions = new Map(rules.map(({ name, condition }) => [name, condition.aiInstructions]));
  return results.flatMap(({ test: { mail, place }, expectations }) => {
    const open = expectations.filter(({ expected, actual }) => actual === 'ai' && expected !== 'ai');
    return open.map(({ rule }) => ({ account, rule, instructions: instructions.get(rule) ?? '', mail, place }));
  });
}

function isMet({ expected, actual }: Pick<Expectation, 'expected' | 'actual'>): boolean {
  return expected === actual;
}

function expectation(
  test: MailTest,
  rule: MailRule,
  expected: Outcome,
  mail: ReadMail,
  { answerFor, hasJudge }: { answerFor: AnswerFor; hasJudge: boolean },
): Expectation {
  const outcome = outcomeOf(rule, mail);
  const found = { rule: rule.body.name, expected };
  if (outcome !== 'ai' || expected === 'ai') {
    const reasons = outcome === expected ? NONE : reasonsOf(rule, mail);
    return { ...found, actual: outcome, reasons };
  }
  const taken = test.judged.get(rule.body.name);
  const answer = taken ?? answerFor(rule.body.condition.aiInstructions ?? '', mail.mail);
  if (answer === undefined) {
    const unknown: Reason = {
      code: 'mail-answer-unknown',
      args: { rule: rule.body.name, expected, hasJudge },
      path: AI,
    };
    return { ...found, actual: 'ai', reasons: [...withoutAi(reasonsOf(rule, mail)), unknown] };
  }
  const actual = answer ? 'matches' : 'no';
  if (actual === expected) return { ...found, actual, reasons: NONE };
  const by = taken === undefined ? 'record' : 'test';
  const judged: Reason = { code: 'mail-judged', args: { answer: answer ? 'yes' : 'no', by }, path: AI };
  return { ...found, actual, reasons: [judged, ...withoutAi(reasonsOf(rule, mail))] };
}

const NONE: readonly never[] = [];
const AI = ['condition', 'aiInstructions'] as const;

function withoutAi(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ code }) => code !== 'mail-ai-decides');
}
