/** Options of a client with their defaults, checked. */
import { carriesKey, checkApiKey, checkBaseUrl } from './address.ts';
import type { CallerOptions } from './caller.ts';
import type { ClientOptions } from './client-options.ts';
import { Origins } from './origins.ts';
import { type ReadRetries, sleep } from './retry.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Throws a TypeError or a RangeError that names the option. */
export function settled(options: ClientOptions): { calls: CallerOptions; retries: ReadRetries } {
  const timeoutMs = whole('timeoutMs', options.timeoutMs ?? 60_000, 1, LONGEST_TIMER_MS);
  const baseUrl = usable('baseUrl', checkBaseUrl(options.baseUrl, { allowHttp: options.allowHttp }));
  const apiKey = usable('apiKey', checkApiKey(options.apiKey));
  // It is shown in messages and plans.
  if (carriesKey(baseUrl, apiKey)) usable('baseUrl', { problem: 'carries-key' });
  const calls = {
    baseUrl,
    apiKey,
    hide: options.hide ?? ((text: string) => text),
    timeoutMs,
    maxBodyBytes: whole('maxBodyBytes', options.maxBodyBytes ?? 256 * 2 ** 20, 1),
    origins: options.origins ?? new Origins(),
    connections: options.connections === undefined ? null : whole('connections', options.connections, 1),
  };
  const retries = {
    retries: whole('retryReads', options.retryReads ?? 3, 0),
    budgetMs: whole('retryForMs', options.retryForMs ?? 120_000, 0),
    patient: options.patient ?? false,
    timeoutMs,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
  };
  return { calls, retries };
}

function usable(option: string, checked: { ok: string } | { problem: string }): string {
  if ('ok' in checked) return checked.ok;
  throw new TypeError(`createClient: ${option} cannot be used (${checked.problem})`);
}

function whole(option: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`createClient: ${option} must be a whole number from ${least} to ${most}, not ${value}`);
}
