/**
 * Asks the judge about every mail whose tests need an answer. A single failure does not stop it. Several do, since each
 * question takes time and may cost money. Answers so far are always returned. Each answer is checked before it counts.
 */
import pMap from 'p-map';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Asking } from '../mail/judgments.ts';
import { jsonIn } from '../model/json.ts';
import { type Judge, type JudgeAnswer, type JudgeRequest, judgeAnswer } from '../model/judgments.ts';
import { nearest } from '../model/nearest.ts';
import { type JudgeContext, runJudge } from './judge/run.ts';

const AT_ONCE = 4;
const MOST_FAILURES = 5;

/** The results, in the order of the questions. */
export interface Judged {
  answered: { asking: Asking; answer: JudgeAnswer }[];
  failed: { asking: Asking; finding: Finding }[];
  /** How many questions were not asked, or were interrupted. */
  left: number;
}

/** Runs the judge once per question, several at a time. Calls `onEnd` after each run. */
export async function askJudge(
  askings: readonly Asking[],
  judge: Judge,
  context: JudgeContext,
  onEnd: (how: 'answered' | 'failed') => void,
): Promise<Judged> {
  let failures = 0;
  const ends = await pMap(
    askings,
    async (asking) => {
      if (context.signal.aborted || failures >= MOST_FAILURES) return null;
      const end = await answerTo(asking, judge, context);
      if (end === null) return null;
      const isAnswer = 'answer' in end;
      // If the judge cannot be started, another try would fail too.
      if (!isAnswer) failures += end.code === 'judge-not-started' ? MOST_FAILURES : 1;
      onEnd(isAnswer ? 'answered' : 'failed');
      return isAnswer ? { asking, answer: end.answer } : { asking, finding: end };
    },
    { concurrency: AT_ONCE },
  );
  return {
    answered: ends.filter((end) => end?.answer !== undefined),
    failed: ends.filter((end) => end?.finding !== undefined),
    left: ends.filter((end) => end === null).length,
  };
}

/** The judge's answer, or why there is none. Null if interrupted. */
async function answerTo(
  { mail, rules }: Asking,
  judge: Judge,
  context: JudgeContext,
): Promise<{ answer: JudgeAnswer } | Finding | null> {
  const request: JudgeRequest = { mail, rules };
  const end = await runJudge(judge, `${JSON.stringify(request)}\n`, context);
  return typeof end === 'string' ? answerIn(end, request) : end;
}

/** Reads the answer from the judge's output, or says what is wrong. It may only name rules that it was asked about. */
function answerIn(text: string, { rules }: Pick<JudgeRequest, 'rules'>): { answer: JudgeAnswer } | Finding {
  const json = jsonIn(text.replace(/^\uFEFF/, ''));
  if (json === undefined) return { code: 'judge-not-json', args: { written: text.trim() } };
  const { data: answer, error } = judgeAnswer.safeParse(json);
  if (error !== undefined) return wrong(error.issues[0], json);
  const asked = rules.map(({ name }) => name);
  const unknown = answer.matches.find((name) => !asked.includes(name));
  if (unknown === undefined) return { answer };
  return { code: 'judge-unknown-rule', args: { name: unknown, asked, proposal: nearest(unknown, asked, 2) } };
}

type Issue = NonNullable<ReturnType<typeof judgeAnswer.safeParse>['error']>['issues'][number];

/** What is wrong with an answer. An unknown key is reported first: it may be a misspelled `matches`. */
function wrong(issue: Issue | undefined, json: unknown): Finding<'judge-wrong-answer'> {
  const keys = Object.keys(judgeAnswer.shape);
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  const unknown = isObject ? Object.keys(json).find((key) => !keys.includes(key)) : undefined;
  if (unknown !== undefined) {
    return {
      code: 'judge-wrong-answer',
      args: { key: unknown, problem: 'unknown', proposal: nearest(unknown, keys, 2) },
    };
  }
  const key = issue?.path.join('.') ?? '';
  const problem = isObject && !Object.hasOwn(json, key) && !key.includes('.') ? 'missing' : 'wrong';
  return { code: 'judge-wrong-answer', args: { key, problem, proposal: null } };
}
