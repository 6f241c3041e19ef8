/** The job summary of an apply. */
import { scopeOf } from '../../diagnostics/commands.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { planDigest } from '../../model/digest.ts';
import type { Change } from '../../model/plan.ts';
import { appliedReport } from '../../report/applied.ts';
import { type Block, headingOf, inner, paragraph } from '../../report/document.ts';
import { line, messageLine } from '../../report/inline.ts';
import { planReport } from '../../report/plan.ts';
import { withChanges } from '../../report/plan-view.ts';
import { OF_FILES } from '../../report/wording.ts';
import type { Target } from '../comment/marker.ts';
import { inboxesOf, titleOf } from '../comment/target.ts';
import { type JobFailure, whyFailed } from '../mode.ts';
import { heldNotice } from './failures.ts';
import { type ApplyEnd, isLimited, partOf } from './outcomes.ts';
import type { Verdict } from './verdict.ts';

export function applySummary(
  target: Target,
  plan: Plan | null,
  applied: ApplyEnd | null,
  { unreviewed, held }: Verdict,
  failure: JobFailure | null,
): Block[] {
  const part = plan === null || applied === null ? null : partOf(plan);
  const blocks: Block[] = part === null ? [] : [headingOf(part.head), paragraph(part.unread)];
  if (applied?.applied != null) {
    const notCovered = { unread: part !== null, held: held.length > 0 };
    blocks.push(inner(appliedReport(applied.applied, { notCovered })));
  }
  if (plan !== null && unreviewed.length > 0) {
    blocks.push(headingOf(line`Not carried out`), inner(planReport(planOf(plan, unreviewed), { wording: OF_PART })));
  }
  if (plan !== null && held.length > 0) {
    const notice = heldNotice(held, scopeOf(plan, held, inboxesOf(target)));
    blocks.push(headingOf(line`Not from this change, and left alone`), paragraph(messageLine(notice)));
    blocks.push(inner(planReport(planOf(plan, held), { wording: OF_PART })));
  }
  blocks.push(...whyFailed(failure));
  if (blocks.length === 0) blocks.push(paragraph(plan !== null && isLimited(plan) ? NOTHING_OF_THESE : NOTHING));
  return [titleOf(target), ...blocks];
}

/** What is said of the parts of a plan that were not carried out says how to keep rules. */
const OF_PART = { ...OF_FILES, keeps: false };

const NOTHING = line`The inbox is as declared: there was nothing to apply.`;
const NOTHING_OF_THESE = line`The rules of the input \`only\` are as declared: there was nothing to apply. Others differ.`;

function planOf(plan: Plan, changes: readonly Change[]): Plan {
  const plain = changes.map(({ origin: _, ...change }) => change);
  return { ...withChanges(plan, plain), digest: planDigest(changes, plan.accounts), notices: [] };
}
