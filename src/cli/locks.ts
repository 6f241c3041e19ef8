import { inboxId, lockInbox } from '../engine/journal/lock.ts';
import type { NotPlanned } from '../engine/plan-accounts.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OpenAccount } from './project.ts';

export interface Locks {
  /** The accounts that nobody else on this machine changes now. */
  locked: OpenAccount[];
  /** Those that somebody else changes, or whose lock cannot be made. */
  failed: NotPlanned[];
  release: () => void;
}

/**
 * Takes the accounts of a run; locks their inboxes for it. Before anything is planned: a plan made while another run
 * is at work is outdated when that one is done.
 */
export async function lockAccounts(open: readonly OpenAccount[]): Promise<Locks> {
  const locks: Locks = { locked: [], failed: [], release: () => {} };
  const releases: (() => void)[] = [];
  locks.release = () => {
    for (const release of releases) release();
  };
  for (const one of open) {
    const { account, apiKey } = one;
    const lock = await lockInbox(inboxId(account.baseUrl, apiKey));
    if ('release' in lock) {
      releases.push(lock.release);
      locks.locked.push(one);
      continue;
    }
    const problem: Diagnostic =
      'problem' in lock
        ? { ...lock.problem, account: account.name }
        : { code: 'inbox-locked', args: lock, severity: 'error', account: account.name };
    locks.failed.push({ account, problem, failure: null });
  }
  return locks;
}
