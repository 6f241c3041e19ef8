/** What an apply did, for the job summary. */
import type { Plan } from '../../diagnostics/results.ts';
import type { Change, Counts } from '../../model/plan.ts';
import { planDigest } from '../../planning/digest.ts';
import { type AppliedSaid, appliedReport } from '../../report/applied.ts';
import { planReport } from '../../report/plan.ts';
import { markdownLines } from '../../report/print/inline-markdown.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { JobFailure } from '../mode.ts';
import { type ApplyEnd, partOf } from './outcomes.ts';

/** In bytes, of each part: together they are less than a summary may have. */
const LIMIT = 400_000;

export function applySummary(
  title: string,
  plan: Plan | null,
  applied: ApplyEnd | null,
  unreviewed: readonly Change[],
  failure: JobFailure | null,
): string {
  const part = plan === null || applied === null ? null : partOf(plan);
  const parts = [
    ...(part === null ? [] : [`### ${part.head}`, part.unread]),
    ...(applied?.applied == null
      ? []
      : [printMarkdown(appliedReport(applied.applied, ofPart(part !== null)), { maxBytes: LIMIT, whole: null })]),
    ...(plan === null || unreviewed.length === 0
      ? []
      : [
          '### Not carried out',
          printMarkdown(planReport(planOf(plan, unreviewed)), { maxBytes: LIMIT, whole: 'the output `plan-file`' }),
        ]),
  ];
  if (failure !== null) parts.push('### Why this run failed', markdownLines(failure.message).join('\n\n'));
  else if (parts.length === 0) parts.push('The inbox is as declared: there was nothing to apply.');
  return `${[title, ...parts].map((part) => part.trimEnd()).join('\n\n')}\n`;
}

function ofPart(isPart: boolean): AppliedSaid {
  return isPart ? { part: ' of the accounts that were read' } : {};
}

/** A plan of only these changes. */
function planOf(plan: Plan, changes: readonly Change[]): Plan {
  const counted = (summary: Counts, of: readonly Change[]): Counts => {
    const number = (op: Change['op']) => of.filter((change) => change.op === op).length;
    return { ...summary, create: number('create'), replace: number('replace'), delete: number('delete') };
  };
  return {
    ...plan,
    digest: planDigest(changes),
    summary: counted(plan.summary, changes),
    accounts: plan.accounts.map((account) => {
      const of = changes.filter((change) => change.account === account.name);
      return { ...account, summary: counted(account.summary, of) };
    }),
    changes: [...changes],
    notices: [],
  };
}
