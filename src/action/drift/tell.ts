/** Where drift is told: an issue, a pull request, or nowhere but in the summary; and that it is over. */
import { type Parts, plain, say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import type { Target } from '../comment/marker.ts';
import { targetOf } from '../comment/target.ts';
import { type GitHub, GitHubError } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { adoptionOf } from './adoption.ts';
import { closeIssues, reportInIssue } from './issue.ts';
import { closePullRequests, reportInPullRequest } from './pull-request.ts';
import { issueText, pullRequestText, type TitledText } from './report.ts';
import { reportedIn } from './reported.ts';

export interface Report {
  /** Markdown for the summary: where it was reported. */
  lines: string[];
  /** Why it could not be told. */
  failure: Ending['failure'];
}

const NOWHERE: Report = { lines: [], failure: null };

/** `plan` knows at least one account. Drift that cannot be reported is a failure; the summary still shows it. */
export async function tell(job: Job, plan: Plan): Promise<Report> {
  const { driftReport } = job.inputs;
  if (driftReport === 'none') return NOWHERE;
  const target = targetOf(job.inputs);
  try {
    if (!plan.complete) return await byIssue(job, target, plan, driftReport === 'issue' ? [] : [PARTIAL]);
    if (plan.changes.length === 0) return await close(job, target);
    return await (driftReport === 'issue' ? byIssue(job, target, plan, []) : byPullRequest(job, target, plan));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return untold(error, plan);
  }
}

async function close({ github, inputs, context }: Job, target: Target): Promise<Report> {
  const why = `**The inbox is as its files say again**, as [this run](${context.runUrl}) found.`;
  if (inputs.driftReport === 'issue') await closeIssues(github, target, why);
  else {
    await closePullRequests(github, target, why);
    await closeLeftIssues(github, target, why);
  }
  return NOWHERE;
}

async function byIssue({ github }: Job, target: Target, plan: Plan, unadopted: Parts[]): Promise<Report> {
  const url = await reportInIssue(github, target, (open) => {
    return plan.complete ? issueText(target, plan, unadopted) : partialText(target, plan, unadopted, open);
  });
  return { lines: url === null ? [] : [`This is kept in [an issue](${url}).`, ''], failure: null };
}

/** What is known, and what was reported before of the rest; null where that is nothing new, or not told apart. */
function partialText(target: Target, plan: Plan, unadopted: Parts[], open: string | null): TitledText | null {
  const before = open === null ? [] : reportedIn(open);
  if (before === null || (open === null && plan.changes.length === 0)) return null;
  const unknown = new Set(plan.accounts.flatMap(({ name, error }) => (error === undefined ? [] : name)));
  return issueText(
    target,
    plan,
    unadopted,
    before.filter(({ account }) => unknown.has(account)),
  );
}

const PARTIAL = say`Not all accounts could be compared.`;

const OUTDATED =
  'What this pull request adopted is not what the inbox has now. An issue says what differs, and why no pull request adopts it.';

async function byPullRequest(job: Job, target: Target, plan: Plan): Promise<Report> {
  const { github, context } = job;
  const adoption = await adoptionOf(job);
  if (adoption.kind === 'failed') return { lines: [], failure: adoption.failure };
  if (adoption.kind === 'none') {
    for (const why of adoption.why) job.log(`No pull request can adopt this: ${plain(why)}`);
    const told = await byIssue(job, target, plan, adoption.why);
    await closePullRequests(github, target, OUTDATED);
    return told;
  }
  const branch = context.defaultBranch ?? context.ref.replace(/^refs\/heads\//, '');
  const text = { ...pullRequestText(target, plan, adoption), files: adoption.files };
  const { url, left } = await reportInPullRequest(github, target, { branch, sha: context.sha }, text);
  await closeLeftIssues(github, target, `A pull request adopts this now: ${url}`);
  const lines = [`[A pull request](${url}) adopts this.`, '', ...(left === null ? [] : [left, ''])];
  return { lines, failure: null };
}

/** No permission, or a repository without issues. */
const CLOSED_TO_US: ReadonlySet<number> = new Set([403, 404, 410]);

/** Of a time when no pull request could be made. Jobs that only make pull requests need no permission for issues. */
async function closeLeftIssues(github: GitHub, target: Target, why: string): Promise<void> {
  try {
    await closeIssues(github, target, why);
  } catch (error) {
    if (!(error instanceof GitHubError) || !CLOSED_TO_US.has(error.status ?? 0)) throw error;
  }
}

function untold({ told, reason }: GitHubError, { changes }: Plan): Report {
  const what =
    changes.length > 0
      ? say`There is drift, and it could not be reported where people see it`
      : say`There is no drift, and what was reported earlier could not be closed`;
  return {
    lines: [`${plain(what)}: the error of this job says why.`, ''],
    failure: { reason, message: say`${what}. ${told}` },
  };
}
