/** A plan as it is shown: in the comment, whose first line says what was reviewed, in the summary, and whole in a file. */
import type { Plan } from '../../diagnostics/results.ts';
import { inCode } from '../../report/markdown/escape.ts';
import { planReport } from '../../report/plan.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Job } from '../mode.ts';
import { SUMMARY_ROOM } from '../runner.ts';
import { targetOf, titleOf } from './target.ts';

/** In bytes, the marker line included. GitHub takes 65,536 characters. An apply adds its result. */
const COMMENT_LIMIT = 55_000;

export interface PlanTexts {
  title: string;
  plan: Plan;
  /** May be empty. */
  warning: string;
  headSha: string;
  runUrl: string;
}

/** `warning` is said above everything. */
export function planTexts(
  { inputs, context: { pullRequest, sha, runUrl } }: Pick<Job, 'inputs' | 'context'>,
  plan: Plan,
  warning: string,
): PlanTexts {
  return { title: titleOf(targetOf(inputs)), plan, warning, headSha: pullRequest?.headSha ?? sha, runUrl };
}

/** With the marker line first, and then what is new in this comment. */
export function commentOf(texts: PlanTexts, marker: string, news: string): string {
  return bodyOf(
    texts,
    news === '' ? [marker] : [marker, news],
    COMMENT_LIMIT,
    `the summary of [this run](${texts.runUrl}), and in its \`plan-file\``,
  );
}

/** For the job summary. */
export function summaryOf(texts: PlanTexts): string {
  return bodyOf(texts, [], SUMMARY_ROOM, 'the file that the output `plan-file` names');
}

/** With every change. */
export function wholeOf(texts: PlanTexts): string {
  return bodyOf(texts, [], Number.MAX_SAFE_INTEGER, null);
}

function bodyOf(texts: PlanTexts, first: readonly string[], limit: number, whole: string | null): string {
  const { warning, title, headSha, plan } = texts;
  const commit = `For the commit ${inCode(headSha.slice(0, 7))}.`;
  const head = [...first, warning, title, commit].filter((part) => part !== '').join('\n\n');
  const maxBytes = limit - Buffer.byteLength(head) - '\n\n'.length;
  return `${head}\n\n${printMarkdown(planReport(plan), { maxBytes, whole })}`;
}
