/**
 * A service in a few lines and a clock of its own, to play an Execution against by hand: each request takes effect
 * halfway, and what its answer is can be scripted.
 */

import type { Command, Event, WriteOutcome } from '../../../src/engine/apply/events.ts';
import { type Executed, type Execution, executionOf } from '../../../src/engine/apply/execution.ts';
import type { Write } from '../../../src/engine/apply/item.ts';
import type { Failure, Step } from '../../../src/model/applied.ts';
import type { Change } from '../../../src/model/plan.ts';
import type { LiveRule, RuleBody } from '../../../src/model/rule.ts';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { canonicalName } from '../../../src/planning/canonical.ts';
import { looksAtSenderOnly } from '../../../src/planning/checks/senders.ts';
import { accountOf, plannedFor } from '../../harness/account.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';

export interface Kind {
  uniqueNames: boolean;
  uniqueSenders: boolean;
  /** Whether the answer to a PUT shows the rule. */
  showsRule: boolean;
}

export const MEASURED: Kind = { uniqueNames: true, uniqueSenders: true, showsRule: true };
export const SPECIFIED: Kind = { uniqueNames: false, uniqueSenders: false, showsRule: false };

/**
 * What can become of a request: its answer is lost `before` it reached the service, or `after` it did its work, or the
 * service does that only later.
 */
export type Fate =
  | 'answered'
  | 'unsent'
  | 'lost-before'
  | 'lost-after'
  | '500-before'
  | 'rejected'
  | 'key'
  | 'nothing-shown'
  | { throttledMs: number }
  | { landsMs: number; status?: number }
  | { conflictWith: string | null };

function failure(message: string, status: number | null = null, outcomeUnknown = false): Failure {
  return { status, code: null, message, hint: null, remedy: null, outcomeUnknown };
}

export class ModelService {
  readonly kind: Kind;
  rules: LiveRule[];
  #made = 0;

  constructor(kind: Kind, rules: readonly ResolvedRule[]) {
    this.kind = kind;
    this.rules = rules.map((rule, index) => liveOf(declaredOf(rule, index), index));
  }

  named(name: string): LiveRule[] {
    return this.rules.filter((rule) => rule.name === name);
  }

  /** What somebody else does in the web page. */
  edit(name: string, change: Partial<LiveRule>): void {
    this.rules = this.rules.map((rule) => (rule.name === name ? { ...rule, ...change } : rule));
  }

  remove(name: string): void {
    this.rules = this.rules.filter((rule) => rule.name !== name);
  }

  add(rule: ResolvedRule): LiveRule {
    this.#made += 1;
    const made = { ...liveOf(declaredOf(rule, 0)), id: `added-${this.#made}` };
    this.rules = [...this.rules, made];
    return made;
  }

  perform(write: Write): WriteOutcome {
    const id = write.op === 'create' ? null : write.id;
    const before = this.rules.find((rule) => rule.id === id);
    if (id !== null && before === undefined) return { kind: 'gone', failure: failure('404: Rule not found', 404) };
    if (write.op === 'delete') {
      this.rules = this.rules.filter((rule) => rule.id !== id);
      return { kind: 'made', rule: null };
    }
    const objection = this.#objection(write.body, id);
    if (objection !== null) return objection;
    const after = stored(write.body, before ?? { ...BLANK, id: `created-${++this.#made}` });
    this.rules =
      before === undefined ? [...this.rules, after] : this.rules.map((rule) => (rule.id === id ? after : rule));
    return { kind: 'made', rule: write.op === 'create' || this.kind.showsRule ? after : null };
  }

  #objection(body: RuleBody, id: string | null): WriteOutcome | null {
    const others = this.rules.filter((rule) => rule.id !== id);
    const overlaps = ({ enabled, condition }: LiveRule) =>
      enabled && looksAtSenderOnly({ condition }) && condition.static.from === body.condition.static.from;
    const other = this.kind.uniqueSenders && looksAtSenderOnly(body) ? others.find(overlaps) : undefined;
    if (other !== undefined)
      return { kind: 'conflict', failure: failure(`400: overlaps "${other.name}"`, 400), with: other.name };
    const isTaken = this.kind.uniqueNames && others.some(({ name }) => canonicalName(name) === body.name);
    return isTaken
      ? { kind: 'unknown', failure: failure('500: An unexpected error occurred', 500), retryAfterMs: 0 }
      : null;
  }
}

const BLANK = { enabled: true, createdAt: '2026-02-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };

function stored(
  body: RuleBody,
  { id, enabled, createdAt, updatedAt }: Pick<LiveRule, 'id' | keyof typeof BLANK>,
): LiveRule {
  const declared = { ...declaredOf({ name: '', condition: {}, actions: [] }), body };
  return { ...liveOf(declared), id, enabled, createdAt, updatedAt };
}

export interface Script {
  concurrency?: number;
  retryForMs?: number;
  failFast?: boolean;
  latencyMs?: number;
  /** Changes that are refused before it begins. */
  isRefused?: (change: Change) => boolean;
  /** Takes the requests so far; gives for how many ms nothing is sent now, as under a tight limit. */
  paceMs?: (requests: readonly string[]) => number;
  /** Takes a write, how many of this kind came before it, and what it is as a request; gives what becomes of it. */
  write?: (write: Write, earlier: number, service: ModelService, request: string) => Fate | undefined;
  /** Takes how many reads came before; whether this one can be answered, and if not, whether another one may. */
  read?: (earlier: number) => 'answered' | { againMs: number } | 'never';
  /** Told before each command is asked for: somebody else may edit, or the user interrupt. */
  before?: (world: World) => void;
}

interface World {
  now: number;
  service: ModelService;
  execution: Execution;
  /** Requests begun so far. */
  requests: readonly string[];
}

export interface Played extends Executed {
  /** Of what was carried out, in the order in which it began. */
  requests: string[];
  waits: { forMs: number; why: string }[];
  /** When it ended, in ms. */
  at: number;
  /** Ends by name, in the order in which they were told. */
  ends: string[];
}

/** Plans for what is declared; gives what it came to. Throws where it does not end. */
export async function play(service: ModelService, declared: ResolvedRule[], script: Script = {}): Promise<Played> {
  const { concurrency = 1, retryForMs = 2_000, failFast = false, latencyMs = 10 } = script;
  const { paceMs = () => 0, isRefused = () => false } = script;
  const live = service.rules;
  const { work } = await plannedFor(accountOf(declared), live);
  const refused = work.filter(({ change }) => change.refused !== undefined || isRefused(change));
  const ends: string[] = [];
  const carried = work.filter((one) => !refused.includes(one));
  const execution = executionOf(carried, live, 0, {
    retryForMs,
    refused,
    failFast,
    random: () => 0.5,
    onEnd: ({ work: { change }, state }) => ends.push(`${change.name} ${state.phase}`),
  });
  const played = { requests: [] as string[], waits: [] as Played['waits'] };
  let timeline: { at: number; run: () => void }[] = [];
  let now = 0;
  let underWay = 0;
  let pacedUntil = 0;
  let reads = 0;
  const writes = new Map<string, number>();

  /** Later than what is to happen at the same time. */
  const plan = (at: number, run: () => void) => {
    timeline = [...timeline.filter((one) => one.at <= at), { at, run }, ...timeline.filter((one) => one.at > at)];
  };
  const tell = (event: () => Event) => {
    underWay += 1;
    plan(now + latencyMs, () => {
      underWay -= 1;
      execution.take(event(), now);
    });
  };
  const write = ({ item, write: sent }: Extract<Command, { kind: 'write' }>) => {
    const earlier = writes.get(sent.op) ?? 0;
    writes.set(sent.op, earlier + 1);
    const request = `${sent.op} ${item.work.change.name}`;
    played.requests.push(request);
    const fate = script.write?.(sent, earlier, service, request) ?? 'answered';
    let outcome = outcomeOf(fate);
    if (typeof fate === 'object' && 'landsMs' in fate) plan(now + fate.landsMs, () => void service.perform(sent));
    plan(now + latencyMs / 2, () => {
      if (fate === 'answered') outcome = service.perform(sent);
      else if (fate === 'lost-after') service.perform(sent);
      else if (fate === 'nothing-shown') outcome = nothingShown(service.perform(sent));
    });
    tell(() => ({ kind: 'wrote', item, outcome }));
  };
  const read = () => {
    const answer = script.read?.(reads) ?? 'answered';
    reads += 1;
    played.requests.push('read');
    const sentAt = now;
    let rules: readonly LiveRule[] = [];
    plan(now + latencyMs / 2, () => {
      rules = service.rules;
    });
    const retryAfterMs = typeof answer === 'object' ? answer.againMs : null;
    tell(() =>
      answer === 'answered'
        ? { kind: 'read', rules, sentAt }
        : { kind: 'unread', failure: failure('503: Try later', 503), retryAfterMs },
    );
  };

  for (let turns = 0; turns < 20_000; turns += 1) {
    script.before?.({ now, service, execution, requests: played.requests });
    const mayAsk = underWay < concurrency && now >= pacedUntil;
    if (underWay === 0 && !mayAsk) now = pacedUntil;
    const command: Command = mayAsk || underWay === 0 ? execution.next(now) : { kind: 'idle' };
    if (command.kind === 'finished') return { ...execution.result(), ...played, at: now, ends };
    if (command.kind === 'write') write(command);
    if (command.kind === 'read') read();
    if (command.kind === 'write' || command.kind === 'read') {
      pacedUntil = now + paceMs(played.requests);
      continue;
    }
    if (command.kind === 'wait') {
      if (command.until <= now) throw new Error(`It waits for ${command.until}, and it is ${now}`);
      if (underWay === 0) {
        played.waits.push({ forMs: command.until - now, why: command.why });
        plan(command.until, () => {});
      }
    }
    const next = timeline.shift();
    if (next === undefined) throw new Error('It waits for nothing');
    now = Math.max(now, next.at);
    next.run();
  }
  throw new Error('It does not end');
}

function nothingShown(outcome: WriteOutcome): WriteOutcome {
  return outcome.kind === 'made' ? { kind: 'made', rule: null } : outcome;
}

function outcomeOf(fate: Fate): WriteOutcome {
  if (typeof fate === 'object') {
    if ('conflictWith' in fate) {
      return { kind: 'conflict', failure: failure('400: It overlaps', 400), with: fate.conflictWith };
    }
    if ('landsMs' in fate)
      return { kind: 'unknown', failure: failure('it took too long', fate.status, true), retryAfterMs: 0 };
    return { kind: 'throttled', failure: failure('429: Too many requests', 429), retryAfterMs: fate.throttledMs };
  }
  if (fate === 'unsent') return { kind: 'unsent', failure: failure('nothing listens there') };
  if (fate === 'rejected') return { kind: 'rejected', failure: failure('400: Name is missing', 400) };
  if (fate === 'key') return { kind: 'stop', failure: failure('401: Invalid API key', 401) };
  if (fate === '500-before') return { kind: 'unknown', failure: failure('500: Try later', 500, true), retryAfterMs: 0 };
  return { kind: 'unknown', failure: failure('the connection broke', null, true), retryAfterMs: 0 };
}

/** The ends by name of the change, with what a step says besides. */
export function endsOf({ steps }: Pick<Executed, 'steps'>): Record<string, string> {
  const text = ({ status, change, error, found }: Step) =>
    [status, change.refused, error?.message, found].filter((part) => part !== undefined).join(', ');
  return Object.fromEntries(steps.map((step) => [step.change.name, text(step)]));
}
