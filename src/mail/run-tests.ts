/** Tests of rules: whether each rule does to a sample mail what its test expects. Reasons are looked for only where it does not. */
import type { Question } from '../model/judgments.ts';
import type { FoundOutcome, MailTest, Outcome } from '../model/mail.ts';
import { type DeclaredRule, variableAt } from '../model/rule.ts';
import type { AnswerFor } from './judgments.ts';
import { isUnknown, type MailRule, mailRule, outcomeOf } from './match.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { AI_PATH, type Reason, reasonsOf } from './reasons.ts';

interface Expectation {
  rule: string;
  expected: Outcome;
  actual: FoundOutcome;
  /** Why it is not met, the deciding part first; empty where it is. */
  reasons: readonly Reason[];
}

export interface TestResult {
  test: MailTest;
  passed: boolean;
  /** All that the test names, in its order; of the other rules those that are not as expected. */
  expectations: readonly Expectation[];
}

/** A rule as it is declared. */
type Rule = Pick<DeclaredRule, 'body' | 'references'>;

/** Takes tests that name no other rules than these. `hasJudge`: a command can be asked what the AI answers. */
export function runTests(
  tests: readonly MailTest[],
  rules: readonly Rule[],
  answerFor: AnswerFor = () => undefined,
  hasJudge = false,
): TestResult[] {
  const secret = new Set(rules.filter(hasSecretInstructions).map(({ body }) => body));
  const answers = (body: Rule['body']) => (secret.has(body) ? NO_ANSWERS : { answerFor, hasJudge });
  const prepared = new Map(rules.map(({ body, references }) => [body.name, mailRule(body, references)]));
  const all = [...prepared.values()];
  return tests.map((test) => {
    const mail = readMail(test.mail);
    const { expect, others } = test;
    const named = [...expect].flatMap(([name, expected]) => {
      const rule = prepared.get(name);
      return rule === undefined ? [] : [expectation(test, rule, expected, mail, answers(rule.body))];
    });
    const unmet: Expectation[] = [];
    // There may be millions of these, and nearly all are as expected: nothing is made of those.
    for (const rule of others === null ? NONE : all) {
      if (others === null || isPlainlyMet(rule, others, mail) || expect.has(rule.body.name)) continue;
      const found = expectation(test, rule, others, mail, answers(rule.body));
      if (!isMet(found)) unmet.push(found);
    }
    return { test, passed: unmet.length === 0 && named.every(isMet), expectations: [...named, ...unmet] };
  });
}

/** What tests ask the AI: the expectations for which it decides, and the test does not say how. */
export function questionsOf(
  account: string,
  results: readonly TestResult[],
  rules: readonly Rule[],
): (Question & { place: MailTest['place']; isSecret: boolean })[] {
  const named = new Map(rules.map((rule) => [rule.body.name, rule]));
  return results.flatMap(({ test: { mail, place }, expectations }) => {
    const open = expectations.filter(({ expected, actual }) => actual === 'ai' && expected !== 'ai');
    return open.map(({ rule }) => {
      const found = named.get(rule);
      const instructions = found?.body.condition.aiInstructions ?? '';
      const isSecret = found !== undefined && hasSecretInstructions(found);
      return { account, rule, instructions, mail, place, isSecret };
    });
  });
}

/** No judge is asked about them, whether the variable is set or not. */
function hasSecretInstructions({ references }: Rule): boolean {
  return variableAt(references, AI_PATH) !== undefined;
}

function isMet({ expected, actual }: Pick<Expectation, 'expected' | 'actual'>): boolean {
  return expected === actual;
}

/** Whether an expectation is met whatever the AI answers. */
function isPlainlyMet(rule: MailRule, expected: Outcome, mail: ReadMail): boolean {
  return !isUnknown(rule, mail) && outcomeOf(rule, mail) === expected;
}

function expectation(
  test: MailTest,
  rule: MailRule,
  expected: Outcome,
  mail: ReadMail,
  { answerFor, hasJudge }: { answerFor: AnswerFor; hasJudge: boolean },
): Expectation {
  const found = { rule: rule.body.name, expected };
  if (isUnknown(rule, mail)) return { ...found, actual: 'unknown', reasons: reasonsOf(rule, mail) };
  const outcome = outcomeOf(rule, mail);
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
      path: AI_PATH,
    };
    return { ...found, actual: 'ai', reasons: [...withoutAi(reasonsOf(rule, mail)), unknown] };
  }
  const actual = answer ? 'matches' : 'no';
  if (actual === expected) return { ...found, actual, reasons: NONE };
  const by = taken === undefined ? 'record' : 'test';
  const judged: Reason = { code: 'mail-judged', args: { answer: answer ? 'yes' : 'no', by }, path: AI_PATH };
  return { ...found, actual, reasons: [judged, ...withoutAi(reasonsOf(rule, mail))] };
}

const NONE: readonly never[] = [];
const NO_ANSWERS = { answerFor: () => undefined, hasJudge: false };

function withoutAi(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ code }) => code !== 'mail-ai-decides');
}
