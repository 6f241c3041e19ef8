/**
 * The writes of an apply: those under way, and what their answers mean for their changes. If an answer was lost or did
 * not show the rule, a read finds out what happened.
 */
import { OF_ANOTHER_RULE } from '../../diagnostics/changes.ts';
import type { Failure } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { isAsSent } from '../../planning/stored-form.ts';
import { pauseMs } from '../../service/retry.ts';
import type { WriteOutcome } from './events.ts';
import { resolutionOf, rewritten } from './evidence.ts';
import { hasEnded, type Item, move, type State, type Write } from './item.ts';
import type { ChangeQueue } from './queue.ts';
import type { LiveSnapshot } from './snapshot.ts';

export interface RetryOptions {
  /** For how long, in ms from the first failure, temporary errors are retried. */
  retryForMs: number;
  /** From 0 to below 1. */
  random: () => number;
}

/** Answers after which it is pointless to send the same write again at once: it was made, or something is in its way. */
const CONCLUSIVE: ReadonlySet<WriteOutcome['kind']> = new Set(['made', 'conflict', 'gone', 'stop', 'rejected']);

export type Writes = ReturnType<typeof writesOf>;

export function writesOf(queue: ChangeQueue, snapshot: LiveSnapshot, { random, retryForMs }: RetryOptions) {
  /** How many inconclusive answers came in a row, and until when they are waited out, in ms. */
  const outage = { inARow: 0, until: 0 };
  /** Changes in the state `unknown`: a read is due before one of them is sent again. */
  const unknown = new Set<Item>();
  let underWay = 0;
  /** How many writes were made so far. A change that another rule blocked is tried again once this has grown. */
  let progress = 0;
  /** When the last conclusive answer to a write came, in ms. */
  let answeredAt = snapshot.readAt;

  return {
    areUnderWay: () => underWay > 0,
    areUnknown: () => unknown.size > 0,
    progress: () => progress,
    /** Until when (ms) no write is sent, or null: after two inconclusive writes they go one at a time, with pauses. */
    quietUntil: (now: number) => (outage.inARow > 1 && (now < outage.until || underWay > 0) ? outage.until : null),
    begin(item: Item, write: Write) {
      move(item, { phase: 'sending', write, progress });
      underWay += 1;
    },
    answered,
    learn,
    adoptLateWrite,
  };

  function answered(item: Item, outcome: WriteOutcome, now: number): void {
    const { state } = item;
    if (state.phase !== 'sending') throw new Error(`A change that is ${state.phase} is answered`);
    const { write, progress: atSending } = state;
    underWay -= 1;
    if (outcome.kind === 'unsent' || outcome.kind === 'unknown') {
      outage.inARow += 1;
      // A longer pause would only delay the report that retrying was given up.
      outage.until = now + Math.min(pauseMs(outage.inARow, null, random), retryForMs);
    } else outage.inARow = 0;
    if (CONCLUSIVE.has(outcome.kind)) answeredAt = now;
    switch (outcome.kind) {
      case 'made':
        if (write.op === 'create' && outcome.rule !== null && !isNew(outcome.rule, write.body)) {
          item.answeredId = outcome.rule.id;
          lookUp(item, write, OF_ANOTHER_RULE, 0, now);
        } else made(item, write, outcome.rule, now);
        return;
      case 'throttled':
        tryAgain(item, outcome.failure, outcome.retryAfterMs, now);
        return;
      case 'unsent':
        tryAgain(item, outcome.failure, 0, now);
        return;
      case 'unknown':
        if (mayStillBeCarriedOut(outcome.failure)) item.unanswered = [...item.unanswered, write];
        lookUp(item, write, outcome.failure, outcome.retryAfterMs, now);
        return;
      case 'stop':
        queue.fail(item, outcome.failure);
        queue.stop();
        return;
      case 'gone':
        if (write.op === 'delete') made(item, write, null, now);
        else queue.refuse(item, 'changed-meanwhile');
        return;
      case 'conflict':
      case 'rejected':
        // A rule of its own name is in the way: an unanswered write of this change may have made it since the last
        // read.
        if (outcome.kind === 'conflict' && write.op === 'create' && outcome.with === write.body.name)
          lookUp(item, write, outcome.failure, 0, now);
        else if (outcome.kind === 'rejected') queue.fail(item, outcome.failure);
        else {
          item.conflict = { failure: outcome.failure, with: outcome.with, progress: atSending };
          move(item, { phase: 'waiting', notBefore: 0 });
        }
    }
  }

  /** Whether the answer to a create shows the rule that was sent, and no rule that was there before. */
  function isNew(rule: LiveRule, sent: RuleBody): boolean {
    return snapshot.get(rule.id) === null && isAsSent(rule, sent);
  }

  function lookUp(item: Item, write: Write, doubt: Failure, retryAfterMs: number, now: number): void {
    item.doubt = doubt;
    move(item, { phase: 'unknown', write, since: now, notBefore: now + retryAfterMs });
    unknown.add(item);
  }

  /** Resolves what was unknown at `sentAt`. The last read also settles presumed changes and late unanswered writes. */
  function learn(sentAt: number, isLast: boolean, now: number): void {
    for (const item of unknown) {
      if (item.state.phase === 'unknown' && item.state.since <= sentAt) resolve(item, item.state, now);
    }
    if (!isLast) return;
    for (const item of queue.all) {
      if (item.state.phase !== 'presumed') continue;
      if (snapshot.get(item.state.id) === null) queue.refuse(item, 'changed-meanwhile');
      else queue.end(item, { phase: 'done', createdId: null });
    }
    for (const item of queue.all) if (hasEnded(item)) adoptLateWrite(item, now);
  }

  /** Whether the service has carried out an unanswered write since. The change then goes on as made by this run. */
  function adoptLateWrite(item: Item, now: number): boolean {
    const isMade = (write: Write) => resolutionOf(item, write, snapshot).kind === 'made';
    const write = item.state.phase === 'done' ? undefined : item.unanswered.find(isMade);
    if (write === undefined) return false;
    const state = { phase: 'unknown', write, since: now, notBefore: now } as const;
    move(item, state);
    resolve(item, state, now);
    return true;
  }

  function resolve(item: Item, { write, since, notBefore }: Extract<State, { phase: 'unknown' }>, now: number): void {
    unknown.delete(item);
    const resolution = resolutionOf(item, write, snapshot);
    switch (resolution.kind) {
      case 'made':
        item.unanswered = item.unanswered.filter((one) => one !== write);
        made(item, write, resolution.rule, now);
        return;
      case 'not-made':
        tryAgain(item, item.doubt, notBefore - since, now);
        return;
      case 'taken':
        // That rule may come from this write, and be stored differently.
        if (resolution.isNew && item.doubt?.outcomeUnknown) queue.fail(item, item.doubt, 'otherwise');
        // The other rule may be about to give the name up. If not, the check before the next write refuses the change.
        else move(item, { phase: 'waiting', notBefore });
        return;
      case 'gone':
        queue.refuse(item, 'changed-meanwhile');
        return;
      case 'otherwise':
        queue.fail(item, item.doubt, 'otherwise');
    }
  }

  /** A write was carried out, as its answer or a read shows. */
  function made(item: Item, write: Write, rule: LiveRule | null, now: number): void {
    progress += 1;
    if (write.op === 'delete') snapshot.wrote({ at: now, id: write.id, rule: null });
    else if (rule !== null) snapshot.wrote({ at: now, id: rule.id, rule });
    else if (write.op === 'replace') {
      const before = snapshot.get(write.id) ?? item.work.live;
      if (before !== null) snapshot.wrote({ at: now, id: before.id, rule: rewritten(before, write.body) });
    }
    if (write.op === 'replace' && rule === null) move(item, { phase: 'presumed', id: write.id });
    else queue.end(item, { phase: 'done', createdId: write.op === 'create' ? (rule?.id ?? null) : null });
  }

  /** A write was not carried out: sends it again after a pause, unless retries have lasted too long. */
  function tryAgain(item: Item, failure: Failure | null, retryAfterMs: number, now: number): void {
    const { since, count } = item.setbacks ?? { since: now, count: 0 };
    item.setbacks = { since, count: count + 1 };
    const wasUnknown = item.state.phase === 'unknown';
    // After a 429 the pacer sets the pace.
    const isThrottled = failure?.status === 429;
    const pause = isThrottled ? retryAfterMs : pauseMs(count + 1, retryAfterMs, random);
    const isOver = now + pause - since > retryForMs;
    // After a stop nothing is sent again. A change whose outcome was unknown is reported as failed; one that the service
    // turned away (429) goes back to waiting, and ends as `not-tried`.
    if (!isOver && !(wasUnknown && !queue.maySend())) {
      move(item, { phase: 'waiting', notBefore: now + pause });
      return;
    }
    // No write has had a conclusive answer since this change's first setback.
    const isNobodyAnswered = answeredAt <= since;
    queue.fail(item, failure, wasUnknown && item.unanswered.length === 0 ? 'not-made' : undefined);
    // Stop the account: else each of the others would retry in vain for as long, or wait longer than allowed.
    const isSilent = isNobodyAnswered && queue.all.some((other) => other.setbacks !== null && !hasEnded(other));
    if (isSilent || retryAfterMs > retryForMs) queue.stop();
  }
}

/** Whether nobody answered, or only a gateway did (408 too): the service may still be at work on the request. */
function mayStillBeCarriedOut({ status }: Failure): boolean {
  return status === null || status === 408 || status >= 502;
}
