import type { Context } from '../context.ts';

const EVENTS: ReadonlySet<string> = new Set(['push', 'workflow_dispatch']);

/** The default branch, where this run may apply; else why it may not. Only what is merged there was reviewed. */
export function defaultBranchOf({
  event,
  ref,
  defaultBranch,
}: Pick<Context, 'event' | 'ref' | 'defaultBranch'>): { branch: string } | { refused: string } {
  if (!EVENTS.has(event)) {
    return { refused: `apply runs on push and workflow_dispatch only, not on ${event || 'an unknown event'}.` };
  }
  if (defaultBranch === null) {
    return { refused: 'The event does not say which branch is the default one, and apply runs on no other.' };
  }
  if (ref !== `refs/heads/${defaultBranch}`) {
    return { refused: `apply runs on the default branch ${defaultBranch} only, not on ${ref || 'an unknown ref'}.` };
  }
  return { branch: defaultBranch };
}
