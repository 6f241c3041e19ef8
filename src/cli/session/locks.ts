import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inboxId, lockInbox } from '../../engine/journal/lock.ts';
import type { NotPlanned } from '../../engine/plan-accounts.ts';
import type { OpenAccount } from './accounts.ts';

/** The accounts of a run whose inboxes are locked, and why the others are not: somebody else changes them, for one. */
export interface Locked {
  locked: OpenAccount[];
  failed: NotPlanned[];
  release: () => void;
}

/**
 * Locks the inboxes of a run. Before anything is asked of them: a plan made while another run is at work is outdated when
 * that one is done.
 */
export async function lockAccounts(open: readonly OpenAccount[]): Promise<Locked> {
  const locked: OpenAccount[] = [];
  const failed: NotPlanned[] = [];
  const releases: (() => void)[] = [];
  for (const one of open) {
    const { account, apiKey } = one;
    const lock = await lockAccount({ name: account.name, apiKey });
    if ('release' in lock) {
      locked.push(one);
      releases.push(lock.release);
    } else failed.push({ account, problem: lock, failure: null });
  }
  return {
    locked,
    failed,
    release: () => {
      for (const release of releases) release();
    },
  };
}

/** Locks an inbox; or says why that cannot be done. */
export async function lockAccount(inbox: {
  name: string;
  apiKey: string;
}): Promise<{ release: () => void } | Diagnostic> {
  const lock = await lockInbox(inboxId(inbox.apiKey));
  if ('release' in lock) return lock;
  if ('problem' in lock) return { ...lock.problem, account: inbox.name };
  return { code: 'inbox-locked', args: lock, severity: 'error', account: inbox.name };
}
