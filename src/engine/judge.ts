/**
 * Asks the judge about every mail that a test needs it for. A failure does not stop the other questions, but several do, since
 * every question takes time and may cost money. Answers are kept in any case.
 */
import pMap from 'p-map';
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Asking } from '../mail/judgments.ts';
import type { Judge, JudgeAnswer, JudgeRequest } from '../model/judgments.ts';
import { answerIn } from './judge/answer.ts';
import { runJudge, type Surroundings } from './judge/run.ts';

const AT_ONCE = 4;
const MOST_FAILURES = 5;

/** In the order of what was asked. */
export interface Judged {
  answered: { asking: Asking; answer: JudgeAnswer }[];
  failed: { asking: Asking; finding: Finding }[];
  /** How many have neither: not asked, or interrupted. */
  left: number;
}

/** Calls `told` for each mail that the judge is done with. */
export async function askJudge(
  askings: readonly Asking[],
  judge: Judge,
  around: Surroundings,
  told: (how: 'answered' | 'failed') => void,
): Promise<Judged> {
  let failures = 0;
  const ends = await pMap(
    askings,
    async (asking) => {
      if (around.signal.aborted || failures >= MOST_FAILURES) return null;
      const end = await answerTo(asking, judge, around);
      if (end === null) return null;
      const isAnswer = 'answer' in end;
      // Where it cannot be started, another try would end in the same way.
      if (!isAnswer) failures += end.code === 'judge-not-started' ? MOST_FAILURES : 1;
      told(isAnswer ? 'answered' : 'failed');
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

async function answerTo(
  { mail, rules }: Asking,
  judge: Judge,
  around: Surroundings,
): Promise<{ answer: JudgeAnswer } | Finding | null> {
  const request: JudgeRequest = { mail, rules };
  const end = await runJudge(judge, `${JSON.stringify(request)}\n`, around);
  return typeof end === 'string' ? answerIn(end, request) : end;
}
