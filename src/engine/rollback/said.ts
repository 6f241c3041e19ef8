/** What there is to say about single rules of a way back. */
import type { Finding, Severity } from '../../diagnostics/diagnostic.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { lost, wouldDrop } from '../../planning/losses.ts';
import { parkedFinding } from '../../planning/parked-rules.ts';
import { parkedAs } from '../../planning/parking.ts';
import type { Veil } from '../../planning/secrets.ts';
import type { Refusal } from './refusals.ts';
import { idsOf, type RollbackInput, type RunChange } from './view.ts';
import type { Way } from './way-back.ts';

interface Said {
  severity: Severity;
  finding: Finding;
}

/** Of a rule that is left alone, because it may not be the run's work. */
export function leftAlone({ why }: Extract<Way, { kind: 'left' }>, op: RunChange['change']['op']): Finding {
  return why === 'unclear' ? { code: 'rollback-unclear', args: { op } } : { code: 'rollback-made-anew', args: {} };
}

/** Of a rule that the way back changes, or would change if it were not refused. */
export function saidOf(
  { kept, live, since }: Extract<Way, { kind: 'back' }>,
  { change }: Work,
  refusal: Refusal | null,
  veil: Veil,
): Said[] {
  const said = (refusal?.findings ?? []).map((finding): Said => ({ severity: 'error', finding }));
  const warn = (finding: Finding) => said.push({ severity: 'warning', finding });
  const op = kept === null ? 'delete' : 'replace';
  if (since.length > 0) warn({ code: 'rollback-changed-since', args: { op, fields: since } });
  if (live === null) return said;
  if (refusal === null) lost(wouldDrop(live.rule, veil), op).forEach(warn);
  const parked = parkedAs(live.rule);
  if (parked !== null) warn(parkedFinding(live.rule, parked, change, veil));
  return said;
}

/** Deletes that an apply holds back, because a create beside them is refused. null where there is none. */
export function heldBack(work: readonly Work[]): Finding<'rollback-deletes-held'> | null {
  const lost = work.filter(({ change }) => change.op === 'create' && change.refused !== undefined);
  const needed = new Set(
    work.flatMap(({ wanted, change }) => (change.refused === undefined ? (wanted?.name ?? []) : [])),
  );
  const late = work.filter(({ change, live }) => {
    return change.op === 'delete' && change.refused === undefined && !needed.has(canonicalName(live?.name ?? ''));
  });
  if (lost.length === 0 || late.length === 0) return null;
  const names = (items: readonly Work[]) => items.map(({ change }) => change.name).sort();
  return { code: 'rollback-deletes-held', args: { rules: names(late), because: names(lost) } };
}

/** Whether none of the rules that the run left is there, while the key is another one. */
export function isOtherInbox(
  ways: readonly (RunChange & { way: Way })[],
  { comparable, live }: RollbackInput,
): boolean {
  if (comparable || ways.every(({ way }) => way.kind === 'not-made')) return false;
  const left = idsOf(ways.filter(({ change }) => change.op !== 'delete'));
  return !live.some(({ id }) => left.has(id));
}
