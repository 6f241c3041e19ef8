/** Repeating reads. Writes are never repeated here: only the caller can find out whether one was carried out. */
import { setTimeout } from 'node:timers/promises';
import { maySoonPass } from './network-words.ts';
import { ServiceError } from './service-error.ts';

export interface ReadRetries {
  /** How many times a read is repeated at most. */
  retries: number;
  /** Whether an answered request may be repeated while there is time. */
  patient: boolean;
  /** How long all the waiting, timeouts included, may take: in ms. */
  budgetMs: number;
  timeoutMs: number;
  /** From 0 to below 1. */
  random(): number;
  /** Waits `ms`, or less if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | null): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const CLOSED_BY_THE_SERVICE = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Calls `attempt` until it succeeds, until its error is one that repeating cannot help, or until `retries` (unless
 * `patient`) or `budgetMs` are spent; then throws the last error, which says how often it was tried. Waits twice as long each time, with jitter, and no less than
 * Retry-After. One closed connection is repeated at once and not counted: the service closes idle ones (measured).
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, patient, budgetMs, timeoutMs, random, sleep }: ReadRetries,
  signal: AbortSignal | null,
): Promise<T> {
  let spentMs = 0;
  let failures = 0;
  let resent = false;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (!mayPass(error)) throw withNotes(error, triedNote(error, tries));
      if (!resent && CLOSED_BY_THE_SERVICE.has(error.code ?? '')) {
        resent = true;
        continue;
      }
      const pause = pauseMs(failures + 1, error.retryAfterMs, random);
      spentMs += pause + (error.kind === 'timeout' ? timeoutMs : 0);
      const isLast = failures >= retries && !(patient && error.kind === 'http');
      if (isLast) throw withNotes(error, triedNote(error, tries));
      if (spentMs > budgetMs) throw withNotes(error, triedNote(error, tries), waitNote(error, budgetMs));
      failures++;
      await sleep(pause, signal);
    }
  }
}

/** Waits `ms`; resolves early when the signal is aborted. */
export async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  await setTimeout(ms, undefined, signal === null ? {} : { signal }).catch(() => {});
}

function triedNote({ kind }: ServiceError, tries: number): string | null {
  return tries > 1 && kind !== 'aborted' ? `tried ${tries} times` : null;
}

function waitNote({ retryAfterMs }: ServiceError, budgetMs: number): string | null {
  return retryAfterMs ? `not tried again: the waiting would take more than ${budgetMs / 1000} s` : null;
}

function withNotes(error: ServiceError, ...notes: (string | null)[]): ServiceError {
  const said = notes.filter((note) => note !== null);
  if (said.length === 0) return error;
  return new ServiceError({ ...error, message: `${error.message} (${said.join('; ')})` });
}

function mayPass({ kind, status, code, reason }: ServiceError): boolean {
  if (kind === 'timeout' || reason === 'partial') return true;
  if (kind === 'network') return maySoonPass(code);
  return kind === 'http' && status !== null && (status === 429 || (isTemporary(status) && status !== 501));
}

/** Whether an answer of this status says nothing about the request itself: the service failed, or timed out (408). */
export function isTemporary(status: number): boolean {
  return status === 408 || status >= 500;
}

/**
 * How long to wait, in ms, after so many failures in a row (from 1): twice as long each time, with jitter, and no less than
 * the service asked for.
 */
export function pauseMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return Math.max(retryAfterMs ?? 0, Math.round(backoff * (0.5 + random() / 2)));
}
