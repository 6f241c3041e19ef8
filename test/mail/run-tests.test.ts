import { expect, test } from 'vitest';
import { runTests } from '../../src/mail/run-tests.ts';
import type { Mail, MailTest } from '../../src/model/mail.ts';
import type { ReferenceAt } from '../../src/model/rule.ts';
import { canonicalRule } from '../../src/planning/canonical.ts';

type Written = Parameters<typeof canonicalRule>[0];

function rule(name: string, condition: Written['condition'], more: Partial<Written & { variables: string[] }> = {}) {
  const { variables = [], ...written } = more;
  const references = variables.map((path): ReferenceAt => {
    return { path: path.split('/'), kind: 'env', name: 'SENDER', isUnset: true };
  });
  return { body: canonicalRule({ name, condition, actions: [{ type: 'ARCHIVE' }], ...written }), references };
}

const PLACE = { file: 'tests/a.yaml', line: 1, column: 1 };

function mailTest(mail: Partial<Mail>, expected: Partial<Pick<MailTest, 'expect' | 'others' | 'judged'>>): MailTest {
  return {
    name: 'a test',
    mail: { from: 'a@example.com', to: '', subject: '', reply: false, ...mail },
    expect: new Map(),
    others: null,
    judged: new Map(),
    spot: { file: 'tests/a.yaml', document: 0, path: ['tests', 0], offset: 0 },
    place: PLACE,
    ...expected,
  };
}

function outcomes(one: MailTest, rules: ReturnType<typeof rule>[]) {
  return runTests([one], rules).map(({ passed, expectations }) => {
    return { passed, expectations: expectations.map(({ rule: name, actual }) => [name, actual]) };
  });
}

const FROM = 'condition/static/from';
const AI = 'condition/aiInstructions';

test('a rule that is not named and depends on an unset variable is not as `others` says', () => {
  const unset = rule('Unset', { static: { from: '(secret SENDER)' } }, { variables: [FROM] });
  const other = rule('Other', { static: { from: 'b@example.com' } });
  expect(outcomes(mailTest({}, { others: 'no' }), [unset, other])).toEqual([
    { passed: false, expectations: [['Unset', 'unknown']] },
  ]);
});

test('an unset variable decides nothing where something else does', () => {
  const offThreads = rule('A', { static: { from: '(secret SENDER)' } }, { variables: [FROM], runOnThreads: false });
  expect(outcomes(mailTest({ reply: true }, { others: 'no' }), [offThreads])).toEqual([
    { passed: true, expectations: [] },
  ]);
  const subject = rule('A', { static: { from: '(secret SENDER)', subject: 'Invoice' } }, { variables: [FROM] });
  expect(outcomes(mailTest({}, { others: 'no' }), [subject])).toEqual([{ passed: true, expectations: [] }]);
});

test('a rule that `expect` names is not among the others', () => {
  const rules = [rule('A', { static: { from: 'a@example.com' } }), rule('B', { static: { from: 'a@example.com' } })];
  const one = mailTest({}, { expect: new Map([['A', 'matches']]), others: 'no' });
  expect(outcomes(one, rules)).toEqual([
    {
      passed: false,
      expectations: [
        ['A', 'matches'],
        ['B', 'matches'],
      ],
    },
  ]);
});

test('a test says what the AI answers', () => {
  const rules = [rule('A', { aiInstructions: 'Refunds.' })];
  const expected = new Map([['A', 'matches' as const]]);
  const judged = (answer: boolean) => new Map([['A', answer]]);
  expect(outcomes(mailTest({}, { expect: expected, judged: judged(true) }), rules)[0]?.passed).toBe(true);
  expect(outcomes(mailTest({}, { expect: expected, judged: judged(false) }), rules)).toEqual([
    { passed: false, expectations: [['A', 'no']] },
  ]);
  expect(outcomes(mailTest({}, { expect: expected }), rules)).toEqual([{ passed: false, expectations: [['A', 'ai']] }]);
  const asked = mailTest({}, { expect: new Map([['A', 'ai']]), judged: judged(false) });
  expect(outcomes(asked, rules)[0]?.passed).toBe(true);
});

test('what the AI answers may be said of instructions in a variable too, whether it is set or not', () => {
  const rules = [rule('A', { aiInstructions: '(secret SENDER)' }, { variables: [AI] })];
  const named = new Map([['A', 'matches' as const]]);
  const results = runTests([mailTest({}, { expect: named })], rules);
  expect(results.map(({ passed, expectations: [only] }) => [passed, only?.actual])).toEqual([[false, 'ai']]);
  expect(results[0]?.expectations[0]?.reasons.at(-1)).toMatchObject({ code: 'mail-answer-unknown' });
  const judged = new Map([['A', true]]);
  expect(outcomes(mailTest({}, { expect: named, judged }), rules)[0]?.passed).toBe(true);
});

test('the time of each test is by the clock that is given', () => {
  const ticks = [1000, 1002, 1002, 1009, 1009, 1008];
  const one = mailTest({}, { expect: new Map([['Known', 'matches']]) });
  const known = rule('Known', { static: { from: 'a@example.com' } });
  const results = runTests([one, one, one], [known], () => ticks.shift() ?? 0);
  // A clock that is set back in between gives no negative time.
  expect(results.map(({ duration }) => duration)).toEqual([2, 7, 0]);
});
