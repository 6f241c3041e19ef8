/** What is said of several accounts in the same words is said once, with their names. */

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
