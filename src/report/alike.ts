/** What is alike is reported once: a problem of several accounts, and changes that have the same difference. */
import { grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { codeOf } from '../diagnostics/recorded.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change, ShownRule } from '../model/plan.ts';
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
 * Groups changes with the same difference, whatever their rules have besides. `others` returns anything else that must be
 * equal. A rule that several accounts have is grouped with those that the same accounts have, so that a group has each name
 * once. Groups are in the order of their first changes.
 */
export function alikeChanges<C extends Change>(
  changes: readonly C[],
  others: (change: C) => unknown,
): AlikeChanges<C>[] {
  const alike = groupBy(changes, (change) => JSON.stringify([...keyOf(change), others(change)]));
  return [...alike.values()].flatMap((group) => {
    const byRule = [...groupBy(group, ({ name }) => name).values()];
    const shared = groupBy(byRule, (own) => {
      const accounts = [...new Set(own.map(({ account }) => account))];
      return accounts.length > 1 ? JSON.stringify(accounts) : '';
    });
    return [...shared.values()].map(([[first, ...own], ...rules]): AlikeChanges<C> => [first, ...own, ...rules.flat()]);
  });
}

function keyOf(change: Change): unknown[] {
  const { op, before, after, risks, refused, reason, renamedFrom, impact, mailbox } = change;
  const rule = after ?? before;
  const what =
    before !== null && after !== null ? differing(before, after) : rule === null ? null : { ...rule, name: '' };
  return [op, what, risks, refused, reason, renamedFrom, impact, mailbox];
}

/** Returns what differs, and where actions stay, but not which ones. */
function differing(before: ShownRule, after: ShownRule): unknown {
  const { fields, actions } = ruleDifferences(before, after);
  if (actions.some(({ kind }) => kind === 'moved')) return [fields, actions];
  const rows = actions.map((row) => (row.kind === 'same' ? null : { ...row, from: 0, to: 0 }));
  return [fields, rows.filter((row, index) => row !== null || rows[index - 1] !== null)];
}

/** Counts the rules and the accounts of alike changes. `isEach`: each account has each rule once. */
function extentOf(alike: AlikeChanges) {
  const rules = [...new Set(alike.map(({ name }) => name))];
  const accounts = [...new Set(alike.map(({ account }) => account))];
  return { rules, accounts, isEach: rules.length * accounts.length === alike.length };
}

/** Returns a title for alike changes: their rule, or the number of rules, and in how many accounts. */
export function alikeName(alike: AlikeChanges): Inline {
  const { rules, accounts, isEach } = extentOf(alike);
  const name = quotedName(alike[0].name);
  if (rules.length === 1 && !isEach) return line`${name}, ${grouped(alike.length)} times`;
  const what = rules.length === 1 ? name : line`${grouped(isEach ? rules.length : alike.length)} rules`;
  if (accounts.length === 1) return what;
  return line`${what} in ${isEach && rules.length > 1 ? 'each of ' : ''}${grouped(accounts.length)} accounts`;
}

/** Returns the rules and the accounts that distinguish alike changes, each once. Empty for a single change. */
export function alikeNames(alike: AlikeChanges): Inline[][] {
  const { rules, accounts, isEach } = extentOf(alike);
  const lists =
    isEach || rules.length === 1 ? [rules.map(quotedName), accounts.map(accountName)] : [alike.map(ruleName)];
  return lists.filter(({ length }) => length > 1);
}
