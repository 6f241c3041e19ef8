/** A problem shared by several accounts is reported once, with their names. */

import { grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { groupBy } from '../model/group-by.ts';
import { isNamed } from './lines.ts';

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
