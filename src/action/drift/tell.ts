/**
 * Reports drift in an issue, in a pull request, or only in the summary, and closes the report once the drift is gone.
 */
import { type Parts, plain, say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Inline, line, link, look } from '../../report/document.ts';
import type { Target } from '../comment/marker.ts';
import { targetOf } from '../comment/target.ts';
import { isSameText } from '../github/answers.ts';
import { type GitHub, GitHubError, type Issue, onGitHubError } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { adoptionOf } from './adoption.ts';
import { closePullRequests, reportInPullRequest } from './pull-request.ts';
import { closedBody, issueText, pullRequestText, reportedIn, type TitledText } from './report.ts';
import { isAbout } from './target.ts';

export interface Told {
  /** Where the drift was reported, for the summary. */
  where: readonly Inline[];
  /** Why it could not be reported. */
  failure: Ending['failure'];
}

const NOWHERE: Told = { where: [], failure: null };

/** `plan` has at least one account that was read. If drift cannot be reported, the job fails; the summary shows it. */
export async function tell(job: Job, plan: Plan): Promise<Told> {
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

async function close({ github, inputs, context }: Job, target: Target): Promise<Told> {
  const again = look('strong', line`The inbox is as its files say again`);
  const why = line`${again}, as ${link(line`this run`, context.runUrl)} found.`;
  if (inputs.driftReport === 'issue') await closeIssues(github, target, why);
  else {
    await closePullRequests(github, target, why);
    await closeLeftIssues(github, target, why);
  }
  return NOWHERE;
}

/** Keeps the newest issue of the target: opens, edits or reopens it. */
async function byIssue({ github }: Job, target: Target, plan: Plan, unadopted: Parts[]): Promise<Told> {
  const [newest] = await issuesOf(github, target);
  const open = newest?.state === 'open' ? newest : null;
  const text = plan.complete
    ? issueText(target, plan, unadopted)
    : partialText(target, plan, unadopted, open?.body ?? null);
  const url = text === null ? (open?.url ?? null) : await writeIssue(github, newest, text);
  return { where: url === null ? [] : [line`This is kept in ${link(line`an issue`, url)}.`], failure: null };
}

/**
 * The issue if some accounts could not be read: their part is taken from the last report. Null if there is nothing new,
 * or if the last report cannot be read back.
 */
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

/** Returns the URL of the issue. */
async function writeIssue(github: GitHub, found: Issue | undefined, { title, body }: TitledText): Promise<string> {
  if (found === undefined) return (await github.createIssue(title, body)).url;
  const isSame = found.title === title && isSameText(found.body, body);
  if (!isSame || found.state === 'closed') await github.updateIssue(found.number, { title, body, state: 'open' });
  return found.url;
}

/** Finds our issues by marker and author, because anybody can copy a marker. */
async function issuesOf(github: GitHub, target: Target): Promise<Issue[]> {
  const login = await github.viewer();
  const issues = await github.issuesOf(login);
  return issues.filter(({ author, body }) => author === login && isAbout(body, target));
}

async function closeIssues(github: GitHub, target: Target, why: Inline): Promise<void> {
  for (const { number, state } of await issuesOf(github, target)) {
    if (state === 'open') await github.updateIssue(number, { body: closedBody(target, why), state: 'closed' });
  }
}

const PARTIAL = say`Not all accounts could be compared.`;

const OUTDATED = line`What this pull request adopted is not what the inbox has now. An issue says what differs, and why no pull request adopts it.`;

async function byPullRequest(job: Job, target: Target, plan: Plan): Promise<Told> {
  const { github, context } = job;
  const adoption = await adoptionOf(job);
  if (adoption.kind === 'failed') return { where: [], failure: adoption.failure };
  if (adoption.kind === 'none') {
    for (const why of adoption.why) job.log(`No pull request can adopt this: ${plain(why)}`);
    const told = await byIssue(job, target, plan, adoption.why);
    await closePullRequests(github, target, OUTDATED);
    return told;
  }
  const branch = context.defaultBranch ?? context.ref.replace(/^refs\/heads\//, '');
  const base = { branch, sha: context.sha };
  const { url, left } = await reportInPullRequest(github, target, base, adoption.files, (others) =>
    pullRequestText(target, plan, { ...adoption, left: others }),
  );
  const adopting = link(line`A pull request`, url);
  await closeLeftIssues(github, target, line`${adopting} adopts this now.`);
  return { where: [line`${adopting} adopts this.`, ...(left.length === 0 ? [] : [left])], failure: null };
}

/** The statuses for a missing permission and for a repository without issues. */
const CLOSED_TO_US = [403, 404, 410] as const;

/**
 * Closes issues of earlier runs that could not open a pull request. A missing permission is ignored: jobs that only
 * open pull requests need none for issues.
 */
async function closeLeftIssues(github: GitHub, target: Target, why: Inline): Promise<void> {
  await closeIssues(github, target, why).catch(onGitHubError(() => {}, ...CLOSED_TO_US));
}

function untold({ explanation, reason }: GitHubError, { changes }: Plan): Told {
  const what =
    changes.length > 0
      ? say`There is drift, and it could not be reported where people see it`
      : say`There is no drift, and what was reported earlier could not be closed`;
  return {
    where: [line`${what}: the error of this job says why.`],
    failure: { reason, message: say`${what}. ${explanation}` },
  };
}
