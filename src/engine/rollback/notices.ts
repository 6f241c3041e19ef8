/** The findings of a rollback: about single rules, and about what it cannot restore. */
import type { Finding, Severity } from '../../diagnostics/diagnostic.ts';
import type { JournalRule } from '../../model/journal.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import { canonicalName } from '../../planning/canonical.ts';
import type { Work } from '../../planning/changes.ts';
import { lost, unknownPaths, unsendableTypes, wouldDrop } from '../../planning/losses.ts';
import type { Doubt } from './recall.ts';
import type { RollbackRefusal } from './refusals.ts';
import type { RunChange, Way } from './way-back.ts';

/** About a rule that is left alone, because it may not be the run's work. */
export function leftAlone({ why }: Extract<Way, { kind: 'left' }>, op: RunChange['change']['op']): Finding {
  return why === 'unclear' ? { code: 'rollback-unclear', args: { op } } : { code: 'rollback-made-anew', args: {} };
}

/** About a rule that the rollback changes, or would change if it were not refused. */
export function changeNotices(
  { kept, live, since }: Extract<Way, { kind: 'back' }>,
  refusal: RollbackRefusal | null,
  redactor: AccountRedactor,
): { severity: Severity; finding: Finding }[] {
  const errors = (refusal?.findings ?? []).map((finding) => ({ severity: 'error' as const, finding }));
  const warnings: Finding[] = [];
  const op = kept === null ? 'delete' : 'replace';
  if (since.length > 0) warnings.push({ code: 'rollback-changed-since', args: { op, fields: since } });
  if (live !== null && refusal === null) warnings.push(...lost(wouldDrop(live.rule, redactor), op));
  return [...errors, ...warnings.map((finding) => ({ severity: 'warning' as const, finding }))];
}

/** Deletes that an apply holds back because a create is refused; null if there are none. */
export function heldBack(work: readonly Work[]): Finding<'rollback-deletes-held'> | null {
  const isRefused = ({ change }: Work) => change.refused !== undefined;
  const refused = work.filter((item) => item.change.op === 'create' && isRefused(item));
  const needed = new Set(work.flatMap((item) => (isRefused(item) ? [] : (item.wanted?.name ?? []))));
  const held = work.filter((item) => {
    return item.change.op === 'delete' && !isRefused(item) && !needed.has(canonicalName(item.live?.name ?? ''));
  });
  if (refused.length === 0 || held.length === 0) return null;
  const shown = (items: readonly Work[]) => items.map(({ change }) => change.name).sort();
  return { code: 'rollback-deletes-held', args: { rules: shown(held), because: shown(refused) } };
}

/** A rule that a rollback restores. */
export interface Returning {
  /** The name, ready to be shown. */
  name: string;
  /** The rule as it was. */
  kept: JournalRule;
  doubts: readonly Doubt[];
  /** The change that restores it; null if it is already as before. */
  work: Work | null;
  isGone: boolean;
}

/** What a rollback cannot restore: one finding per kind, with the names of the rules. */
export function lossesOf(returning: readonly Returning[]): Finding[] {
  const carried = returning.filter(({ work }) => work !== null && work.change.refused === undefined);
  const anew = carried.filter(({ work }) => work?.live === null);
  const found: Finding[] = [];
  if (anew.length > 0) {
    found.push({
      code: 'rollback-new-ids',
      args: { rules: names(anew), gone: names(anew.filter((one) => one.isGone)) },
    });
  }
  const dropped = carried.filter(({ kept }) => unsendableTypes(kept).length > 0);
  if (dropped.length > 0) {
    const types = [...new Set(dropped.flatMap(({ kept }) => unsendableTypes(kept)))].sort();
    found.push({ code: 'rollback-actions-lost', args: { rules: names(dropped), types } });
  }
  const unknown = carried.filter(({ kept }) => unknownPaths(kept).length > 0);
  if (unknown.length > 0) {
    const keys = [...new Set(unknown.flatMap(({ kept }) => unknownPaths(kept)))].sort();
    found.push({ code: 'rollback-unknown-lost', args: { rules: names(unknown), keys } });
  }
  for (const was of ['on', 'off'] as const) {
    const rules = names(carried.filter((one) => one.kept.enabled === (was === 'on') && maySwitch(one)));
    if (rules.length > 0) found.push({ code: 'rollback-enabled', args: { rules, was } });
  }
  const changed = [...carried, ...returning.filter(({ work }) => work === null)]
    .map((one) => ({ ...one, variables: one.doubts.flatMap((doubt) => variableOf(doubt) ?? []) }))
    .filter(({ variables }) => variables.length > 0);
  if (changed.length > 0) {
    const variables = [...new Set(changed.flatMap((one) => one.variables))].sort();
    found.push({ code: 'rollback-other-value', args: { rules: names(changed), variables } });
  }
  const alike = names(carried.filter(({ doubts }) => doubts.some(({ kind }) => kind === 'alike')));
  if (alike.length > 0) found.push({ code: 'rollback-alike', args: { rules: alike } });
  return found;
}

/** The variable that now holds another value. */
function variableOf(doubt: Doubt): string | null {
  return doubt.kind === 'other-value' ? doubt.variable : null;
}

/** Whether a restored rule may be on or off unlike before: the service enables new rules unless they send mail. */
function maySwitch({ kept, work }: Returning): boolean {
  if (work === null) return false;
  const { live, change } = work;
  if (live === null && !kept.enabled) return true;
  return (live !== null && live.enabled !== kept.enabled) || change.risks.includes('may-switch-off');
}

function names(rules: readonly Returning[]): string[] {
  return [...new Set(rules.map(({ name }) => name))].sort();
}
