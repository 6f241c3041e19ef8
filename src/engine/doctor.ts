/** Checks an account's service for doctor: is the key valid, what may it do, and do the clocks agree? */
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Probed } from '../diagnostics/results.ts';
import type { ProbeName, ProbeResult } from '../model/doctor.ts';
import type { LiveRule } from '../model/rule.ts';
import type { Scope } from '../service/operation.ts';
import type { Look, Probe } from '../service/probe.ts';

export type ProbeRow = Omit<Probed, 'account'>;

/** The probes that need an answer from the service. */
export const ASKED = ['connection', 'key', 'RULES_READ', 'RULES_WRITE', 'STATS_READ', 'clock', 'service'] as const;

/** How far the clocks may differ, in ms. */
const SKEW_MS = 5 * 60_000;

/** Sends at most three requests and changes nothing. `now` is this machine's clock, in ms since the epoch. */
export async function examineService(
  probe: Omit<Probe, 'close'>,
  { host, through, now }: { host: string; through: string; now: () => number },
): Promise<ProbeRow[]> {
  const list = await probe.listRules();
  const clock = clockRow(list, now());
  const { error, status } = list;
  // Only the real API refuses a key in the API's own format.
  const isApi = error === null || ((status === 401 || status === 403) && error.reason !== 'base-url');
  if (!isApi) {
    const scopes = skippedRows(['key', 'RULES_READ', 'RULES_WRITE', 'STATS_READ'], 'connection');
    return [failedRow('connection', list), ...scopes, clock, ...skippedRows(['service'], 'connection')];
  }
  const connected = row('connection', 'ok', { code: 'connected', args: { host, through } });
  if (status === 401 || error?.reason === 'account') {
    const scopes = skippedRows(['RULES_READ', 'RULES_WRITE', 'STATS_READ'], 'key');
    return [connected, failedRow('key', list), ...scopes, clock, serviceRow([list], [])];
  }
  const write = await probe.replaceNothing();
  const statistics = await probe.readStatistics();
  return [
    connected,
    row('key', 'ok', { code: 'key-accepted', args: {} }),
    list.rules === null
      ? scopeRow('RULES_READ', list, false)
      : row('RULES_READ', 'ok', { code: 'live-rules', args: { count: list.rules.length } }),
    // This PUT can never succeed, so a success did not come from the API.
    scopeRow('RULES_WRITE', write, isRefused(write, 400, 404)),
    statisticsRow(statistics),
    clock,
    serviceRow([list, write, statistics], list.rules ?? []),
  ];
}

/** Rows for probes that were skipped because another probe failed. */
export function skippedRows(probes: readonly ProbeName[], because: ProbeName): ProbeRow[] {
  return probes.map((probe) => row(probe, 'skipped', { code: 'probe-skipped', args: { because } }));
}

export function row(probe: ProbeName, result: ProbeResult, finding: Finding): ProbeRow {
  return { probe, result, finding };
}

function failedRow(probe: ProbeName, { error }: Look): ProbeRow {
  const { message = '', remedy = null } = error ?? {};
  return row(probe, 'failed', { code: 'service-failed', args: { message, remedy } });
}

/** Whether the service accepted the scope and then refused with one of these statuses (API spec 5, 7). */
function isRefused({ status, error }: Look, ...statuses: readonly number[]): boolean {
  return error !== null && error.reason !== 'base-url' && statuses.some((one) => one === status);
}

function scopeRow(scope: Scope, look: Look, isGranted: boolean): ProbeRow {
  if (isGranted) return row(scope, 'ok', { code: 'scope-granted', args: {} });
  const { message = `a PUT that cannot be carried out returned ${look.status}`, remedy = null } = look.error ?? {};
  if (!isRefused(look, 403)) return row(scope, 'warning', { code: 'scope-not-told', args: { message, remedy } });
  const result = scope === 'RULES_READ' ? 'failed' : 'warning';
  return row(scope, result, { code: 'scope-missing', args: { scope, remedy } });
}

/** Statistics also need access to the mailbox, and some deployments have none. */
function statisticsRow(look: Look): ProbeRow {
  const { status, error } = look;
  if (status === 404 || status === 405) {
    return row('STATS_READ', 'skipped', { code: 'statistics-missing', args: { status } });
  }
  if (error?.reason === 'mailbox') return failedRow('STATS_READ', look);
  return scopeRow('STATS_READ', look, error === null || status === 400);
}

function clockRow({ status, serverTime }: Look, now: number): ProbeRow {
  if (status === null) return row('clock', 'skipped', { code: 'probe-skipped', args: { because: 'connection' } });
  if (serverTime === null) return row('clock', 'skipped', { code: 'clock-not-told', args: {} });
  const skew = now - serverTime;
  const seconds = Math.round(skew / 1000);
  if (Math.abs(skew) > SKEW_MS) return row('clock', 'warning', { code: 'clock-off', args: { seconds } });
  return row('clock', 'ok', { code: 'clock-right', args: { seconds } });
}

/** The ids that known deployments make (measured). The contract allows any text (API spec 2.3). */
const CUID = /^c[a-z0-9]{24}$/;

/**
 * Guesses the kind of deployment. Older ones have their own form of error body. Newer ones use that of API spec 7, but
 * also say where a mistake is and have their own form of ids.
 */
function serviceRow(looks: readonly Look[], rules: readonly LiveRule[]): ProbeRow {
  const shapes = new Set(looks.map(({ errorShape }) => errorShape));
  const resembles = (profile: 'contract' | 'older' | 'newer') =>
    row('service', 'ok', { code: 'service-resembles', args: { profile } });
  if (shapes.has('known-error')) return resembles('older');
  const isPlaced = shapes.has('envelope-with-path');
  if (!isPlaced && !shapes.has('envelope')) return row('service', 'skipped', { code: 'service-not-told', args: {} });
  const isNewer = rules.length > 0 ? rules.every(({ id }) => CUID.test(id)) : isPlaced;
  return resembles(isNewer ? 'newer' : 'contract');
}
