/** Which events and branches a mode runs on. */
import type { Context } from './context.ts';
import type { Inputs } from './inputs.ts';
import { type Ending, refused } from './mode.ts';

/** The mode validate runs on any event. */
export const EVENTS = {
  plan: ['pull_request', 'merge_group', 'workflow_dispatch', 'push'],
  apply: ['push', 'schedule', 'repository_dispatch', 'workflow_dispatch'],
  drift: ['schedule', 'workflow_dispatch', 'push'],
  rollback: ['workflow_dispatch'],
} as const satisfies Partial<Record<Inputs['mode'], readonly string[]>>;

/**
 * Refuses another event, and another branch than the default one: what is there was not merged, and a report of drift must
 * be about what an apply would do. Else null.
 */
export function refusedRun(mode: Inputs['mode'], { event, ref, defaultBranch: branch }: Context): Ending | null {
  if (mode === 'validate') return null;
  const events: readonly string[] = EVENTS[mode];
  if (!events.includes(event)) return refused({ code: 'mode-event', args: { mode, event, events } });
  // The event of a schedule may not name the default branch, and schedules run on no other.
  const isOnDefault = branch !== null && ref === `refs/heads/${branch}`;
  if (mode === 'plan' || event === 'schedule' || isOnDefault) return null;
  return refused({ code: 'mode-branch', args: { mode, branch, ref } });
}
