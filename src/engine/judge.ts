/**
 * Asks the judge about every mail whose tests need an answer. One failure does not stop the other questions. Several do, since
 * each question takes time and may cost money. The answers so far are returned in any case.
 */
import pMap from 'p-map';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Asking } from '../mail/judgments.ts';
import type { Judge, JudgeAnswer, JudgeRequest } from '../model/judgments.ts';
import { answerIn } from './judge/answer.ts';
import { type JudgeContext, runJudge } from './judge/run.ts';

const AT_ONCE = 4;
const MOST_FAILURES = 5;

/** What became of the askings, in their order. */
export interface Judged {
  answered: { asking: Asking; answer: JudgeAnswer }[];
  failed: { asking: Asking; finding: Finding }[];
  /** How many were not asked, or were interrupted. */
  left: number;
}

/** Runs the judge once for each asking, several at a time. `onEnd` is called after each run. */
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
      // If it cannot be started, another try would fail in the same way.
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

/** The judge's answer, why there is none, or null if it was interrupted. */
async function answerTo(
  { mail, rules }: Asking,
  judge: Judge,
  context: JudgeContext,
): Promise<{ answer: JudgeAnswer } | Finding | null> {
  const request: JudgeRequest = { mail, rules };
  const end = await runJudge(judge, `${JSON.stringify(request)}\n`, context);
  return typeof end === 'string' ? answerIn(end, request) : end;
}
