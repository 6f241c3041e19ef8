/** What a way back cannot bring back as it was, and why single changes of it are refused. */
import type { ArgsOf, Finding } from '../diagnostics/diagnostic.ts';
import { DEFAULT_RULES } from '../model/default-rules.ts';
import { firstGlob } from '../model/glob.ts';
import type { LiveRule } from '../model/rule.ts';
import type { ResolvedRule } from '../model/written-rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import { canonicalName } from './canonical.ts';
import { refusing, type Work } from './changes.ts';
import { missingField } from './checks/actions.ts';
import { emptyCondition } from './checks/condition.ts';
import { lossOf, unknownPaths, unsendableTypes, type Verdict } from './losses.ts';
import type { AccountInput } from './plan-account.ts';
import { policyFindings } from './policy.ts';

/** Whether a change back to a rule as it was, or a delete, may be made. */
export function verdictOn(
  { live, wanted, rule, change: { op } }: Work,
  { settings, flags, redactor }: Pick<AccountInput, 'settings' | 'flags' | 'redactor'>,
): Verdict {
  const ignoredBy = firstGlob(settings.ignore);
  const names = [live?.name, wanted?.name].filter((name) => name !== undefined);
  const glob = names.map((name) => ignoredBy(canonicalName(name))).find((one) => one !== null);
  if (glob != null) return { refused: 'ignored', findings: [{ code: 'rollback-ignored', args: { glob } }] };
  if (wanted === null || rule == null) return lossOf(live, op, redactor, flags);

  const lacking = lacks(rule.body);
  if (lacking !== null) return { refused: 'incomplete', findings: [{ code: 'rollback-incomplete', args: lacking }] };
  const secret = rule.references.map(({ path }) => path);
  const violations = policyFindings(rule.body, settings, secret, null);
  if (violations.length > 0) {
    return { refused: 'policy', findings: violations.map(({ code, args }) => ({ code, args }) as Finding) };
  }
  return lossOf(live, op, redactor, flags);
}

/** What the service requires (measured), but does not return even though it has it. */
function lacks(rule: ResolvedRule): ArgsOf<'rollback-incomplete'> | null {
  if (rule.actions.length === 0) return { lacks: 'actions' };
  if (emptyCondition(rule).length > 0) return { lacks: 'condition' };
  for (const { code, args } of missingField(rule)) {
    if (code === 'field-missing') return { lacks: 'field', type: args.type, field: args.field };
  }
  return null;
}

/** Keeps names unique: refuses to bring back a rule if another rule has its name and keeps it. */
export function withTakenRefused(work: readonly Work[], live: readonly LiveRule[]): Work[] {
  const moved = new Set(work.flatMap((item) => (item.change.refused === undefined ? (item.live?.id ?? []) : [])));
  const taken = new Set(live.filter(({ id }) => !moved.has(id)).map(({ name }) => canonicalName(name)));
  const keepsName = (item: Work) => item.live !== null && canonicalName(item.live.name) === item.wanted?.name;
  for (const { wanted } of work.filter(keepsName)) if (wanted !== null) taken.add(wanted.name);
  return work.map((item) => {
    const { wanted, change } = item;
    if (wanted === null || keepsName(item) || change.refused !== undefined) return item;
    if (taken.has(wanted.name)) return refusing(item, 'name-not-free');
    taken.add(wanted.name);
    return item;
  });
}

/** Deletes that an apply holds back because a create is refused, and the names of what is. */
export function heldBack(work: readonly Work[]): { held: Work[]; because: string[] } {
  const going = work.filter(({ change }) => change.refused === undefined);
  const refused = work.filter(
    ({ change: { op, refused } }) => op === 'create' && refused && refused !== 'edited-since',
  );
  const needed = new Set(going.flatMap(({ wanted }) => wanted?.name ?? []));
  const held = going.filter(
    ({ change, live }) => change.op === 'delete' && !needed.has(canonicalName(live?.name ?? '')),
  );
  return { held: refused.length === 0 ? [] : held, because: refused.map(({ change }) => change.name).sort() };
}

/** A rule that a way back restores, and the change that restores it. */
export type Returning = { before: LiveRule; work: Work };

export function lossesOf(one: Returning, { text }: AccountRedactor): Finding[] {
  if (one.work.change.refused !== undefined) return [];
  const { before, work } = one;
  const types = unsendableTypes(before);
  const keys = unknownPaths(before).map(text);
  return [
    ...(work.live === null ? [{ code: 'rollback-new-ids', args: {} } as const] : []),
    ...lookAlike(work),
    ...(types.length === 0 ? [] : [{ code: 'rollback-actions-lost', args: { types } } as const]),
    ...(keys.length === 0 ? [] : [{ code: 'rollback-unknown-lost', args: { keys } } as const]),
    ...(maySwitch(one) ? [{ code: 'rollback-enabled', args: { was: onOrOff(before) } } as const] : []),
  ];
}

/** Notices at the end of a way back: switched on or off, or one of the service's own made again. `isOn`: by name. */
export function atTheEnd({ before, work }: Returning, isOn: ReadonlyMap<string, boolean>): Finding[] {
  const isSwitched = isOn.get(work.wanted?.name ?? '') === !before.enabled;
  return [
    ...(isSwitched ? [{ code: 'rollback-switched', args: { was: onOrOff(before) } } as const] : []),
    ...lookAlike(work),
  ];
}

function onOrOff({ enabled }: LiveRule): 'on' | 'off' {
  return enabled ? 'on' : 'off';
}

/** Whether a restored rule may be on or off unlike before: the service enables new rules unless they send mail. */
function maySwitch({ before, work: { live, change } }: Returning): boolean {
  if (live === null && !before.enabled) return true;
  return (live !== null && live.enabled !== before.enabled) || change.risks.includes('may-switch-off');
}

function lookAlike({ live, wanted }: Work): Finding[] {
  return live === null && DEFAULT_RULES.has(wanted?.name ?? '') ? [{ code: 'rollback-look-alike', args: {} }] : [];
}
