/** In which ways a request can be spoiled. What `done` says is the promise that tests are built on. */

interface FaultDefinition {
  /** Whether the request goes its whole way first: the real route, with its checks and its effect. */
  done: boolean;
  /** What the client gets, as docs/sandbox.md has it. */
  does: string;
  /** What may, or without a `fallback` must, stand behind a `=`. */
  value?: { unit: string; least: number; most: number; fallback?: number };
}

const KINDS = {
  'reset-before': { done: false, does: 'a connection that is reset' },
  'reset-after': { done: true, does: 'a connection that is reset' },
  'hang-before': { done: false, does: 'nothing, on a connection that stays open' },
  'hang-after': { done: true, does: 'nothing, on a connection that stays open' },
  '500-before': { done: false, does: 'a 500' },
  '500-after': { done: true, does: 'a 500' },
  '429': { done: false, does: 'a 429 without `Retry-After`' },
  '429-retry-after': {
    done: false,
    does: 'a 429 with `Retry-After: SECONDS`, alternately as a number and as a date',
    value: { unit: 'SECONDS', least: 0, most: 3_600, fallback: 1 },
  },
  slow: {
    done: true,
    does: 'the whole answer, MS milliseconds later',
    value: { unit: 'MS', least: 1, most: 600_000 },
  },
  truncated: {
    done: true,
    does: 'half of the body (if there is none, half of the first line), then a closed connection',
  },
  'half-json': { done: true, does: 'half of the body, as if that were all of it' },
  html: { done: true, does: 'an HTML page with status 200, as from a proxy' },
  redirect: { done: false, does: 'a 302 to a page of another host' },
  'html-before': { done: false, does: 'an HTML page with status 200, as from a proxy' },
} as const satisfies Record<string, FaultDefinition>;

export type FaultKind = keyof typeof KINDS;
export const FAULT_KINDS: Readonly<Record<FaultKind, FaultDefinition>> = KINDS;
export const FAULT_KIND_NAMES = Object.keys(KINDS) as FaultKind[];
