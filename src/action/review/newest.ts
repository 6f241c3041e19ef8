/**
 * Whether the commit of the run is the newest of the default branch. A run of an older one, or a run that somebody starts
 * again, would undo what was merged since; the run of the newest commit makes what was reviewed for both.
 */
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { prose } from '../../report/markdown/escape.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import { GitHubError } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { type Failure, gitHubFailure } from './failures.ts';

export type Newest = { kind: 'yes' } | { kind: 'no'; message: string } | { kind: 'unknown'; failure: Failure };

/** Asks GitHub, and not the event: that of a run that is started again says what was the default branch then. */
export async function newestOf({ github, context }: Pick<Job, 'github' | 'context'>): Promise<Newest> {
  try {
    const { branch, sha } = await github.defaultHead();
    if (sha === context.sha && context.ref === `refs/heads/${branch}`) return { kind: 'yes' };
    const message = `Nothing was carried out: this run is of commit ${context.sha.slice(0, 12)}, and ${escapeControl(branch)} is at ${sha.slice(0, 12)} now. The run of that commit applies what is merged. If there is none, run this workflow by hand.`;
    return { kind: 'no', message };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return { kind: 'unknown', failure: gitHubFailure(error, 'the head of the default branch') };
  }
}

/** No failure: the newer run answers for the inbox, and fails where it must. */
export function supersededEnding({ inputs }: Job, message: string, outputs: Ending['outputs']): Ending {
  return {
    failure: null,
    outputs: { ...outputs, superseded: 'true' },
    summary: `${titleOf(targetOf(inputs))}\n\n### Nothing was carried out\n\n${prose(message)}\n`,
    notices: [{ code: 'superseded', severity: 'warning', message }],
  };
}
