/** Repeats reads. Writes are never repeated here: only the caller can find out whether one was carried out. */
import { setTimeout } from 'node:timers/promises';
import type { SharedOptions } from './client-options.ts';
import { maySoonPass } from './network-words.ts';
import { ServiceError } from './service-error.ts';

type Limit = 'retryReads' | 'retryForMs' | 'patient' | 'timeoutMs';

export type ReadRetries = Required<Pick<SharedOptions, Limit | 'random' | 'sleep'>>;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const CLOSED_BY_THE_SERVICE = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Calls `attempt` until it succeeds, or throws its last error, with how often it was tried. The first closed connection
 * is repeated at once and not counted, since the service closes idle ones (measured).
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retryReads, patient, retryForMs, timeoutMs, random, sleep }: ReadRetries,
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
      if (!mayPass(error)) throw withNotes(error, tries);
      if (!resent && CLOSED_BY_THE_SERVICE.has(error.code ?? '')) {
        resent = true;
        continue;
      }
      const pause = pauseMs(failures + 1, error.retryAfterMs, random);
      spentMs += pause + (error.kind === 'timeout' ? timeoutMs : 0);
      const isLast = failures >= retryReads && !(patient && error.kind === 'http');
      if (isLast) throw withNotes(error, tries);
      if (spentMs > retryForMs) throw withNotes(error, tries, retryForMs);
      failures++;
      await sleep(pause, signal);
    }
  }
}

export async function sleep(ms: number, signal: AbortSignal | null): Promise<void> {
  await setTimeout(ms, undefined, signal === null ? {} : { signal }).catch(() => {});
}

/** `spentMs`: the time for all repeats, if that is over. */
function withNotes(error: ServiceError, tries: number, spentMs?: number): ServiceError {
  const notes = tries > 1 && error.kind !== 'aborted' ? [`tried ${tries} times`] : [];
  if (spentMs !== undefined && error.retryAfterMs)
    notes.push(`not tried again: the waiting would take more than ${spentMs / 1000} s`);
  return notes.length === 0 ? error : new ServiceError({ ...error, message: `${error.message} (${notes.join('; ')})` });
}

function mayPass({ kind, status, code, reason }: ServiceError): boolean {
  if (kind === 'timeout' || reason === 'partial') return true;
  if (kind === 'network') return maySoonPass(code);
  return kind === 'http' && status !== null && (status === 429 || (isTemporary(status) && status !== 501));
}

/** Whether a status is about the service and not about the request: a failure, or a timeout (408). */
export function isTemporary(status: number): boolean {
  return status === 408 || status >= 500;
}

/** The pause in ms after so many failures in a row: doubles each time, with jitter, but at least what the service asked for. */
export function pauseMs(failures: number, retryAfterMs: number | null, random: () => number): number {
  const backoff = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
  return Math.max(retryAfterMs ?? 0, Math.round(backoff * (0.5 + random() / 2)));
}
