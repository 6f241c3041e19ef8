/** A problem shared by several accounts is reported once, with their names. */

import { grouped } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { groupBy } from '../../model/group-by.ts';
import { accountPrefix, isNamed } from '../lines.ts';
import type { Style } from '../style.ts';
import { textWidth } from '../width.ts';

/** A finding, and the accounts that it is about. */
export interface Alike {
  diagnostic: Diagnostic;
  accounts: string[];
}

/** Findings that differ in nothing but the account become one, in the place of the first. */
export function saidTogether(diagnostics: readonly Diagnostic[]): Alike[] {
  if (diagnostics.length < 2) return diagnostics.map((diagnostic) => ({ diagnostic, accounts: accountOf(diagnostic) }));
  let others = 0;
  const groups = groupBy(diagnostics, ({ account, ...rest }) => {
    return isNamed(account) ? JSON.stringify(rest) : String(others++);
  });
  return [...groups.values()].flatMap((alike) => {
    const [diagnostic] = alike;
    return diagnostic === undefined ? [] : [{ diagnostic, accounts: [...new Set(alike.flatMap(accountOf))] }];
  });
}

/** Of one kind of warnings and notes; of errors as a whole. Nobody reads more before the first are fixed. */
const MOST_OF_KIND = 3;
const MOST_ERRORS = 20;

/** What is said of a finding: `more` tells, after the last one of its kind, how many of the kind are left out. */
export interface Abridged extends Alike {
  more: string | null;
}

/** Leaves out what repeats itself, or nothing if all are wanted. The order stays. */
export function abridged(all: readonly Alike[], isVerbose: boolean): Abridged[] {
  if (isVerbose) return all.map((one) => ({ ...one, more: null }));
  const kindOf = ({ diagnostic: { severity, code } }: Alike) =>
    severity === 'error' ? severity : `${severity} ${code}`;
  const kinds = groupBy(all, kindOf);
  const met = new Map<string, number>();
  return all.flatMap((one): Abridged[] => {
    const kind = kindOf(one);
    const place = (met.get(kind) ?? 0) + 1;
    met.set(kind, place);
    const most = kind === 'error' ? MOST_ERRORS : MOST_OF_KIND;
    const left = (kinds.get(kind)?.length ?? 0) - most;
    // One more is shown: to count it takes as much room.
    if (place < most || left <= 1) return [{ ...one, more: null }];
    if (place > most) return [];
    const what = kind === 'error' ? 'errors' : 'like this';
    return [{ ...one, more: `and ${grouped(left)} more ${what} (--verbose shows all)` }];
  });
}

function accountOf({ account }: Diagnostic): string[] {
  return account === undefined ? [] : [account];
}

/** `alice, bob and 880 more: ` before what is said of accounts: the names take one line at most. */
export function accountsPrefix(accounts: readonly string[], style: Style): string {
  const [only] = accounts;
  if (accounts.length < 2) return accountPrefix(only);
  return `${namesOnLine(accounts, style)}: `;
}

/** In columns: what stands before the names, and how many more there are. */
const AROUND = 30;

/** As many names as a line has room for, at least one, and how many more there are. */
export function namesOnLine(names: readonly string[], { width }: Style): string {
  const shown: string[] = [];
  let used = AROUND;
  for (const name of names) {
    const text = escapeControl(name);
    used += textWidth(text) + 2;
    if (shown.length > 0 && used > width) break;
    shown.push(text);
  }
  const left = names.length - shown.length;
  return left === 0 ? shown.join(', ') : `${shown.join(', ')} and ${grouped(left)} more`;
}
