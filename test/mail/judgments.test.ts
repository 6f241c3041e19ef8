import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answersOf,
  judgmentOf,
  openQuestions,
  type Recording,
  updatedJudgments,
  writtenJudgments,
} from '../../src/mail/judgments.ts';
import { type Answer, type Judgment, judgmentsFile, type Question } from '../../src/model/judgments.ts';
import type { Mail } from '../../src/model/mail.ts';

const recording: Recording = { shown: (text) => text, subjects: true };

function mail(subject: string, parts: Partial<Mail> = {}): Mail {
  return { from: 'jane@example.com', to: 'me@example.com', subject, reply: false, ...parts };
}

function question(rule: string, subject: string, instructions = `About ${rule}.`): Question {
  return { account: 'default', rule, instructions, mail: mail(subject) };
}

function judgment(rule: string, subject: string, answer: Answer, instructions?: string): Judgment {
  return judgmentOf(question(rule, subject, instructions), answer, recording);
}

const all = (needed: readonly Question[]) => ({ needed, complete: true, recording });

test('a judgment is found by the SHA-256 of the RFC 8785 JSON of instructions and mail', () => {
  const { key } = judgment('A', 'Ü', 'yes');
  const json =
    '{"instructions":"About A.","mail":{"from":"jane@example.com","reply":false,"subject":"Ü","to":"me@example.com"}}';
  expect(key).toBe(`sha256:${createHash('sha256').update(json).digest('hex')}`);
});

test('an answer is that to these instructions and this mail alone', () => {
  const answerFor = answersOf([judgment('A', 'one', 'yes'), judgment('A', 'two', 'no')]);
  expect(answerFor('About A.', mail('one'))).toBe(true);
  expect(answerFor('About A.', mail('two'))).toBe(false);
  expect(answerFor('About A', mail('one'))).toBeUndefined();
  for (const other of [{ from: 'x' }, { to: 'x' }, { subject: 'x' }, { reply: true }]) {
    expect(answerFor('About A.', mail('one', other))).toBeUndefined();
  }
});

test('open questions are asked once, all of a mail and an account together', () => {
  const questions = [
    question('A', 'one'),
    question('A', 'one'),
    question('B', 'one'),
    // The instructions of A under another name: one answer is that of both.
    question('C', 'one', 'About A.'),
    question('A', 'two'),
    question('D', 'two'),
    { ...question('A', 'two', 'Of another inbox.'), account: 'other' },
  ];
  const open = openQuestions(questions, [judgment('D', 'two', 'no')], recording.shown);
  expect(open.map((one) => [one.mail.subject, one.rules.map(({ name }) => name)])).toEqual([
    ['one', ['A', 'B']],
    ['two', ['A']],
    ['two', ['A']],
  ]);
  expect(open[0]?.questions).toEqual([questions[0], questions[2]]);
  expect(open[0]?.mail).toEqual(mail('one'));
});

test('an update adds answers, removes what no test needs, and tells which answers changed', () => {
  const before = [
    judgment('A', 'one', 'no'),
    judgment('A', 'two', 'no'),
    judgment('B', 'one', 'yes'),
    judgment('C', 'one', 'yes'),
  ];
  const needed = [
    question('A', 'one', 'New.'),
    question('A', 'two', 'New.'),
    question('B', 'one'),
    question('D', 'one'),
  ];
  const answered = [
    judgment('D', 'one', 'yes'),
    judgment('A', 'two', 'no', 'New.'),
    judgment('A', 'one', 'yes', 'New.'),
  ];
  const { judgments, changed, removed } = updatedJudgments(before, answered, all(needed));
  const names = (some: readonly Judgment[]) => some.map(({ rule, subject, answer }) => `${rule} ${subject} ${answer}`);
  expect(names(judgments)).toEqual(['A one yes', 'A two no', 'B one yes', 'D one yes']);
  expect(names(changed)).toEqual(['A one yes']);
  expect(names(removed)).toEqual(['A one no', 'A two no', 'C one yes']);
});

test('an update of some accounts removes nothing', () => {
  const before = [judgment('A', 'one', 'no'), judgment('B', 'one', 'yes')];
  const { judgments, removed } = updatedJudgments(before, [], { ...all([question('A', 'one')]), complete: false });
  expect([judgments, removed]).toEqual([before, []]);
});

test('a renamed rule keeps its judgments, under its new name', () => {
  const before = [judgment('Old', 'one', 'yes', 'Same.')];
  const { judgments, removed } = updatedJudgments(before, [], all([question('New', 'one', 'Same.')]));
  expect(judgments).toEqual([{ ...before[0], rule: 'New' }]);
  expect(removed).toEqual([]);
});

test('a judgment of several rules has the name of the first', () => {
  const before = [judgment('C', 'one', 'yes', 'Same.')];
  const needed = [question('B', 'one', 'Same.'), question('A', 'one', 'Same.')];
  expect(updatedJudgments(before, [], all(needed)).judgments).toEqual([{ ...before[0], rule: 'B' }]);
});

test('nothing of a mail is recorded but its subject, and that only where it is wanted', () => {
  const secret: Recording = { shown: (text) => text.replace('hunter2', '(secret WORD)'), subjects: true };
  const asked = question('A', 'My hunter2');
  expect(judgmentOf(asked, 'yes', secret).subject).toBe('My (secret WORD)');
  const without = judgmentOf(asked, 'yes', { ...secret, subjects: false });
  expect(Object.keys(without)).toEqual(['rule', 'answer', 'mail', 'key']);
  expect(judgmentOf(question('A', 'x'.repeat(1000)), 'yes', recording).subject).toHaveLength(100);
});

test('the file has a line for each judgment, in an order of its own', () => {
  const some = [judgment('B', 'two', 'no'), judgment('B', 'one', 'yes'), judgment('A', 'two', 'yes')];
  const text = writtenJudgments(updatedJudgments([], some, all([])).judgments);
  expect(text.replaceAll(/[0-9a-f]{64}/g, '…64').replaceAll(/[0-9a-f]{16}/g, '…16')).toBe(`{
  "formatVersion": 1,
  "judgments": [
    {"rule":"A","subject":"two","answer":"yes","mail":"…16","key":"sha256:…64"},
    {"rule":"B","subject":"one","answer":"yes","mail":"…16","key":"sha256:…64"},
    {"rule":"B","subject":"two","answer":"no","mail":"…16","key":"sha256:…64"}
  ]
}
`);
  expect(writtenJudgments([])).toBe('{\n  "formatVersion": 1,\n  "judgments": []\n}\n');
});

test('what cannot be seen in a subject stands in the file as an escape', () => {
  const text = writtenJudgments([judgment('A', 'a\u202eb\u200b\u{e0041}\u2028\u00a0\u001b[31m\n😀 é', 'yes')]);
  expect(text).toContain('"a\\u202eb\\u200b\\udb40\\udc41\\u2028\\u00a0\\u001b[31m\\n😀 é"');
  expect(text.split('\n')).toHaveLength(7);
});

test('what is written is read back, whatever texts a mail has, and its order does not depend on the order of answers', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\u2028', '"\\', ''));
  const answer = fc.constantFrom<Answer>('yes', 'no');
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text, answer)), (all) => {
      const some = all.map(([rule, subject, instructions, one]) => judgment(rule, subject, one, instructions));
      const distinct = [...new Map(some.map((one) => [one.key, one])).values()];
      const options = { needed: [], complete: false, recording };
      const { judgments } = updatedJudgments([], distinct, options);
      const written = writtenJudgments(judgments);
      expect(judgmentsFile.parse(JSON.parse(written)).judgments).toEqual(judgments);
      expect(writtenJudgments(updatedJudgments(judgments, [], options).judgments)).toBe(written);
      expect(writtenJudgments(updatedJudgments([], [...distinct].reverse(), options).judgments)).toBe(written);
    }),
  );
});
