/**
 * The I/O for all accounts of one service. Limits how many requests run at once, keeps to the pace of the pacer, and
 * begins no change after an interruption. The `Execution` of each account decides what that account does next.
 */
import type { ProgressEvent } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { type Command, type Event, throttledFor, unread, writeOutcome } from './events.ts';
import type { Execution } from './execution.ts';
import type { Pacer } from './pacer.ts';

/** What an apply needs from the service. The port retries nothing. */
export interface RulesPort {
  listRules(): Promise<LiveRule[]>;
  createRule(rule: RuleBody): Promise<LiveRule>;
  /** Null if the service accepted it but did not show the rule. */
  replaceRule(id: string, rule: RuleBody): Promise<LiveRule | null>;
  deleteRule(id: string): Promise<void>;
}

export type Member = { account: string; execution: Execution; rules: RulesPort };

export interface DriveOptions {
  /** Requests at once, over all accounts of the service. */
  concurrency: number;
  pacer: Pacer;
  /** A clock in ms that never runs backwards. */
  now: () => number;
  signal: AbortSignal;
  onProgress: (event: ProgressEvent) => void;
}

/** Reports a stall after this many ms without an answer other than 429. */
const STALLED_MS = 3_000;

type Later = { member: Member; until: number; why: 'retry' | 'unreachable' };

/** Runs until every member has ended. A bug in inboxctl is thrown once no request is under way. */
export async function drive(members: readonly Member[], options: DriveOptions): Promise<void> {
  const { concurrency, pacer, now, signal, onProgress } = options;
  /** Members to ask for a command, in turn. The others wait for a time, or for an answer. */
  const ready = new Set(members);
  let later: Later[] = [];
  let underWay = 0;
  /** When the last answer other than 429 came, in ms. */
  let heardAt = now();
  /** Whether a 429 came since. */
  let isThrottled = false;
  let bug: { error: unknown } | null = null;
  let wake = () => {};

  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    await run();
  } finally {
    signal.removeEventListener('abort', stop);
  }

  function stop(): void {
    for (const { execution } of members) execution.stop();
    for (const { member } of later) ready.add(member);
    later = [];
    wake();
  }

  async function run(): Promise<void> {
    for (;;) {
      const at = now();
      for (const { member, until } of later) if (until <= at) ready.add(member);
      later = later.filter(({ until }) => until > at);
      const pacedMs = bug === null ? fill() : null;
      if (underWay === 0 && bug !== null) throw bug.error;
      if (underWay === 0 && ready.size === 0 && later.length === 0) return;
      await pause(pacedMs);
    }
  }

  /** Sends what may be sent now. Returns how long the pacer wants to wait, in ms, or null. */
  function fill(): number | null {
    for (const member of ready) {
      if (underWay >= concurrency) return null;
      // After an interruption, requests do not wait for the rate limit.
      const waitMs = signal.aborted ? 0 : pacer.waitMs(now());
      if (waitMs > 0) return waitMs;
      ready.delete(member);
      const command = member.execution.next(now());
      if (command.kind === 'wait') later.push({ member, until: command.until, why: command.why });
      // idle or finished: an answer under way makes the account ready again, if anything is left.
      if (command.kind !== 'read' && command.kind !== 'write') continue;
      // Accounts take turns: this one goes to the end of the set, and comes again in this loop.
      ready.add(member);
      void send(member, command);
    }
    return null;
  }

  async function send(member: Member, command: Extract<Command, { kind: 'read' | 'write' }>): Promise<void> {
    const sentAt = now();
    underWay += 1;
    pacer.sent(sentAt);
    try {
      if (command.kind === 'write' && command.item.unanswered.length > 0)
        onProgress({ kind: 'again', change: command.item.work.change });
      const event = command.kind === 'read' ? await read(member.rules, sentAt) : await write(member.rules, command);
      const throttledMs = throttledFor(event);
      isThrottled = throttledMs !== null;
      if (throttledMs === null) {
        pacer.delivered(now());
        heardAt = now();
      } else pacer.throttled(now(), throttledMs);
      member.execution.take(event, now());
    } catch (error) {
      bug ??= { error };
    } finally {
      underWay -= 1;
      ready.add(member);
      wake();
    }
  }

  async function pause(pacedMs: number | null): Promise<void> {
    const first = later.reduce<Later | null>((a, b) => (a === null || b.until < a.until ? b : a), null);
    const retryMs = first === null ? null : first.until - now();
    const silentMs = now() - heardAt;
    if (underWay > 0 && silentMs >= STALLED_MS) {
      onProgress({ kind: 'stalled', why: isThrottled ? 'too-many' : 'no-answer', ms: silentMs });
    }
    // A timer may fire slightly early by this clock. Then only the rest is waited for.
    const stallMs = silentMs < STALLED_MS ? STALLED_MS - silentMs : STALLED_MS;
    const lookAgainMs = underWay > 0 ? stallMs : Number.POSITIVE_INFINITY;
    const ms = Math.min(pacedMs ?? Number.POSITIVE_INFINITY, retryMs ?? Number.POSITIVE_INFINITY, lookAgainMs);
    if (pacedMs !== null) onProgress({ kind: 'waiting', why: 'rate-limit', ms: pacedMs, account: null });
    else if (first !== null && retryMs !== null && underWay === 0) {
      onProgress({ kind: 'waiting', why: first.why, ms: retryMs, account: first.member.account });
    }
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, Math.max(1, Math.ceil(ms))) : undefined;
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }
}

async function read(rules: RulesPort, sentAt: number): Promise<Event> {
  try {
    return { kind: 'read', rules: await rules.listRules(), sentAt };
  } catch (error) {
    return unread(error);
  }
}

async function write(rules: RulesPort, { item, write: wanted }: Extract<Command, { kind: 'write' }>): Promise<Event> {
  try {
    let rule: LiveRule | null = null;
    if (wanted.op === 'create') rule = await rules.createRule(wanted.body);
    else if (wanted.op === 'replace') rule = await rules.replaceRule(wanted.id, wanted.body);
    else await rules.deleteRule(wanted.id);
    return { kind: 'wrote', item, outcome: { kind: 'made', rule } };
  } catch (error) {
    return { kind: 'wrote', item, outcome: writeOutcome(error) };
  }
}
