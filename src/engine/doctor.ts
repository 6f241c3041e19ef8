/** Checks an account's service for doctor: does it answer, is the key valid, and what may it do? */
import type { Finding } from '../diagnostics/diagnostic.ts';
import type { Probed } from '../diagnostics/results.ts';
import type { ProbeName, ProbeResult } from '../model/doctor.ts';
import type { LiveRule } from '../model/rule.ts';
import type { Scope } from '../service/operation.ts';
import type { Look, Probe } from '../service/probe.ts';

export type ProbeRow = Omit<Probed, 'account'>;

const SCOPES = ['RULES_READ', 'RULES_WRITE', 'STATS_READ'] as const;

/** What is said of a service, and the live rules of the inbox that its key opens; none if they cannot be read. */
export type Examined = { rows: ProbeRow[]; live: readonly LiveRule[] };

/** The probes that need an answer from the service. */
export const ASKED = ['connection', 'key', ...SCOPES] as const;

/** Sends at most three requests and changes nothing. */
export async function examineService(
  probe: Omit<Probe, 'close'>,
  { host, through }: { host: string; through: string },
): Promise<Examined> {
  const list = await probe.listRules();
  const { error, status } = list;
  // Only the real API refuses a key in the API's own format.
  const isApi = error === null || ((status === 401 || status === 403) && error.reason !== 'base-url');
  const refused = (...rows: ProbeRow[]): Examined => ({ rows, live: [] });
  if (!isApi) return refused(failedRow('connection', list), ...skippedRows(['key', ...SCOPES], 'connection'));
  const connected = row('connection', 'ok', { code: 'connected', args: { host, through } });
  if (status === 401 || error?.reason === 'account') {
    return refused(connected, failedRow('key', list), ...skippedRows(SCOPES, 'key'));
  }
  const write = await probe.replaceNothing();
  const rows = [
    connected,
    row('key', 'ok', { code: 'key-accepted', args: {} }),
    list.rules === null
      ? scopeRow('RULES_READ', list, false)
      : row('RULES_READ', 'ok', { code: 'live-rules', args: { count: list.rules.length } }),
    // This PUT can never succeed, so a success did not come from the API.
    scopeRow('RULES_WRITE', write, isRefused(write, 400, 404)),
    statisticsRow(await probe.readStatistics()),
  ];
  return { rows, live: list.rules ?? [] };
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
