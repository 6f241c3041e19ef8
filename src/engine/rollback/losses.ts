/** What a way back cannot bring back: each kind is said once, with the names of the rules. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { JournalRule } from '../../model/journal.ts';
import type { Work } from '../../planning/changes.ts';
import { unknownPaths, unsendableTypes } from '../../planning/losses.ts';
import type { Doubt } from './recall.ts';

/** A rule that comes back. */
export interface Returning {
  /** As it may be shown. */
  name: string;
  /** The rule as it was. */
  kept: JournalRule;
  doubts: readonly Doubt[];
  /** What brings it back; null where it is as before already. */
  work: Work | null;
  isGone: boolean;
}

/** Takes the rules that come back; gives what of them does not. */
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
  for (const kind of ['other-value', 'untold'] as const) {
    const rules = (kind === 'untold' ? carried : [...carried, ...returning.filter(({ work }) => work === null)]).filter(
      ({ doubts }) => doubts.some((doubt) => doubt.kind === kind),
    );
    if (rules.length === 0) continue;
    const variables = new Set(
      rules.flatMap(({ doubts }) => doubts.flatMap((one) => (one.kind === kind ? one.variable : []))),
    );
    const args = { rules: names(rules), variables: [...variables].sort(), sure: kind === 'other-value' };
    found.push({ code: 'rollback-other-value', args });
  }
  const alike = names(carried.filter(({ doubts }) => doubts.some(({ kind }) => kind === 'alike')));
  if (alike.length > 0) found.push({ code: 'rollback-alike', args: { rules: alike } });
  return found;
}

/** Whether the rule may come back switched otherwise than it was: new rules are switched on, but for those that send. */
function maySwitch({ kept, work }: Returning): boolean {
  if (work === null) return false;
  const { live, change } = work;
  if (live === null && !kept.enabled) return true;
  return (live !== null && live.enabled !== kept.enabled) || change.risks.includes('may-switch-off');
}

function names(rules: readonly Returning[]): string[] {
  return [...new Set(rules.map(({ name }) => name))].sort();
}
