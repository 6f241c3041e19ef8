/** What is alike is reported once: a problem of several accounts, and changes that have the same difference. */
import { grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { codeOf } from '../diagnostics/recorded.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change } from '../model/plan.ts';
import { accountName, type Inline, inRow, line, noticeLine, quotedName, ruleName } from './inline.ts';
import { isNamed } from './lines.ts';
import { ruleDifferences } from './rule-values.ts';

/** A diagnostic and the accounts that have it. */
export interface Alike {
  diagnostic: Diagnostic;
  accounts: string[];
}

/** Merges diagnostics that differ only in their account. Each one keeps the place of its first occurrence. */
export function mergeAlike(diagnostics: readonly Diagnostic[]): Alike[] {
  let others = 0;
  const groups = groupBy(diagnostics, ({ account, ...rest }) => {
    return isNamed(account) ? JSON.stringify(rest) : String(others++);
  });
  return [...groups.values()].map((alike) => {
    return { diagnostic: alike[0], accounts: [...new Set(alike.flatMap(({ account }) => account ?? []))] };
  });
}

const MOST_NAMED = 12;

/** Returns the line of a problem, with the names of the accounts that share it. `message` replaces its own message. */
export function alikeLine({ diagnostic, accounts }: Alike, message?: Inline): Inline {
  if (accounts.length < 2) return noticeLine(diagnostic, message);
  const { account: _, ...shared } = diagnostic;
  return line`${inRow(accounts.map(accountName), MOST_NAMED)}: ${noticeLine(shared, message)}`;
}

/**
 * Limits for warnings and notes of the same kind, and for all errors. Nobody reads more before fixing the first ones.
 */
const MOST_OF_KIND = 3;
const MOST_ERRORS = 20;

/** A diagnostic to show. On the last one shown of its kind, `more` counts those that are left out. */
export interface Abridged extends Alike {
  more: string | null;
}

/** Drops diagnostics beyond the limits, unless `isVerbose` is set. Keeps the order. */
export function abridged(all: readonly Alike[], isVerbose: boolean): Abridged[] {
  if (isVerbose) return all.map((one) => ({ ...one, more: null }));
  const limitedKind = ({ diagnostic }: Alike) =>
    diagnostic.severity === 'error' ? 'error' : `${diagnostic.severity} ${codeOf(diagnostic)}`;
  const kinds = groupBy(all, limitedKind);
  const met = new Map<string, number>();
  return all.flatMap((one): Abridged[] => {
    const kind = limitedKind(one);
    const place = (met.get(kind) ?? 0) + 1;
    met.set(kind, place);
    const most = kind === 'error' ? MOST_ERRORS : MOST_OF_KIND;
    const left = (kinds.get(kind)?.length ?? 0) - most;
    // A single one left is shown too: counting it would take as much room.
    if (place < most || left <= 1) return [{ ...one, more: null }];
    if (place > most) return [];
    const what = kind === 'error' ? 'errors' : 'like this';
    return [{ ...one, more: `and ${grouped(left)} more ${what}` }];
  });
}

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
