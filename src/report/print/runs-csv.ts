/** Prints runs as CSV: a row for each account of each run. */
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { RunSummary } from '../../model/snapshot.ts';

const HEAD = 'startedAt,run,by,rollbackOf,commit,actor,pullRequests,approvedBy,account,baseUrl,outcome';

export function runsCsv(runs: readonly RunSummary[]): string {
  const rows = runs.flatMap(({ startedAt, run, by, rollbackOf, origin = {}, accounts, outcome }) => {
    const { pullRequests = [], approvals = [] } = origin.github ?? {};
    const approvers = new Set(approvals.map((one) => one.by));
    const whose = [origin.commit, origin.actor, pullRequests.join(' '), [...approvers].join(' ')];
    return accounts.map(({ name, baseUrl, sealed, changes: { create, replace, delete: deleted } }) => {
      const ops = [create, replace, deleted];
      const left = ops.flatMap(({ done: _, ...others }) => Object.values(others)).reduce((sum, one) => sum + one, 0);
      const counts = [...ops.map(({ done = 0 }) => done), left].map((one) => (sealed === undefined ? one : ''));
      return [startedAt, run, by, rollbackOf, ...whose, name, baseUrl, outcome, ...counts, origin.url].map(cell).join();
    });
  });
  return [`${HEAD},created,replaced,deleted,notDone,url`, ...rows, ''].join('\n');
}

/** A snapshot may be anybody's: a spreadsheet must not take a text for a formula. */
function cell(value: unknown): string {
  const text = escapeControl(String(value ?? ''));
  const safe = /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
