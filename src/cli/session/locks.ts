import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inboxId, lockInbox } from '../../engine/lock.ts';
import { type ClosedAccount, failedAccount, type OpenAccount } from './accounts.ts';

/** The accounts of a run whose inboxes are locked, and those that could not be: another run may be changing them. */
export type Locked = { locked: OpenAccount[]; failed: ClosedAccount[]; release: () => void };

/** Locks the inboxes of a run, before live rules are read: another run at work would outdate the plan. */
export async function lockAccounts(open: readonly OpenAccount[]): Promise<Locked> {
  const locked: OpenAccount[] = [];
  const failed: ClosedAccount[] = [];
  const releases: (() => void)[] = [];
  for (const one of open) {
    const { account, connection } = one;
    const lock = await lockInbox(inboxId(connection.apiKey));
    if ('release' in lock) {
      locked.push(one);
      releases.push(lock.release);
    } else {
      const problem: Diagnostic =
        'problem' in lock ? lock.problem : { code: 'inbox-locked', args: lock, severity: 'error' };
      failed.push(failedAccount({ account, problem: { ...problem, account: account.name }, failure: null }));
    }
  }
  return {
    locked,
    failed,
    release: () => {
      for (const release of releases) release();
    },
  };
}
