/**
 * Groups changes that have the same difference. A report shows them as one entry with the names of their rules and
 * accounts.
 */
import { grouped } from '../diagnostics/counts.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import { accountName, type Inline, line, quotedName, ruleName } from './inline.ts';
import { isNamed } from './lines.ts';
import { ruleDifferences } from './rule-values.ts';

export type AlikeChanges<C extends Change = Change> = readonly [C, ...C[]];

/**
 * Groups changes that differ only in their rule name and account. `besides` returns anything else that must be equal.
 * Groups are in the order of their first changes.
 */
export function alikeChanges<C extends Change>(
  changes: readonly C[],
  besides: (change: C) => unknown,
): AlikeChanges<C>[] {
  return [...groupBy(changes, (change) => JSON.stringify([...keyOf(change), besides(change)])).values()];
}

function keyOf({ op, before, after, risks, refused, reason, renamedFrom, impact, mailbox }: Change): unknown[] {
  const isReplace = before !== null && after !== null;
  const rule = after ?? before;
  const what = isReplace ? ruleDifferences(before, after) : rule === null ? null : { ...rule, name: '' };
  return [op, what, risks, refused, reason, renamedFrom, impact, mailbox];
}

/** Returns a title for alike changes: their rule name, or the number of rules. */
export function alikeName(alike: AlikeChanges): Inline {
  const [first] = alike;
  const accounts = new Set(alike.map(({ account }) => account)).size;
  const name = quotedName(first.name);
  if (alike.length === 1) return name;
  if (!isOneName(alike))
    return accounts === 1
      ? line`${grouped(alike.length)} rules`
      : line`${grouped(alike.length)} rules in ${grouped(accounts)} accounts`;
  return accounts === alike.length
    ? line`${name} in ${grouped(accounts)} accounts`
    : line`${name}, ${grouped(alike.length)} times`;
}

/** Returns the rules or accounts that distinguish alike changes. Empty for a single change. */
export function alikeNames(alike: AlikeChanges): Inline[] {
  const [first, second] = alike;
  if (second === undefined) return [];
  if (!isOneName(alike)) {
    const isOneAccount = alike.every(({ account }) => account === first.account);
    return alike.map((change) => (isOneAccount ? quotedName(change.name) : ruleName(change)));
  }
  return alike.some(({ account }) => isNamed(account))
    ? [...new Set(alike.map(({ account }) => account))].map(accountName)
    : [];
}

function isOneName(alike: AlikeChanges): boolean {
  return alike.every(({ name }) => name === alike[0].name);
}
