/**
 * Scripted faults and how often each was met. A fault is `METHOD PATH KIND[=NUMBER] [@WHEN] [inbox=NAME]`, such as
 * `POST /rules reset-after @2`: PATH is below the base URL, and in it `*` is any run of characters.
 */
import { globFits } from '../matching/glob.ts';

/** `done`: whether the service carries the request out, with its checks and its effect. */
export const FAULT_KINDS = {
  'reset-before': { done: false },
  'reset-after': { done: true },
  'hang-before': { done: false },
  'hang-after': { done: true },
  '500-before': { done: false },
  '500-after': { done: true },
  '429': { done: false },
  /** NUMBER is the seconds of Retry-After, 1 by default. */
  '429-retry-after': { done: false },
  /** NUMBER is the delay in milliseconds. */
  slow: { done: true },
  /** Half of the body (of an answer without one, half of its first line), then the end of the connection. */
  truncated: { done: true },
  /** Half of the body as if it were all of it. */
  'half-json': { done: true },
  html: { done: true },
  redirect: { done: false },
  'html-before': { done: false },
} as const;

export type FaultKind = keyof typeof FAULT_KINDS;
export const FAULT_KIND_NAMES = Object.keys(FAULT_KINDS) as FaultKind[];

export interface Fault {
  text: string;
  method: string;
  path: string;
  kind: FaultKind;
  number: number;
  /** Which of the requests that it fits it hits, counted from 1, as ranges with both ends. */
  hits: readonly (readonly [first: number, last: number])[];
  /** The inbox whose requests alone count; null for any. */
  inbox: string | null;
}

const FAULT = /^(GET|POST|PUT|DELETE|\*) ([/*]\S*) ([a-z\d-]+)(?:=(\d+))?(?: @(\d[\d,-]*))?(?: inbox=(\S+))?$/;

function faultOf(text: string): Fault {
  const [, method, path, name, number = '1', when = '1-', inbox = null] = FAULT.exec(text) ?? [];
  const kind = FAULT_KIND_NAMES.find((known) => known === name);
  if (method === undefined || path === undefined || kind === undefined) throw new Error(`"${text}" is not a fault`);
  return { text, method, path, kind, number: Number(number), hits: when.split(',').map(rangeOf), inbox };
}

/** `2`, `2-4` or `3-`. */
function rangeOf(range: string): [number, number] {
  const [first, last = first] = range.split('-');
  return [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
}

interface Request {
  method: string;
  /** Below the base URL, as it was sent. */
  path: string;
  /** Null for a key that opens none. */
  inbox: string | null;
}

function fits(fault: Fault, { method, path, inbox }: Request): boolean {
  if (fault.inbox !== null && fault.inbox !== inbox) return false;
  return (fault.method === '*' || fault.method === method) && globFits(fault.path, path, 'whole');
}

/** A fault that is to spoil a request, for the `time`th time, from 1. */
export interface Hit {
  fault: Fault;
  time: number;
}

export class Faults {
  #counting: { fault: Fault; matched: number; hits: number }[] = [];

  /** Adds faults that count from now. Throws for a text that is none. */
  add(texts: readonly string[]): void {
    this.#counting.push(...texts.map((text) => ({ fault: faultOf(text), matched: 0, hits: 0 })));
  }

  /** Forgets all of them. A request that hangs still hangs. */
  clear(): void {
    this.#counting = [];
  }

  /** Counts the request for every fault that it fits, and returns the first fault that is due. */
  next(request: Request): Hit | null {
    const fitting = this.#counting.filter(({ fault }) => fits(fault, request));
    for (const one of fitting) one.matched += 1;
    const due = fitting.find(({ fault, matched }) =>
      fault.hits.some(([first, last]) => first <= matched && matched <= last),
    );
    if (due === undefined) return null;
    due.hits += 1;
    return { fault: due.fault, time: due.hits };
  }
}
