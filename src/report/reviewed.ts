/** Describes how a plan differs from its review: which changes are refused because of that, and what to do. */
import { count } from '../diagnostics/counts.ts';
import { theirs } from '../diagnostics/message.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import { type ReviewedPair, type ReviewResult, withoutTags } from '../model/review.ts';
import type { AppliedOptions } from './applied.ts';
import { type Block, commandsBlock, paragraph, type TerminalReport, terminalReport } from './document.ts';
import { type Inline, line, look, ruleName } from './inline.ts';
import { changeSection } from './plan.ts';
import { ruleDifferences } from './rule-values.ts';
import { OF_FILES, type Wording } from './wording.ts';

/** Empty if the plan is as reviewed. */
export function reviewReport(
  review: ReviewResult,
  { wording = OF_FILES, sameInboxes = [], base = [] }: Pick<AppliedOptions, 'wording' | 'sameInboxes' | 'base'> = {},
): TerminalReport {
  const { pairs, unreviewed, skipped } = review;
  const title = line`Not as reviewed, and so refused: ${count(pairs.length, 'change')}`;
  return terminalReport(
    [
      ...(pairs.length === 0 ? [] : [{ kind: 'heading', text: title, about: [] } as const]),
      ...pairs.map((pair) => pairSection(pair, wording)),
      ...changeList(line`Not in the review, and so refused`, unreviewed),
      ...changeList(line`Reviewed, and no longer needed`, skipped),
    ],
    pairs.length === 0 && unreviewed.length === 0
      ? []
      : adviceBlocks(review, wording.command, [...base, ...sameInboxes]),
  );
}

function pairSection(pair: ReviewedPair, wording: Wording): Block {
  const { now, reviewed } = pair;
  const digests = [line`reviewed ${theirs(reviewed.digest)}`, line`now      ${theirs(now.digest)}`];
  return {
    ...changeSection([now], undefined, wording),
    summary: ruleName(now),
    body: [...differenceBlocks(pair), ...digests.map((one) => paragraph(one, { tone: 'quiet', detail: 'verbose' }))],
  };
}

function differenceBlocks({ reviewed, now, sameKey }: ReviewedPair): Block[] {
  const side = (title: Inline, then: ShownRule | null, since: ShownRule | null): Block[] => {
    if (then === null || since === null) return [];
    const [before, after] = sameKey ? [then, since] : [withoutTags(then), withoutTags(since)];
    const { fields, actions } = ruleDifferences(before, after);
    if (fields.length === 0 && actions.length === 0) return [];
    return [paragraph(title), { kind: 'rule', before, after, isBelow: true }];
  };
  const what = now.op === 'create' ? line`What it creates` : line`What it makes of the rule`;
  const blocks = [
    ...(reviewed.op === now.op ? [] : [paragraph(line`Reviewed as ${reviewed.op}, now a ${now.op}.`)]),
    ...side(line`The live rule changed since the review:`, reviewed.before, now.before),
    ...side(line`${what} changed since the review:`, reviewed.after, now.after),
    ...(sameKey
      ? []
      : [paragraph(line`Its secrets cannot be compared: the review was made with another key (see below).`)]),
  ];
  return blocks.length > 0 ? blocks : [paragraph(line`It differs in nothing that is shown here.`)];
}

function changeList(title: Inline, changes: readonly Change[]) {
  const entries = changes.map((change) => ({ text: line`${change.op} ${ruleName(change)}` }));
  const text = look('strong', line`${title}: ${count(changes.length, 'change')}`);
  return changes.length === 0 ? [] : [{ kind: 'entries', title: text, entries, most: 10 } as const];
}

function adviceBlocks(review: ReviewResult, command: string, options: readonly string[]): Block[] {
  const { digest, pairs } = review;
  const { plan } = review.of;
  if (plan === null) {
    const lead = line`If the plan as it is now is what you want, carry it out with:`;
    const scope = line`A digest is of a whole plan, of its address and its inboxes: that of another plan allows nothing.`;
    return [paragraph(scope), commandsBlock(lead, [command, '--expect', digest, ...options])];
  }
  const file = copyable(plan.file);
  const id = plan.keyId == null ? [] : line` (keyId ${theirs(plan.keyId)})`;
  const hasKey = pairs.some(({ sameKey }) => !sameKey);
  const key = line`The reviewed plan was made with another key${id}. Set INBOXCTL_SIGNING_KEY (\`signing-key\` in a workflow) to the key of that plan; if it was made without one, use the same API key.`;
  return [
    ...(hasKey ? [paragraph(key)] : []),
    commandsBlock(
      line`${hasKey ? 'Or review' : 'Review'} the plan as it is now, then carry that out:`,
      ['inboxctl plan --output', file, ...options],
      ['inboxctl apply', file, ...options],
    ),
  ];
}

/** Returns a file name that can be pasted into any shell and read twice; else `plan.json`. */
function copyable(file: string): string {
  return /^[\w./][\w./@+-]*$/.test(file) && !file.startsWith('/dev/') ? file : 'plan.json';
}
