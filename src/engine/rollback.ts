/**
 * The way back of one account: `rollbackPlanner` checks, with the live rules, that this is the inbox of the run, and has
 * `planning/way-back.ts` plan. From there on it is a plan as any other.
 */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type InboxIdentity, isSameInbox } from '../model/inbox-identity.ts';
import { canonicalName } from '../planning/canonical.ts';
import { leftOfWayBack, planWayBack } from '../planning/way-back.ts';
import { atTheEnd } from '../planning/way-back-limits.ts';
import type { PlanTarget } from './ask-accounts.ts';
import type { Account } from './plan.ts';
import type { RunPart } from './snapshot/read.ts';

interface InboxOfRun {
  account: Account;
  apiKey: string;
  /** As the run saw it. */
  inbox: InboxIdentity;
  opened: NonNullable<RunPart['opened']>;
  /** The other accounts of the run, as far as they could be opened. */
  others: readonly NonNullable<RunPart['opened']>[];
}

/** Gives what makes, from live rules, the plan that takes a run back in an account. */
export function rollbackPlanner(run: InboxOfRun): NonNullable<PlanTarget['plan']> {
  const { account, apiKey, opened, others } = run;
  const { name, baseUrl, settings, flags, redactor } = account;
  const input = { account: name, baseUrl, part: opened, settings, flags, redactor };
  const hasKey = ({ apiKey: tag, seal: own }: InboxOfRun['opened']) => tag === own.tagOfKey(apiKey);
  const madeAt = new Map(opened.live.map(({ id, createdAt }) => [id, createdAt]));
  return (live) => {
    // By its API key, or after a rotation by its rules. Other inboxes may have an id of then, so its time counts too. One that
    // was empty has no rule to be known by: any young inbox would do, and lose what the run made in this one.
    const isKnown =
      (run.inbox.oldestAt !== null && isSameInbox(run.inbox, live)) ||
      live.some(({ id, createdAt }) => madeAt.get(id) === createdAt);
    const isOfRun = hasKey(opened) || isKnown;
    if (!isOfRun || others.some(hasKey)) {
      const problem: Diagnostic = { code: 'rollback-other-inbox', args: {}, severity: 'error', account: name };
      return { problem };
    }
    const { plan, returning } = planWayBack({ ...input, live });
    return {
      // No file declares what comes back.
      account: { ...account, declared: [] },
      planned: plan,
      leftToDo: (after) => leftOfWayBack({ ...input, live: after }),
      atEnd: (after, done) => {
        const isOn = new Map(after.map((live) => [canonicalName(live.name), live.enabled]));
        const digests = new Set(done.map(({ digest }) => digest));
        const made = returning.filter(({ work }) => digests.has(work.change.digest));
        return made.flatMap((one) =>
          atTheEnd(one, isOn).map((finding): Diagnostic => {
            return { ...finding, severity: 'warning', account: name, rule: one.work.change.name };
          }),
        );
      },
    };
  };
}
