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
 * Locks the inboxes of a run. Before anything is asked of them: a plan made while another run is at work is outdated when
 * that one is done.
 */
export async function lockAccounts(inboxes: readonly Inbox[]): Promise<Locks> {
  const problems = new Map<string, Diagnostic>();
  const releases: (() => void)[] = [];
  for (const inbox of inboxes) {
    const lock = await lockAccount(inbox);
    if ('release' in lock) releases.push(lock.release);
    else problems.set(inbox.name, lock);
  }
  return {
    problems,
    release: () => {
      for (const release of releases) release();
    },
  };
}

/** Locks an inbox; or says why that cannot be done. */
export async function lockAccount({ name, apiKey }: Inbox): Promise<{ release: () => void } | Diagnostic> {
  const lock = await lockInbox(inboxId(apiKey));
  if ('release' in lock) return lock;
  if ('problem' in lock) return { ...lock.problem, account: name };
  return { code: 'inbox-locked', args: lock, severity: 'error', account: name };
}

/** The open accounts that are locked, and the others as accounts without a plan. */
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
