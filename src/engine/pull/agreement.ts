/** Rules and folders of several accounts: a change there is made only if all were read and agree. */
import { isDeepStrictEqual } from 'node:util';
import type { ArgsOf } from '../../diagnostics/diagnostic.ts';
import type { Disagreement } from '../../diagnostics/pulls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { PullAccount } from './input.ts';
import type { AccountOutcomes, RuleOutcome } from './outcomes.ts';
import type { PulledRule } from './pulled-rule.ts';

/** The new state of a declared rule, and an account that has it; null removes it. */
export type Edit = Opinion;

/** A change that is not made because accounts that share the file disagree or were not read. */
interface Blocked extends Omit<ArgsOf<'pull-shared'>, 'name'> {
  source: LoadedRule;
}

export interface Agreed {
  edits: Edit[];
  blocked: Blocked[];
  /** Rules that are gone from the service but stay in their files. */
  gone: { source: LoadedRule; account: PullAccount; held: ArgsOf<'pull-gone'>['held'] }[];
}

/** `outcomes`: for each account that was read. `prune`: remove rules that are gone. */
export function agree(
  outcomes: ReadonlyMap<PullAccount, Pick<AccountOutcomes, 'outcomes'>>,
  accounts: readonly PullAccount[],
  prune: boolean,
): Agreed {
  const result: Agreed = { edits: [], blocked: [], gone: [] };
  const owners = groupBy(
    accounts.flatMap((account) => account.counted.map((source) => ({ source, account }))),
    ({ source }) => source,
  );
  // Without one of the two, the other would count in more inboxes, or override nothing.
  const overridden = new Set(accounts.flatMap(({ rules, counted }) => rules.filter((one) => !counted.includes(one))));
  const opinions: Opinion[] = [];
  for (const [account, found] of outcomes) {
    for (const outcome of found.outcomes) {
      const { source, pulled } = outcome;
      const isOverride = source.written.overrides === true || overridden.has(source);
      const held = isOverride ? 'override' : owners.get(source)?.[1] ? 'shared' : null;
      if (pulled === null && (!prune || isOverride)) result.gone.push({ source, account, held });
      else opinions.push({ ...outcome, account });
    }
  }
  for (const [source, own] of groupBy(opinions, (outcome) => outcome.source)) {
    const sharing = (owners.get(source) ?? []).map(({ account }) => account);
    const decided = decide(source, own, sharing);
    if (decided === null) continue;
    if ('why' in decided) result.blocked.push(decided);
    else result.edits.push(decided);
  }
  return result;
}

interface Opinion extends RuleOutcome {
  account: PullAccount;
}

function decide(source: LoadedRule, own: readonly Opinion[], sharing: readonly PullAccount[]): Blocked | Edit | null {
  const [first] = own;
  const changes = own.filter(({ pulled }) => pulled === null || pulled.isChanged);
  if (first === undefined || changes.length === 0) return null;
  if (sharing.length === 1) return first;
  const what = changes.some(({ pulled }) => pulled !== null) ? 'changed' : 'gone';
  const by = changes.map(({ account }) => account.name);
  const unread = unreadAmong(sharing);
  if (unread !== null) return { source, ...unread, by, what };
  const merged = withCommonSwitch(own, source);
  const isSame = merged.every((pulled) => isDeepStrictEqual(resultOf(pulled), resultOf(merged[0] ?? null)));
  if (own.length === sharing.length && isSame) {
    const [pulled = null] = merged;
    return pulled === null || !isDeepStrictEqual(pulled.draft, source.written) || pulled.fileTexts.length > 0
      ? { ...first, pulled }
      : null;
  }
  return { source, why: 'differs', accounts: sharing.map(({ name }) => name), by, what };
}

/** The accounts sharing a file whose live rules are unknown, with the reason for the first; null if all are known. */
export function unreadAmong(sharing: readonly PullAccount[]): { why: Disagreement; accounts: string[] } | null {
  const unread = sharing.flatMap(({ name, live }) => (typeof live === 'string' ? [{ name, why: live }] : []));
  return unread[0] === undefined ? null : { why: unread[0].why, accounts: unread.map(({ name }) => name) };
}

/** If the rule is on in one inbox and off in another, the file keeps its setting. */
function withCommonSwitch(own: readonly RuleOutcome[], { written }: LoadedRule): (PulledRule | null)[] {
  const isCommon = new Set(own.map(({ pulled }) => pulled?.draft.enabled)).size <= 1;
  return own.map(({ pulled }) => {
    if (pulled === null || isCommon || !('enabled' in pulled.draft)) return pulled;
    return { ...pulled, draft: { ...pulled.draft, enabled: written.enabled } };
  });
}

function resultOf(pulled: PulledRule | null): unknown {
  return pulled === null ? null : [pulled.draft, pulled.fileTexts];
}
