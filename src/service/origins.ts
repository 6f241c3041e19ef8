/**
 * What the clients of one run have in common: the connections to an origin, and whether anything answers there. Of a
 * thousand inboxes at an address where nothing answers, the first ones find that out for all.
 */
import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from './service-error.ts';

/** Connections that are kept open between requests. */
export interface SharedAgent {
  agent: Agent;
  /** The connections that were made already. */
  open: WeakSet<Socket>;
  /** How many have it; it is closed with the last one. */
  users: number;
}

/** What is known of an origin. */
interface Origin {
  hasAnswered: boolean;
  /** Why it was given up before it ever answered, and by which client. */
  lost: { error: ServiceError; by: object } | null;
}

export class Origins {
  /** By what makes them different. */
  readonly agents = new Map<string, SharedAgent>();
  readonly #origins = new Map<string, Origin>();
  readonly #holds: boolean;
  readonly #held = new Set<SharedAgent>();

  /** `holds`: connections stay open although no client has them for the moment, until `close`. */
  constructor({ holds = false } = {}) {
    this.#holds = holds;
  }

  /** A client has connections: those of `agents` have one user more, which is this. */
  opened(): void {
    if (!this.#holds) return;
    for (const shared of this.agents.values()) {
      if (this.#held.has(shared)) continue;
      this.#held.add(shared);
      shared.users++;
    }
  }

  /** Gives up what it holds. Connections that no client has are ended. */
  close(): void {
    for (const [key, shared] of this.agents) {
      if (!this.#held.delete(shared)) continue;
      shared.users--;
      if (shared.users > 0) continue;
      this.agents.delete(key);
      shared.agent.destroy();
    }
  }

  /** Takes an origin and a client; gives why it need not ask there: another one has tried as often as it may. */
  lostFor(client: object, origin: string): ServiceError | null {
    const { lost } = this.#at(origin);
    return lost === null || lost.by === client ? null : lost.error;
  }

  /** An answer came, whatever it says. */
  answered(origin: string): void {
    const known = this.#at(origin);
    known.hasAnswered = true;
    known.lost = null;
  }

  /** Takes the error of a read that will not be repeated any more. */
  gaveUp(client: object, origin: string, error: unknown): void {
    const known = this.#at(origin);
    if (known.hasAnswered || !(error instanceof ServiceError)) return;
    if (error.kind === 'network' || error.kind === 'timeout') known.lost ??= { error, by: client };
  }

  #at(origin: string): Origin {
    const known = this.#origins.get(origin) ?? { hasAnswered: false, lost: null };
    this.#origins.set(origin, known);
    return known;
  }
}
