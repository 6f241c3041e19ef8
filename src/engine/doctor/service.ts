/** What an account's service answered, and which deployment it resembles as far as that shows it. */
import type { LiveRule } from '../../model/rule.ts';
import type { ListLook, Look, Probe } from '../../service/probe.ts';

export interface Asking {
  /** Asks the service; null where it cannot be asked, since its address or the key is wrong. */
  probe: Questions | null;
  /** This machine's clock: milliseconds since the epoch. */
  now: () => number;
}

type Questions = Omit<Probe, 'close'>;

/** The service as far as it was asked: each question once, and only when somebody wants to know. */
export class Service {
  readonly #facts: Asking;
  /** All answers so far. */
  readonly looks: Look[] = [];
  /** How much later it is here than there, in ms, when the first answer came. */
  skew: number | null = null;

  constructor(facts: Asking) {
    this.#facts = facts;
  }

  readonly list = asked((): Promise<ListLook> => this.#ask((probe) => probe.listRules()));
  readonly write = asked((): Promise<Look> => this.#ask((probe) => probe.replaceNothing()));
  readonly statistics = asked((): Promise<Look> => this.#ask((probe) => probe.readStatistics()));

  async #ask<T extends Look>(ask: (probe: Questions) => Promise<T>): Promise<T> {
    const { probe, now } = this.#facts;
    if (probe === null) throw new Error('The service was asked although its settings are wrong');
    const look = await ask(probe);
    this.looks.push(look);
    if (look.serverTime !== null) this.skew ??= now() - look.serverTime;
    return look;
  }
}

/** A question that is asked once, when somebody first wants to know. */
function asked<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

/** Ids that the deployments measured make; the contract allows any text (API spec 2.3). */
const CUID = /^c[a-z0-9]{24}$/;

/**
 * null where nothing shows it. Older deployments have an error body of their own. Newer ones have that of API spec 7, but
 * name the place of a mistake and make ids of their own kind.
 */
export function profileOf(
  looks: readonly Pick<Look, 'errorShape'>[],
  rules: readonly Pick<LiveRule, 'id'>[],
): 'contract' | 'older' | 'newer' | null {
  const shapes = looks.map(({ errorShape }) => errorShape);
  if (shapes.includes('known-error')) return 'older';
  const hasEnvelope = shapes.includes('envelope') || shapes.includes('envelope-with-path');
  if (!hasEnvelope) return null;
  if (rules.length > 0) return rules.every(({ id }) => CUID.test(id)) ? 'newer' : 'contract';
  return shapes.includes('envelope-with-path') ? 'newer' : 'contract';
}
