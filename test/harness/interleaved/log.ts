/** What happened to an inbox, in the order in which it did. */
import type { WireRule } from '../../../src/sandbox/wire.ts';
import { type Facts, factsOf } from './written.ts';

/** A live rule as what it is: one that an apply put aside is still what it was, as it tells itself. */
export interface Truth {
  id: string;
  /** Without the space around it. */
  name: string;
  facts: Facts;
  live: WireRule;
  /** What it has given up for a while. */
  aside: 'nothing' | 'sender' | 'name';
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

const NAME_MARK = ' (inboxctl: moving)';
/** What stands before each alternative of the subject of a rule that is put aside; `(OR)` is its operator. */
const MARK = /^inboxctl: being moved( \(OR\))?(: |$)/;

/** Takes a live rule; gives what it is, and was, if it is put aside. */
export function truthOf(live: WireRule): Truth {
  const { id } = live;
  const name = live.name.trim();
  const facts = factsOf(live);
  const alternatives = facts.subject?.split('|') ?? [];
  if (facts.subject === null || !alternatives.every((one) => MARK.test(one))) {
    return { id, name, facts, live, aside: 'nothing' };
  }
  const was = alternatives.map((one) => one.replace(MARK, '')).join('|');
  const operator = facts.subject.startsWith('inboxctl: being moved (OR)') ? 'OR' : facts.operator;
  const isRenamed = name.endsWith(NAME_MARK);
  return {
    id,
    name: isRenamed ? name.slice(0, -NAME_MARK.length) : name,
    facts: { ...facts, operator, subject: was === '' ? null : was },
    live,
    aside: isRenamed ? 'name' : 'sender',
  };
}

/** All that a rule says, but for the way in which it is put aside. */
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
  return [...truths.values()]
    .map(({ id, live, aside }) => `${id}=${live.name}${aside === 'nothing' ? '' : ` (aside: ${aside})`}`)
    .join(', ');
}
