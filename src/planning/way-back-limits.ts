/** What a way back cannot bring back as it was, and why single changes of it are refused. */
import type { ArgsOf, Finding } from '../diagnostics/diagnostic.ts';
import { DEFAULT_RULES } from '../model/default-rules.ts';
import { firstGlob } from '../model/glob.ts';
import type { LiveRule } from '../model/rule.ts';
import type { KeptRule } from '../model/snapshot.ts';
import type { ResolvedRule } from '../model/written-rule.ts';
import { canonicalName } from './canonical.ts';
import { refusing, type Work } from './changes.ts';
import { missingField } from './checks/actions.ts';
import { emptyCondition } from './checks/condition.ts';
import type { Recalled } from './kept-rule.ts';
import { lossOf, unknownPaths, unsendableTypes, type Verdict } from './losses.ts';
import type { AccountInput } from './plan-account.ts';
import { policyFindings } from './policy.ts';

/** Whether a change back can be made. `recalled` is the rule as it was; null for a delete. */
export function verdictOn(
  { live, wanted, change: { op } }: Work,
  recalled: Recalled | null,
  { settings, flags, redactor }: Pick<AccountInput, 'settings' | 'flags' | 'redactor'>,
): Verdict {
  const ignoredBy = firstGlob(settings.ignore);
  const names = [live?.name, wanted?.name].filter((name) => name !== undefined);
  const glob = names.map((name) => ignoredBy(canonicalName(name))).find((one) => one !== null);
  if (glob != null) return { refused: 'ignored', findings: [{ code: 'rollback-ignored', args: { glob } }] };
  if (recalled === null) return lossOf(live, op, redactor, flags);

  const { body, references, doubts } = recalled;
  const unusable = doubts.flatMap((doubt) => (doubt.kind === 'no-value' ? [doubt.finding] : []));
  if (unusable.length > 0) return { refused: 'variable-unset', findings: unusable };
  const lost = doubts.filter((doubt) => doubt.kind === 'lost');
  if (lost.length > 0) {
    const variables = [...new Set(lost.flatMap(({ variable }) => variable ?? []))].sort();
    return { refused: 'text-lost', findings: [{ code: 'rollback-text-lost', args: { variables } }] };
  }
  const lacking = lacks(body);
  if (lacking !== null) return { refused: 'incomplete', findings: [{ code: 'rollback-incomplete', args: lacking }] };
  const secret = references.map(({ path }) => path);
  const violations = policyFindings(body, settings, secret, null);
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
    if (code === 'channel-missing') return { lacks: 'field', type: args.type, field: 'messagingChannelId' };
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

/** Deletes that an apply holds back because a create is refused. */
export function heldBack(work: readonly Work[]): Finding<'rollback-deletes-held'>[] {
  const going = work.filter(({ change }) => change.refused === undefined);
  const refused = work.filter(
    ({ change: { op, refused } }) => op === 'create' && refused && refused !== 'edited-since',
  );
  const needed = new Set(going.flatMap(({ wanted }) => wanted?.name ?? []));
  const held = going.filter(
    ({ change, live }) => change.op === 'delete' && !needed.has(canonicalName(live?.name ?? '')),
  );
  if (refused.length === 0 || held.length === 0) return [];
  const shown = (items: readonly Work[]) => items.map(({ change }) => change.name).sort();
  return [{ code: 'rollback-deletes-held', args: { rules: shown(held), because: shown(refused) } }];
}

/** A rule that a way back restores, and the change that restores it. */
export interface Returning {
  before: KeptRule;
  work: Work;
}

/** What a way back cannot restore: one finding a kind, with the names of the rules. */
export function lossesOf(returning: readonly Returning[]): Finding[] {
  const carried = returning.filter(isCarried);
  const anew = carried.filter(({ work }) => work.live === null);
  const dropped = carried.filter(({ before }) => unsendableTypes(before).length > 0);
  const unknown = carried.filter(({ before }) => unknownPaths(before).length > 0);
  const types = sorted(dropped.flatMap(({ before }) => unsendableTypes(before)));
  const keys = sorted(unknown.flatMap(({ before }) => unknownPaths(before)));
  return [
    ...about(anew, (rules) => ({ code: 'rollback-new-ids', args: { rules } })),
    ...lookAlikes(anew),
    ...about(dropped, (rules) => ({ code: 'rollback-actions-lost', args: { rules, types } })),
    ...about(unknown, (rules) => ({ code: 'rollback-unknown-lost', args: { rules, keys } })),
    ...eachWay(carried.filter(maySwitch), (rules, was) => ({ code: 'rollback-enabled', args: { rules, was } })),
  ];
}

/**
 * What to say at the end of a way back, from the live rules: those that were on before the run and are off now, or the other
 * way round, and those of the service's own that were made again. `isDone`: whether a change was made.
 */
export function atTheEnd(
  returning: readonly Returning[],
  after: readonly LiveRule[],
  isDone: (work: Work) => boolean,
): Finding[] {
  const isOn = new Map(after.map(({ name, enabled }) => [canonicalName(name), enabled]));
  const done = returning.filter((one) => isCarried(one) && isDone(one.work));
  const switched = done.filter(({ before, work }) => isOn.get(work.wanted?.name ?? '') === !before.enabled);
  return [
    ...eachWay(switched, (rules, was) => ({ code: 'rollback-switched', args: { rules, was } })),
    ...lookAlikes(done.filter(({ work }) => work.live === null)),
  ];
}

function isCarried({ work }: Returning): boolean {
  return work.change.refused === undefined;
}

/** Whether a restored rule may be on or off unlike before: the service enables new rules unless they send mail. */
function maySwitch({ before, work: { live, change } }: Returning): boolean {
  if (live === null && !before.enabled) return true;
  return (live !== null && live.enabled !== before.enabled) || change.risks.includes('may-switch-off');
}

/** The finding about rules, by their names, if there are any. */
function about(rules: readonly Returning[], finding: (names: string[]) => Finding): Finding[] {
  return rules.length === 0 ? [] : [finding(sorted(rules.map(({ work }) => work.change.name)))];
}

/** A finding about rules that were on before the run, and one about those that were off. */
function eachWay(rules: readonly Returning[], finding: (names: string[], was: 'on' | 'off') => Finding): Finding[] {
  return (['on', 'off'] as const).flatMap((was) => {
    const some = rules.filter(({ before }) => before.enabled === (was === 'on'));
    return about(some, (names) => finding(names, was));
  });
}

/** New rules that only look like the service's own. */
function lookAlikes(anew: readonly Returning[]): Finding[] {
  const own = anew.filter(({ work }) => DEFAULT_RULES.has(work.wanted?.name ?? ''));
  return about(own, (rules) => ({ code: 'rollback-look-alike', args: { rules } }));
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
