/** The faults of a running sandbox, with what each has counted so far. */
import { type Fault, FaultError, faultOf, fits, isDue, matches, type Request } from './fault.ts';

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
    if (inbox === null || this.#inboxes.some((name) => fits(name, inbox))) return fault;
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
