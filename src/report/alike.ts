/** A problem shared by several accounts is reported once, with their names. */

import { grouped } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { codeOf } from '../diagnostics/recorded.ts';
import { groupBy } from '../model/group-by.ts';
import { accountName, type Inline, inRow, line, noticeLine } from './inline.ts';
import { isNamed } from './lines.ts';

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
