/** When an apply reads the live rules: how fresh they must be, when the next read may be sent, and when to give up. */
import type { LiveRule } from '../../model/rule.ts';
import { pauseMs } from '../../service/retry.ts';
import { type Item, move } from './item.ts';
import type { LiveSnapshot } from './snapshot.ts';
import type { RetryOptions } from './writes.ts';

/** How old a read may be, in ms, before a write that relies on it. */
const FRESH_MS = 5_000;
/** A read answered less than this ago, in ms, is fresh enough: if listing takes long, nothing fresher exists. */
const JUST_READ_MS = 1_000;
/** How old, in ms, a read made for a write may be: under a tight rate limit the write must wait after it. */
const CHECKED_MS = 30_000;
/** After this many reads for one write, any age will do: under a limit that tight the write would never be sent. */
const MOST_CHECKS = 3;
/** From this age on, in ms, the next read is sent while others still write. */
const RENEW_MS = 4_000;

export type Reads = ReturnType<typeof readsOf>;

export function readsOf(snapshot: LiveSnapshot, { retryForMs, random }: RetryOptions) {
  let underWay: 'none' | 'one' | 'last' = 'none';
  /** Before this time, in ms, no read is sent: the last one failed. */
  let notBefore = 0;
  let answeredAt = snapshot.readAt;
  let failures = 0;
  let failingSince: number | null = null;

  return {
    isUnderWay: () => underWay !== 'none',
    notBefore: () => notBefore,
    isOld: (now: number) => now - snapshot.readAt > RENEW_MS,
    begin(isLast: boolean) {
      underWay = isLast ? 'last' : 'one';
    },
    /** Returns whether it was the last read of the apply. */
    answered(rules: readonly LiveRule[], sentAt: number, now: number): boolean {
      snapshot.read(rules, sentAt);
      answeredAt = now;
      failures = 0;
      failingSince = null;
      return end();
    },
    /** Returns whether it was the last read, and whether there is time for another. `afterMs`: what the service asked for. */
    failed(afterMs: number | null, now: number) {
      failingSince ??= now;
      failures += 1;
      notBefore = now + pauseMs(failures, afterMs, random);
      return { isLast: end(), isInTime: notBefore - failingSince <= retryForMs };
    },
    /** Returns whether the live rules were read recently enough for a write. If not, puts its change into `checking`. */
    freshOrCheck(item: Item, now: number): boolean {
      const { readAt } = snapshot;
      const age = now - readAt;
      if (age <= FRESH_MS || now - answeredAt <= JUST_READ_MS) return true;
      if (item.state.phase === 'checking') {
        if (item.state.since > readAt) return false;
        if (age <= CHECKED_MS || item.checks >= MOST_CHECKS) return true;
      }
      move(item, { phase: 'checking', since: now });
      item.checks += 1;
      return false;
    },
  };

  function end(): boolean {
    const isLast = underWay === 'last';
    underWay = 'none';
    return isLast;
  }
}
