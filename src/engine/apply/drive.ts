/**
 * The I/O for all accounts of one service. Limits how many requests run at once, keeps to the pace of the pacer, and
 * begins no change after an interruption. The `Execution` of each account decides what that account does next.
 */
import type { ProgressEvent } from '../../model/applied.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { failureOf } from '../failure.ts';
import { type Command, type Event, mayReadAgain, type WriteOutcome, writeOutcome } from './events.ts';
import type { Execution } from './execution.ts';
import type { Write } from './item.ts';
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
  const { signal } = options;
  const driver = new Driver(members, options);
  const onAbort = () => driver.stop();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) driver.stop();
  try {
    await driver.run();
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

class Driver {
  readonly #options: DriveOptions;
  readonly #members: readonly Member[];
  /** Members to ask for a command, in turn. The others wait for a time, or for an answer. */
  readonly #ready: Set<Member>;
  #later: Later[] = [];
  #underWay = 0;
  /** When the last answer other than 429 came, in ms. */
  #heardAt: number;
  /** Whether a 429 came since. */
  #isThrottled = false;
  #bug: { error: unknown } | null = null;
  #wake = () => {};

  constructor(members: readonly Member[], options: DriveOptions) {
    this.#members = members;
    this.#options = options;
    this.#heardAt = options.now();
    this.#ready = new Set(members);
  }

  stop(): void {
    for (const { execution } of this.#members) execution.stop();
    for (const { member } of this.#later) this.#ready.add(member);
    this.#later = [];
    this.#wake();
  }

  async run(): Promise<void> {
    for (;;) {
      const at = this.#options.now();
      for (const { member, until } of this.#later) if (until <= at) this.#ready.add(member);
      this.#later = this.#later.filter(({ until }) => until > at);
      const pacedMs = this.#bug === null ? this.#fill() : null;
      if (this.#underWay === 0 && this.#bug !== null) throw this.#bug.error;
      if (this.#underWay === 0 && this.#ready.size === 0 && this.#later.length === 0) return;
      await this.#pause(pacedMs);
    }
  }

  /** Sends what may be sent now. Returns how long the pacer wants to wait, in ms, or null. */
  #fill(): number | null {
    const { concurrency, pacer, now, signal } = this.#options;
    for (const member of this.#ready) {
      if (this.#underWay >= concurrency) return null;
      // After an interruption, requests do not wait for the rate limit.
      const waitMs = signal.aborted ? 0 : pacer.waitMs(now());
      if (waitMs > 0) return waitMs;
      this.#ready.delete(member);
      const command = member.execution.next(now());
      if (command.kind === 'wait') this.#later.push({ member, until: command.until, why: command.why });
      // idle or finished: an answer under way makes the account ready again, if anything is left.
      if (command.kind !== 'read' && command.kind !== 'write') continue;
      // Accounts take turns: this one goes to the end of the set, and comes again in this loop.
      this.#ready.add(member);
      this.#send(member, command);
    }
    return null;
  }

  #send(member: Member, command: Extract<Command, { kind: 'read' | 'write' }>): void {
    const { pacer, now, onProgress } = this.#options;
    const sentAt = now();
    this.#underWay += 1;
    pacer.sent(sentAt);
    if (command.kind === 'read' && command.isLast) onProgress({ kind: 'checking', account: member.account });
    if (command.kind === 'write' && command.item.unanswered.length > 0)
      onProgress({ kind: 'again', change: command.item.work.change });
    const asked = command.kind === 'read' ? read(member.rules, sentAt) : write(member.rules, command);
    asked
      .then(
        ({ event, throttled }) => {
          this.#isThrottled = throttled !== null;
          if (throttled === null) {
            pacer.delivered(now());
            this.#heardAt = now();
          } else pacer.throttled(now(), throttled.retryAfterMs);
          member.execution.take(event, now());
        },
        (error: unknown) => {
          this.#bug ??= { error };
        },
      )
      .catch((error: unknown) => {
        this.#bug ??= { error };
      })
      .finally(() => {
        this.#underWay -= 1;
        this.#ready.add(member);
        this.#wake();
      });
  }

  async #pause(pacedMs: number | null): Promise<void> {
    const { now, onProgress } = this.#options;
    const first = this.#later.reduce<Later | null>((a, b) => (a === null || b.until < a.until ? b : a), null);
    const retryMs = first === null ? null : first.until - now();
    const silentMs = now() - this.#heardAt;
    if (this.#underWay > 0 && silentMs >= STALLED_MS) {
      onProgress({ kind: 'stalled', why: this.#isThrottled ? 'too-many' : 'no-answer', ms: silentMs });
    }
    // A timer may fire slightly early by this clock. Then only the rest is waited for.
    const stallMs = silentMs < STALLED_MS ? STALLED_MS - silentMs : STALLED_MS;
    const lookAgainMs = this.#underWay > 0 ? stallMs : Number.POSITIVE_INFINITY;
    const ms = Math.min(pacedMs ?? Number.POSITIVE_INFINITY, retryMs ?? Number.POSITIVE_INFINITY, lookAgainMs);
    if (pacedMs !== null) onProgress({ kind: 'waiting', why: 'rate-limit', ms: pacedMs, account: null });
    else if (first !== null && retryMs !== null && this.#underWay === 0) {
      onProgress({ kind: 'waiting', why: first.why, ms: retryMs, account: first.member.account });
    }
    await new Promise<void>((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, Math.max(1, Math.ceil(ms))) : undefined;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

interface Asked {
  event: Event;
  /** Set if the service answered 429. */
  throttled: { retryAfterMs: number | null } | null;
}

async function read(rules: RulesPort, sentAt: number): Promise<Asked> {
  try {
    return { event: { kind: 'read', rules: await rules.listRules(), sentAt }, throttled: null };
  } catch (error) {
    const failure = failureOf(error);
    const { retry, throttled } = mayReadAgain(error);
    return { event: { kind: 'unread', failure, retry }, throttled };
  }
}

async function write(rules: RulesPort, { item, write: wanted }: Extract<Command, { kind: 'write' }>): Promise<Asked> {
  const outcome = await outcomeOfWrite(rules, wanted);
  return { event: { kind: 'wrote', item, outcome }, throttled: outcome.kind === 'throttled' ? outcome : null };
}

async function outcomeOfWrite(rules: RulesPort, wanted: Write): Promise<WriteOutcome> {
  try {
    if (wanted.op === 'create') return { kind: 'made', rule: await rules.createRule(wanted.body) };
    if (wanted.op === 'replace') return { kind: 'made', rule: await rules.replaceRule(wanted.id, wanted.body) };
    await rules.deleteRule(wanted.id);
    return { kind: 'made', rule: null };
  } catch (error) {
    return writeOutcome(error);
  }
}
