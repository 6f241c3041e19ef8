import { carriesKey, checkApiKey, checkBaseUrl } from './address.ts';
import type { SharedOptions } from './client-options.ts';
import { Connections } from './connections.ts';
import { type ReadRetries, sleep } from './retry.ts';

type Settled = 'baseUrl' | 'redact' | 'timeoutMs' | 'maxBodyBytes' | 'proxy';

/** What all callers of one service share. `root`: the path of the base URL. Neither has a trailing slash. */
export interface ServiceOptions extends Required<Pick<SharedOptions, Settled>> {
  origin: string;
  root: string;
  labelTimeoutMs: number;
  connections: Connections;
  /** Whether other clients use these connections too. */
  isShared: boolean;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Checks options and adds defaults. Throws a TypeError or a RangeError that names the option. */
export function settledService(options: SharedOptions, shared?: Connections) {
  const timeoutMs = whole('timeoutMs', options.timeoutMs ?? 60_000, 1, LONGEST_TIMER_MS);
  const baseUrl = usable('baseUrl', checkBaseUrl(options.baseUrl, { allowHttp: options.allowHttp }));
  const { origin, pathname } = new URL(baseUrl);
  const most = options.connections === undefined ? null : whole('connections', options.connections, 1);
  const service: ServiceOptions = {
    baseUrl,
    origin,
    root: pathname.replace(/\/$/, ''),
    redact: options.redact ?? ((text: string) => text),
    timeoutMs,
    labelTimeoutMs: options.timeoutMs ?? 120_000,
    maxBodyBytes: whole('maxBodyBytes', options.maxBodyBytes ?? 256 * 2 ** 20, 1),
    connections: shared ?? new Connections(most),
    isShared: shared !== undefined,
    proxy: options.proxy ?? null,
  };
  const retries: ReadRetries = {
    retryReads: whole('retryReads', options.retryReads ?? 3, 0),
    retryForMs: whole('retryForMs', options.retryForMs ?? 120_000, 0),
    patient: options.patient ?? false,
    timeoutMs,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
  };
  return { service, retries };
}

/** The key as it is sent to a service. Throws a TypeError if it cannot be used. */
export function usableKey({ baseUrl }: ServiceOptions, key: string): string {
  const apiKey = usable('apiKey', checkApiKey(key));
  // Messages and plans show the base URL.
  return carriesKey(baseUrl, apiKey) ? usable('baseUrl', { problem: 'carries-key' }) : apiKey;
}

function usable(option: string, checked: { ok: string } | { problem: string }): string {
  if ('ok' in checked) return checked.ok;
  throw new TypeError(`createClient: ${option} cannot be used (${checked.problem})`);
}

function whole(option: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`createClient: ${option} must be a whole number from ${least} to ${most}, not ${value}`);
}
