/** What is alike is reported once: a problem of several accounts, and changes that have the same difference. */
import { grouped } from '../diagnostics/counts.ts';
import { codeOf, describe, messageOf } from '../diagnostics/describe.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { inRow } from '../diagnostics/message.ts';
import { groupBy } from '../model/group-by.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import { accountLead, accountName, type Inline, line, placeName, quotedName, ruleName } from './inline.ts';
import { isNamed } from './lines.ts';
import { ruleDifferences } from './rule-values.ts';

/** Diagnostics that say the same: the first, whose they are, and those to show, each at its place. */
export interface Alike {
  diagnostic: Diagnostic;
  accounts: string[];
  all: Diagnostic[];
  /** How many like these are not shown. */
  left: number;
}

/** How many equal problems, or notices of one kind, are shown. Nobody reads more before fixing the first ones. */
const MOST = 5;
const MOST_ERRORS = 20;

/** Merges diagnostics that say the same, in order. Unless `isWhole`, the last of a few counts the rest. */
export function alikeOf(diagnostics: readonly Diagnostic[], isWhole: boolean): Alike[] {
  let others = 0;
  const shared = groupBy(diagnostics, ({ account, ...rest }) => {
    return isNamed(account) ? JSON.stringify(rest) : String(others++);
  });
  const merged = [...shared.values()].map((same) => {
    return { diagnostic: same[0], accounts: [...new Set(same.flatMap(({ account }) => account ?? []))] };
  });
  const equal = groupBy(merged, ({ diagnostic, accounts }) => {
    return JSON.stringify([diagnostic.severity, describe(diagnostic), accounts, !diagnostic.excerpt]);
  });
  const whole = [...equal.values()].map((same): Alike => {
    return { ...same[0], all: same.map(({ diagnostic }) => diagnostic), left: 0 };
  });
  if (isWhole) return whole;
  const kinds = groupBy(whole, ({ diagnostic }) => `${diagnostic.severity} ${codeOf(diagnostic)}`);
  const shown = new Map([...kinds.values()].flatMap((kind) => fewOfKind(kind).map((one) => [one.diagnostic, one])));
  return whole.flatMap(({ diagnostic }) => shown.get(diagnostic) ?? []);
}

function fewOfKind(kind: readonly Alike[]): Alike[] {
  const some = few(kind, kind[0]?.diagnostic.severity === 'error' ? MOST_ERRORS : MOST);
  const left = kind.slice(some.length).reduce((sum, { all }) => sum + all.length, 0);
  return some.map((one, index) => {
    const all = few(one.all, MOST);
    return { ...one, all, left: one.all.length - all.length + (index === some.length - 1 ? left : 0) };
  });
}

/** A single one left is shown too: counting it would take as much room. */
function few<Item>(all: readonly Item[], most: number): Item[] {
  return all.slice(0, all.length === most + 1 ? all.length : most);
}

/** Returns a problem as a line: whose it is, the message, the places and the remedy. `message` replaces its own one. */
export function alikeLine(
  { diagnostic, accounts, all }: Alike,
  message: Inline = messageOf(diagnostic).message,
): Inline {
  const { remedy = [] } = messageOf(diagnostic);
  const rules = all.length > 1 && diagnostic.excerpt ? [] : all.flatMap(({ rule }) => rule ?? []);
  const about = rules.length === 0 ? [] : line`${inRow([...new Set(rules)].map(quotedName))}: `;
  const places = all.flatMap(({ place }) => (place === undefined ? [] : [placeName(place)]));
  const where = places.length === 0 ? [] : line` (${inRow(places)})`;
  const whole = line`${accountsLead(accounts)}${about}${message}${where}`;
  return remedy.length === 0 ? whole : line`${whole} ${remedy}`;
}

/** What precedes something of accounts: their names and a colon. */
export function accountsLead(accounts: readonly string[]): Inline {
  return accounts.length < 2 ? accountLead(accounts[0]) : line`${inRow(accounts.map(accountName), 12)}: `;
}

/** Counts what is not shown. */
export function moreAlike({ left }: Alike, how: ' (--verbose shows all)' | '' = ''): string[] {
  return left === 0 ? [] : [`and ${grouped(left)} more like this${how}`];
}

export type AlikeChanges<C extends Change = Change> = readonly [C, ...C[]];

/** Groups changes with the same difference and the same of `others`, so that each group has a name once. */
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
