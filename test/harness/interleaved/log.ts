/** What happened to an inbox, in the order in which it did. */
import type { WireRule } from '../../../src/sandbox/wire.ts';
import { type Facts, factsOf } from './written.ts';

/** A live rule as what it is. */
export interface Truth {
  id: string;
  /** Without the space around it. */
  name: string;
  facts: Facts;
  live: WireRule;
}

export type Truths = ReadonlyMap<string, Truth>;

/** A request of a run, numbered from 1 within it. */
export interface Asked {
  run: number;
  request: number;
  method: string;
  /** The rule that it is about; null where it is about none that is there. */
  id: string | null;
}

export type Entry =
  | ({ kind: 'asked' } & Asked)
  /** The rules were listed: the moment that an answer tells of. */
  | ({ kind: 'read'; truths: Truths } & Asked)
  /** `by` is null for the web page. `truths` is what is live from then on. */
  | { kind: 'wrote'; by: Asked | null; id: string; before: Truth | null; after: Truth | null; truths: Truths }
  /** `intact`: the client got the whole of a success. */
  | ({ kind: 'answered'; status: number; intact: boolean; fault: string | null } & Asked)
  /** What was made to happen to the run. */
  | ({ kind: 'kill' | 'interrupt' | 'six-seconds' | 'other-apply' | 'hold' } & Asked);

export type Wrote = Extract<Entry, { kind: 'wrote' }>;
export type Read = Extract<Entry, { kind: 'read' }>;

export function truthOf(live: WireRule): Truth {
  return { id: live.id, name: live.name.trim(), facts: factsOf(live), live };
}

/** All that a rule says. */
export function saidBy(truth: Truth | null): string {
  return JSON.stringify(truth === null ? null : [truth.name, truth.facts]);
}

/** A log as lines, for whoever looks for what went wrong. */
export function lines(log: readonly Entry[], from = 0): string[] {
  return log.slice(from).map((entry, at) => `${String(from + at).padStart(4)} ${lineOf(entry)}`);
}

function lineOf(entry: Entry): string {
  if (entry.kind !== 'wrote') {
    const { kind, run, request, method } = entry;
    const rest = entry.kind === 'answered' ? ` ${entry.status} ${entry.fault ?? ''}` : '';
    return `${run}.${request} ${method} ${kind}${rest}${entry.kind === 'read' ? ` ${shown(entry.truths)}` : ''}`;
  }
  const { by, id, before, after } = entry;
  const side = (truth: Truth | null) =>
    truth === null ? 'nothing' : `"${truth.live.name}" ${JSON.stringify(factsOf(truth.live))}`;
  return `${by === null ? 'web page' : `${by.run}.${by.request} ${by.method}`} ${id}: ${side(before)} -> ${side(after)}`;
}

function shown(truths: Truths): string {
  return [...truths.values()].map(({ id, live }) => `${id}=${live.name}`).join(', ');
}
