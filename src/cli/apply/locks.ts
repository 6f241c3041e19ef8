import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inboxId, lockInbox } from '../../engine/journal/lock.ts';
import type { Account } from '../../engine/plan.ts';
import type { NotPlanned } from '../../engine/plan-accounts.ts';

/** An inbox of an account. */
interface Inbox {
  name: string;
  apiKey: string;
}

export interface Locks {
  /** Why an inbox is not locked, by its account: somebody else changes it, or its lock cannot be made. */
  problems: ReadonlyMap<string, Diagnostic>;
  release: () => void;
}

/**
 * Takes the inboxes of a run; locks them for it. Before anything is asked of them: a plan made while another run is at
 * work is outdated when that one is done.
 */
export async function lockAccounts(inboxes: readonly Inbox[]): Promise<Locks> {
  const problems = new Map<string, Diagnostic>();
  const releases: (() => void)[] = [];
  for (const { name, apiKey } of inboxes) {
    const lock = await lockInbox(inboxId(apiKey));
    if ('release' in lock) releases.push(lock.release);
    else if ('problem' in lock) problems.set(name, { ...lock.problem, account: name });
    else problems.set(name, { code: 'inbox-locked', args: lock, severity: 'error', account: name });
  }
  return {
    problems,
    release: () => {
      for (const release of releases) release();
    },
  };
}

/** Takes open accounts and their locks; gives those that are locked, and the others as accounts without a plan. */
export function lockedOf<T extends { account: Account }>(
  open: readonly T[],
  { problems }: Locks,
): { locked: T[]; failed: NotPlanned[] } {
  return {
    locked: open.filter(({ account }) => !problems.has(account.name)),
    failed: open.flatMap(({ account }): NotPlanned[] => {
      const problem = problems.get(account.name);
      return problem === undefined ? [] : [{ account, problem, failure: null }];
    }),
  };
}
