/**
 * Recorded judgments: which one answers a question, which questions are open, and what an update changes. A judgment is looked
 * up by the digest of instructions and mail. Edited instructions have none until the judge is asked again.
 */
import { cut } from '../diagnostics/message.ts';
import { compareText } from '../model/compare-text.ts';
import { digestOf } from '../model/digest.ts';
import type { Answer, JudgeRequest, Judgment, Question } from '../model/judgments.ts';
import { HEADER_KEYS, type Mail, mailOf } from '../model/mail.ts';
import { recordOf } from '../model/record-of.ts';

/** Whether the AI finds that instructions fit a mail. Undefined: not known. */
export type AnswerFor = (instructions: string, mail: Mail) => boolean | undefined;

/** Looks answers up in recorded judgments. */
export function answersOf(judgments: readonly Judgment[]): AnswerFor {
  const known = new Map(judgments.map(({ key, answer }) => [key, answer === 'yes']));
  if (known.size === 0) return () => undefined;
  return (instructions, mail) => known.get(judgmentKey({ instructions, mail }));
}

/** One question to the judge, and the questions of tests that its answer settles. */
export interface Asking extends JudgeRequest {
  questions: Question[];
}

/**
 * The questions without a judgment, each once. As the service asks its AI once for each mail, one asking has all rules of an
 * account that need an answer for a mail. `shown` hides secrets from the judge.
 */
export function openQuestions(
  questions: readonly Question[],
  judgments: readonly Judgment[],
  shown: Recording['shown'],
): Asking[] {
  const known = new Set(judgments.map(({ key }) => key));
  const askings = new Map<string, Asking>();
  for (const question of questions) {
    const key = judgmentKey(question);
    if (known.has(key)) continue;
    known.add(key);
    const { account, rule: name, instructions, mail } = question;
    const group = `${mailDigest(mail)} ${account}`;
    const asking = askings.get(group) ?? { mail: shownMail(mail, shown), rules: [], questions: [] };
    askings.set(group, asking);
    asking.rules.push({ name: shown(name), instructions });
    asking.questions.push(question);
  }
  return [...askings.values()];
}

/** How the texts of a judgment are recorded. */
export interface Recording {
  /** Hides secrets. */
  shown: (text: string) => string;
  /** Whether subjects are recorded. */
  subjects: boolean;
}

/** In characters. */
const LONGEST_SUBJECT = 100;

/** The judgment that records an answer to a question. */
export function judgmentOf(question: Question, answer: Answer, { shown, subjects }: Recording): Judgment {
  const { rule, mail } = question;
  return {
    rule: shown(rule),
    ...(subjects && { subject: cut(shown(mail.subject), LONGEST_SUBJECT) }),
    answer,
    mail: mailDigest(mail),
    key: judgmentKey(question),
  };
}

/** The effect of an update on a file of judgments. */
export interface JudgmentsUpdate {
  /** The new content of the file, in its order. */
  judgments: Judgment[];
  /** The new judgments whose rule had the opposite answer for the same mail, under other instructions. */
  changed: Judgment[];
  removed: Judgment[];
}

/**
 * Adds the judgments `answered` to those of a file. `needed`: the questions of all tests; their judgments get the current names
 * of the rules. `complete`: `needed` has every question to this file, so judgments that answer none of them are removed.
 */
export function updatedJudgments(
  before: readonly Judgment[],
  answered: readonly Judgment[],
  { needed, complete, recording }: { needed: readonly Question[]; complete: boolean; recording: Recording },
): JudgmentsUpdate {
  const questions = new Map([...needed].reverse().map((one) => [judgmentKey(one), one]));
  const stays = ({ key }: Judgment) => !complete || questions.has(key);
  const renamed = (one: Judgment) => {
    const question = questions.get(one.key);
    return question === undefined ? one : judgmentOf(question, one.answer, recording);
  };
  const earlier = new Map(before.map((one) => [ruleAndMail(one), one.answer]));
  const isOther = (one: Judgment) => (earlier.get(ruleAndMail(one)) ?? one.answer) !== one.answer;
  return {
    judgments: [...before.filter(stays).map(renamed), ...answered].sort(compared),
    changed: answered.filter(isOther),
    removed: before.filter((one) => !stays(one)),
  };
}

function ruleAndMail({ rule, mail }: Judgment): string {
  return `${mail} ${rule}`;
}

/** Sorts by what people look for. The key makes the order unambiguous. */
function compared(a: Judgment, b: Judgment): number {
  return compareText(a.rule, b.rule) || compareText(a.subject ?? '', b.subject ?? '') || compareText(a.key, b.key);
}

/** The text of the file. Each judgment has a line of its own, so that a diff shows which ones changed. */
export function writtenJudgments(judgments: readonly Judgment[]): string {
  const lines = judgments.map(({ rule, subject, answer, mail, key }) => {
    return `    ${plainJson({ rule, subject, answer, mail, key })}`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  return `{\n  "formatVersion": 1,\n  "judgments": ${list}\n}\n`;
}

// Subjects come from strangers: characters that a reviewer cannot see are written as escapes.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

function plainJson(value: unknown): string {
  const escaped = (character: string) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('');
  return JSON.stringify(value).replace(INVISIBLE, escaped);
}

// Other keys of a mail must not get into a digest.
function judgmentKey({ instructions, mail }: Pick<Question, 'instructions' | 'mail'>): string {
  return digestOf({ instructions, mail: mailOf(mail) });
}

function mailDigest(mail: Mail): string {
  return digestOf(mailOf(mail)).slice('sha256:'.length, 'sha256:'.length + 16);
}

function shownMail(mail: Mail, shown: Recording['shown']): Mail {
  return { ...recordOf(HEADER_KEYS, (key) => shown(mail[key])), reply: mail.reply };
}
