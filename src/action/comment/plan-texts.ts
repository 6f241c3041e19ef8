/** The texts that show a plan: the comment, the summary, and the file with the whole plan. */
import { runByHand } from '../../diagnostics/action.ts';
import { theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, inner, paragraph } from '../../report/document.ts';
import { line, look } from '../../report/inline.ts';
import { type MergedBy, planReport } from '../../report/plan.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Job } from '../mode.ts';
import { type Facts, fitting, signedBody } from './marker.ts';
import { inboxesOf, targetOf, titleOf } from './target.ts';

/** In bytes, including the marker line. GitHub accepts 65,536 characters, and an apply adds its result. */
const COMMENT_LIMIT = 55_000;

/** A plan below its title. `warning` comes first. `merged`: what was merged and not made, by the number of its pull request. */
export function planBlocks(
  { inputs, context: { pullRequest, sha, defaultBranch } }: Pick<Job, 'inputs' | 'context'>,
  plan: Plan,
  { warning = [], merged }: { warning?: readonly Block[]; merged?: MergedBy } = {},
): Block[] {
  const name = pullRequest?.baseRef ?? defaultBranch ?? 'the base';
  const target = targetOf(inputs);
  const commit = look('code', [theirs((pullRequest?.headSha ?? sha).slice(0, 7))]);
  return [
    ...warning,
    titleOf(target),
    paragraph(line`For the commit ${commit}.`),
    inner(planReport(plan, { base: name, inboxes: inboxesOf(target), toUndo: runByHand, merged })),
  ];
}

/** The body of a comment that shows a plan, signed with `key`. */
export function commentBody(facts: Facts, blocks: readonly Block[], { runUrl }: Job['context'], key: string): string {
  const whole = `the summary of [this run](${runUrl}), and in its \`plan-file\``;
  const within = (room: number) => {
    const maxBytes = room - '\n'.length;
    return `\n${printMarkdown({ top: blocks, body: [], next: [] }, { maxBytes, whole })}`;
  };
  return signedBody(fitting(facts), { maxBytes: COMMENT_LIMIT, within }, key);
}

/** The Markdown of a plan with every change. */
export function wholeOf(blocks: readonly Block[]): string {
  return printMarkdown({ top: blocks, body: [], next: [] }, { maxBytes: Number.MAX_SAFE_INTEGER });
}
