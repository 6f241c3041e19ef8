/** Reports drift in an issue, or only in the summary, and closes the issue once the drift is gone. */
import { say } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Inline, line, link, look } from '../../report/inline.ts';
import type { MergedBy } from '../../report/plan.ts';
import type { Target } from '../comment/marker.ts';
import { targetOf } from '../comment/target.ts';
import { type Issue, isSameText } from '../github/answers.ts';
import type { GitHub } from '../github/client.ts';
import { type GitHubError, onGitHubError } from '../github/errors.ts';
import type { Ending, Job } from '../mode.ts';
import { closedBody, isAbout, issueText, type ReportFacts, reportedIn, type TitledText } from './report.ts';

export interface Told {
  /** Where the drift was reported, for the summary; null if nowhere. */
  where: Inline | null;
  failure: Ending['failure'];
  since?: ReportFacts['since'];
}

/** If drift cannot be reported, the job fails; the summary shows it. */
export async function reportDrift({ github, inputs, context, now }: Job, plan: Plan, merged: MergedBy): Promise<Told> {
  const target = targetOf(inputs);
  const isDrift = !plan.complete || plan.changes.length > 0;
  const told = isDrift ? keepIssue({ github, now }, target, plan, merged) : closeIssues(github, target, context.runUrl);
  return told.catch(onGitHubError((error) => untold(error, plan)));
}

async function keepIssue(
  { github, now }: Pick<Job, 'github' | 'now'>,
  target: Target,
  plan: Plan,
  merged: MergedBy,
): Promise<Told> {
  const [newest] = await issuesOf(github, target);
  const open = newest?.state === 'open' ? newest : null;
  const facts = factsOf(plan, open?.body ?? null, new Date(now()).toISOString().slice(0, 10));
  // The report of an earlier run would be lost.
  if (facts === null && open !== null) return toldIn(open.url);
  const url = await writeIssue(github, newest, issueText(target, plan, { ...NO_FACTS, ...facts, merged }));
  return { ...toldIn(url), since: facts?.since ?? {} };
}

function toldIn(url: string): Told {
  return { where: line`This is kept in ${link(line`an issue`, url)}.`, failure: null };
}

const NO_FACTS = { kept: [], since: {} };

/** What the last report says of accounts that could not be read now. Null if that is needed and cannot be read. */
function factsOf(plan: Plan, open: string | null, today: string): Omit<ReportFacts, 'merged'> | null {
  if (plan.complete) return NO_FACTS;
  const before = open === null ? { changes: [], since: {} } : reportedIn(open);
  if (before === null) return null;
  const unread = plan.accounts.flatMap(({ name, error }) => (error === undefined ? [] : name));
  const sinceOf = new Map(Object.entries(before.since));
  return {
    kept: before.changes.filter(({ account }) => unread.includes(account)),
    since: Object.fromEntries(unread.map((name) => [name, sinceOf.get(name) ?? today])),
  };
}

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

async function closeIssues(github: GitHub, target: Target, runUrl: string): Promise<Told> {
  const again = look('strong', line`The inbox is as its files say again`);
  const body = closedBody(target, line`${again}, as ${link(line`this run`, runUrl)} found.`);
  for (const { number, state } of await issuesOf(github, target)) {
    if (state === 'open') await github.updateIssue(number, { body, state: 'closed' });
  }
  return { where: null, failure: null };
}

function untold({ explanation, reason }: GitHubError, { changes }: Plan): Told {
  const what =
    changes.length > 0
      ? say`There is drift, and it could not be reported where people see it`
      : say`There is no drift, and what was reported earlier could not be closed`;
  return {
    where: line`${what}: the error of this job says why.`,
    failure: { reason, message: say`${what}. ${explanation}` },
  };
}
