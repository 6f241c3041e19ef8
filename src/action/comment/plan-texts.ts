/** The texts that show a plan: the comment, the summary, and the file with the whole plan. */
import { theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, inner, paragraph } from '../../report/document.ts';
import { line, look } from '../../report/inline.ts';
import { type MergedBy, planReport } from '../../report/plan.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Job } from '../mode.ts';
import { targetOf, titleOf } from './target.ts';

/** In bytes, including the marker line. GitHub accepts 65,536 characters, and an apply adds its result. */
const COMMENT_LIMIT = 55_000;

const TO_UNDO = line`run the apply workflow by hand with \`only\``;

/** A plan below its title. `warning` comes first. `merged`: what was merged and not made, by the number of its pull request. */
export function planBlocks(
  { inputs, context: { pullRequest, sha, defaultBranch } }: Pick<Job, 'inputs' | 'context'>,
  plan: Plan,
  { warning = [], merged }: { warning?: readonly Block[]; merged?: MergedBy } = {},
): Block[] {
  const name = pullRequest?.baseRef ?? defaultBranch ?? 'the base';
  const commit = look('code', [theirs((pullRequest?.headSha ?? sha).slice(0, 7))]);
  return [
    ...warning,
    titleOf(targetOf(inputs)),
    paragraph(line`For the commit ${commit}.`),
    inner(planReport(plan, { base: name, toUndo: TO_UNDO, merged })),
  ];
}

/** The body of a comment, with the marker line first. */
export function commentBody(marker: string, blocks: readonly Block[], { runUrl }: Job['context']): string {
  const maxBytes = COMMENT_LIMIT - Buffer.byteLength(marker) - '\n\n'.length;
  const whole = `the summary of [this run](${runUrl}), and in its \`plan-file\``;
  return `${marker}\n\n${printMarkdown({ top: blocks, body: [], next: [] }, { maxBytes, whole })}`;
}

/** The Markdown of a plan with every change. */
export function wholeOf(blocks: readonly Block[]): string {
  return printMarkdown({ top: blocks, body: [], next: [] }, { maxBytes: Number.MAX_SAFE_INTEGER });
}
