/** What an apply did, for the job summary. */
import type { Change, Counts, PlanDocument } from '../../model/plan.ts';
import { planDigest } from '../../planning/digest.ts';
import { markdownApplied } from '../../report/markdown/applied.ts';
import { prose } from '../../report/markdown/escape.ts';
import { markdownPlan } from '../../report/markdown/plan.ts';
import type { JobFailure } from '../mode.ts';
import { type ApplyEnd, partOf } from './outcomes.ts';

/** In bytes, of each part: together they are less than a summary may have. */
const LIMIT = 400_000;

export function applySummary(
  title: string,
  plan: PlanDocument | null,
  applied: ApplyEnd | null,
  unreviewed: readonly Change[],
  failure: JobFailure | null,
): string {
  const part = plan === null || applied === null ? null : partOf(plan);
  const parts = [
    ...(part === null ? [] : [`### ${part.head}`, part.unread]),
    ...(applied?.document == null
      ? []
      : [markdownApplied(applied.document, { maxBytes: LIMIT, isPart: part !== null })]),
    ...(plan === null || unreviewed.length === 0
      ? []
      : [
          '### Not carried out',
          markdownPlan(planOf(plan, unreviewed), { maxBytes: LIMIT, whole: 'the output `plan-file`' }),
        ]),
  ];
  if (failure !== null) parts.push(...['### Why this run failed', failure.message.split('\n').map(prose).join('\n\n')]);
  else if (parts.length === 0) parts.push('The inbox is as declared: there was nothing to apply.');
  return `${[title, ...parts].map((part) => part.trimEnd()).join('\n\n')}\n`;
}

/** A plan of only these changes. */
function planOf(plan: PlanDocument, changes: readonly Change[]): PlanDocument {
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
