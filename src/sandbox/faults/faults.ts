/** Scripted faults, `METHOD PATH KIND [WHEN] [inbox=NAME]` such as `POST /rules reset-after @2`, and how often each was met. */
import { globFits } from './glob.ts';
import { FAULT_KIND_NAMES, FAULT_KINDS, type FaultKind } from './kinds.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', '*'];

/** Which of the requests that a fault matches it hits: ranges of their numbers, counted from 1, both ends included. */
type Occurrence = readonly { from: number; to: number }[];

export interface Fault {
  /** As written, with single spaces. */
  text: string;
  method: string;
  /** Below the base URL; in it `*` is any run of characters. */
  path: string;
  kind: FaultKind;
  /** Of kinds that have one: seconds of a Retry-After, milliseconds of a delay. */
  value: number;
  occurrence: Occurrence;
  /** Name of the only inbox whose requests it counts, in which `*` is any run of characters; null: of any. */
  inbox: string | null;
}

/** What keeps a text from being a fault: the first word of it that is wrong, and all that could stand in its place. */
export interface FaultProblem {
  text: string;
  part: 'form' | 'method' | 'path' | 'kind' | 'value' | 'when' | 'inbox' | 'inbox-unknown';
  word: string;
  allowed: readonly string[];
}

/** Thrown for texts that are not faults. */
export class FaultError extends Error {
  override name = 'FaultError';
  readonly problems: readonly FaultProblem[];

  constructor(problems: readonly FaultProblem[]) {
    const lines = problems.map(
      ({ text, part, word, allowed }) => `"${text}": ${part} "${word}" is none of ${allowed.join(' ')}`,
    );
    super(['These are not faults:', ...lines].join('\n'));
    this.problems = problems;
  }
}

const ALLOWED = {
  form: ['METHOD PATH KIND [WHEN] [inbox=NAME]'],
  method: METHODS,
  path: ['/rules', '/rules/*', '*'],
  kind: FAULT_KIND_NAMES.map(written),
  when: ['@2', '@2-4', '@3-', '@2,5'],
  inbox: ['inbox=NAME', 'inbox=team-*'],
};

/** The kind with its value, as it is written. */
function written(name: FaultKind): string {
  const { value } = FAULT_KINDS[name];
  if (value === undefined) return name;
  return value.fallback === undefined ? `${name}=${value.unit}` : `${name}[=${value.unit}]`;
}

function withRange(name: FaultKind): string {
  const { value } = FAULT_KINDS[name];
  return value === undefined ? name : `${written(name)} with ${value.unit} from ${value.least} to ${value.most}`;
}

/** The fault that a text is, or what is wrong with it. */
export function faultOf(given: string): Fault | FaultProblem {
  const words = given.split(/\s+/).filter((word) => word !== '');
  const text = words.join(' ');
  const problem = (part: keyof typeof ALLOWED, word: string) => ({ text, part, word, allowed: ALLOWED[part] });
  const last = words.at(-1) ?? '';
  const inbox = last.startsWith('inbox=') ? last.slice('inbox='.length) : null;
  const [method, path, kindWord, ...when] = inbox === null ? words : words.slice(0, -1);
  if (method === undefined || path === undefined || kindWord === undefined) return problem('form', text);
  if (!METHODS.includes(method)) return problem('method', method);
  if (!/^[/*]/.test(path) || path.startsWith('/api/v1')) return problem('path', path);
  const [name = '', ...values] = kindWord.split('=');
  const kind = FAULT_KIND_NAMES.find((known) => known === name);
  if (kind === undefined) return problem('kind', kindWord);
  const value = numberOf(kind, values);
  if (value === null) return { text, part: 'value', word: kindWord, allowed: [withRange(kind)] };
  if (inbox === '') return problem('inbox', last);
  const occurrence = occurrenceOf(when);
  if ('wrong' in occurrence) return problem('when', occurrence.wrong);
  return { text, method, path, kind, value, occurrence, inbox };
}

/** The value behind the `=`; 0 for a kind that has none, null where it is wrong. */
function numberOf(kind: FaultKind, [digits, more]: readonly string[]): number | null {
  const { value } = FAULT_KINDS[kind];
  if (value === undefined) return digits === undefined ? 0 : null;
  if (digits === undefined) return value.fallback ?? null;
  const number = /^\d{1,9}$/.test(digits) && more === undefined ? Number(digits) : Number.NaN;
  return number >= value.least && number <= value.most ? number : null;
}

const ALWAYS: Occurrence = [{ from: 1, to: Number.POSITIVE_INFINITY }];

/** What the words after METHOD PATH KIND mean, such as `@2-4,7`, or the first of them that means nothing. */
function occurrenceOf([word, more]: readonly string[]): Occurrence | { wrong: string } {
  if (word === undefined) return ALWAYS;
  if (!word.startsWith('@')) return { wrong: word };
  if (more !== undefined) return { wrong: more };
  const ranges = word.slice(1).split(',').map(rangeOf);
  return ranges.every((range) => range !== null) ? ranges : { wrong: word };
}

function rangeOf(text: string): Occurrence[number] | null {
  const [, first = '', dash, last = ''] = /^(\d{1,9})(-)?((?<=-)\d{1,9})?$/.exec(text) ?? [];
  const from = Number(first);
  const to = last !== '' ? Number(last) : dash === undefined ? from : Number.POSITIVE_INFINITY;
  return from >= 1 && from <= to ? { from, to } : null;
}

/** What a fault looks at: `path` is below the base URL, as sent; `inbox` the one of the key, null where it opens none. */
export interface Request {
  method: string;
  path: string;
  inbox: string | null;
}

/** Whether a request is one that the fault counts. */
export function matches(fault: Fault, { method, path, inbox }: Request): boolean {
  if (fault.inbox !== null && (inbox === null || !globFits(fault.inbox, inbox, 'whole'))) return false;
  return (fault.method === '*' || fault.method === method) && globFits(fault.path, path, 'whole');
}

/** Whether a fault hits the request that is its `count`th, from 1. */
export function isDue(occurrence: Occurrence, count: number): boolean {
  return occurrence.some(({ from, to }) => from <= count && count <= to);
}

interface Counting {
  fault: Fault;
  /** Requests that it fits. */
  matched: number;
  hits: number;
}

/** A fault that is to spoil a request, and the how-manieth time that is, from 1. */
export interface Hit {
  fault: Fault;
  time: number;
}

export class Faults {
  readonly #inboxes: readonly string[];
  #counting: Counting[] = [];

  /** `inboxes`: the names of those that there are. */
  constructor(inboxes: readonly string[]) {
    this.#inboxes = inboxes;
  }

  /** Adds all of these faults, or throws a FaultError that names every text that is none, or is of no inbox. */
  add(texts: readonly string[]): void {
    const read = texts.map((text) => this.#inSomeInbox(faultOf(text)));
    const problems = read.filter((fault) => 'part' in fault);
    if (problems.length > 0) throw new FaultError(problems);
    for (const fault of read) if ('kind' in fault) this.#counting.push({ fault, matched: 0, hits: 0 });
  }

  #inSomeInbox(fault: ReturnType<typeof faultOf>): ReturnType<typeof faultOf> {
    if ('part' in fault) return fault;
    const { inbox, text } = fault;
    if (inbox === null || this.#inboxes.some((name) => globFits(inbox, name, 'whole'))) return fault;
    return { text, part: 'inbox-unknown', word: `inbox=${inbox}`, allowed: this.#inboxes };
  }

  /** Forgets all of them. Requests that hang go on hanging. */
  clear(): void {
    this.#counting = [];
  }

  /** Every fault that the request fits counts it; gives the first of those that are due. */
  next(request: Request): Hit | null {
    const fitting = this.#counting.filter(({ fault }) => matches(fault, request));
    for (const one of fitting) one.matched += 1;
    const due = fitting.find(({ fault, matched }) => isDue(fault.occurrence, matched));
    if (due === undefined) return null;
    due.hits += 1;
    return { fault: due.fault, time: due.hits };
  }
}
