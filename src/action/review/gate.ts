/**
 * Whether a run may apply: only on the default branch, and only its newest commit. A run of an older one, or a run that
 * somebody starts again, would undo what was merged since; the run of the newest commit makes what was reviewed for both.
 */
import { type Parts, say, theirs } from '../../diagnostics/message.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import type { Context } from '../context.ts';
import { GitHubError } from '../github/port.ts';
import type { Ending, Job, JobFailure } from '../mode.ts';
import { gitHubFailure } from './failures.ts';

const EVENTS: ReadonlySet<string> = new Set(['push', 'workflow_dispatch']);

/** The default branch, where this run may apply; else why it may not. Only what is merged there was reviewed. */
export function defaultBranchOf({
  event,
  ref,
  defaultBranch,
}: Pick<Context, 'event' | 'ref' | 'defaultBranch'>): { branch: string } | { refused: Parts } {
  if (!EVENTS.has(event)) {
    return {
      refused: say`apply runs on push and workflow_dispatch only, not on ${event === '' ? 'an unknown event' : theirs(event)}.`,
    };
  }
  if (defaultBranch === null) {
    return { refused: say`The event does not say which branch is the default one, and apply runs on no other.` };
  }
  if (ref !== `refs/heads/${defaultBranch}`) {
    return {
      refused: say`apply runs on the default branch ${theirs(defaultBranch)} only, not on ${ref === '' ? 'an unknown ref' : theirs(ref)}.`,
    };
  }
  return { branch: defaultBranch };
}

export type Newest = { kind: 'yes' } | { kind: 'no'; message: Parts } | { kind: 'unknown'; failure: JobFailure };

/** Asks GitHub and not the event, which in a run that is started again says what the default branch was then. */
export async function newestOf({ github, context }: Pick<Job, 'github' | 'context'>): Promise<Newest> {
  try {
    const { branch, sha } = await github.defaultHead();
    if (sha === context.sha && context.ref === `refs/heads/${branch}`) return { kind: 'yes' };
    const message = say`Nothing was carried out: this run is of commit ${theirs(context.sha.slice(0, 12))}, and ${theirs(branch)} is at ${theirs(sha.slice(0, 12))} now. The run of that commit applies what is merged. If there is none, run this workflow by hand.`;
    return { kind: 'no', message };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { kind: 'unknown', failure: gitHubFailure(error, say`the head of the default branch`) };
  }
}

/** No failure: the newer run answers for the inbox, and fails where it must. */
export function supersededEnding({ inputs }: Job, message: Parts, outputs: Ending['outputs']): Ending {
  return {
    failure: null,
    outputs: { ...outputs, superseded: 'true' },
    summary: `${titleOf(targetOf(inputs))}\n\n### Nothing was carried out\n\n${inlineMarkdown(message)}\n`,
    notices: [{ code: 'superseded', args: { said: message }, severity: 'warning' }],
  };
}
