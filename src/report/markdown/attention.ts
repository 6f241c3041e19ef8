/** What a reviewer is to see before anything else, however short the time: what is deleted, what is risky, what is refused. */

import { count, grouped } from '../../diagnostics/counts.ts';
import type { Change, PlanDocument } from '../../model/plan.ts';
import { capital } from '../lines.ts';
import {
  deletesInWords,
  deletesOf,
  failedAccounts,
  isRefusedWhole,
  refusalsIn,
  renamesIn,
  risksIn,
} from '../plan-view.ts';
import { OF_FILES } from '../wording.ts';
import { nameInCode, prose, ruleInCode } from './escape.ts';
import { messageText, noticeText } from './notice.ts';

/** How much is named: of deletes, of each risk, of what is refused, of several accounts. */
export interface Naming {
  accounts: number;
  deletes: number;
  names: number;
  errors: number;
}

export function attention(plan: PlanDocument, naming: Naming): string[] {
  const risks = risksIn(plan.changes).map(
    ({ risk, changes }) => `- **${capital(risk)}:** ${named(changes, naming.names)}`,
  );
  return [
    ...box('CAUTION', deleteLines(plan, naming)),
    ...box('WARNING', risks),
    ...box('CAUTION', refusedLines(plan, naming)),
    ...box('CAUTION', failedLines(plan, naming)),
  ];
}

/** An alert, which GitHub shows as a coloured box. */
export function box(kind: 'CAUTION' | 'WARNING' | 'IMPORTANT', lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`[!${kind}]`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n')];
}

function deleteLines(plan: PlanDocument, naming: Naming): string[] {
  const deletes = deletesOf(plan.changes);
  if (deletes.length === 0) return [];
  const items = deletes.slice(0, naming.deletes).map((change) => {
    const why = change.reason === 'duplicate' ? ` (${OF_FILES.origin(change)})` : '';
    return `- ${ruleInCode(change)}${why}`;
  });
  const left = deletes.length - items.length;
  const more =
    left === 0 ? [] : [items.length === 0 ? `- ${grouped(left)} more` : `- and ${grouped(left)} more, below`];
  const renames = renamesIn(plan).slice(0, naming.errors);
  return [
    `**Deletes ${deletesInWords(deletes.length)}:**`,
    ...items,
    ...more,
    ...renames.map((notice) => `- **Renamed?** ${noticeText(notice)}`),
  ];
}

/** The names of the first rules, and a count of the rest. */
function named(changes: readonly Change[], most: number): string {
  const left = changes.length - most;
  const some = changes.slice(0, most).map(ruleInCode).join(', ');
  if (left <= 0) return some;
  return some === '' ? count(changes.length, 'rule') : `${some} and ${grouped(left)} more, marked ⚠️ below`;
}

function refusedLines(plan: PlanDocument, { names, errors: most }: Naming): string[] {
  const { errors, reasons, count: number } = refusalsIn(plan, plan.changes);
  const lines = [
    ...errors.slice(0, most).map((notice) => `- ${noticeText(notice)}`),
    ...(errors.length > most ? [`- ${grouped(errors.length - most)} more such errors`] : []),
    ...reasons.slice(0, most).map(({ why, changes }) => `- ${named(changes, names)}: ${prose(why)}`),
  ];
  if (lines.length === 0) return [];
  return [`**${isRefusedWhole(plan) ? 'Apply would refuse this' : `${count(number, 'change')} refused`}:**`, ...lines];
}

function failedLines(plan: PlanDocument, { errors: most }: Naming): string[] {
  const failed = failedAccounts(plan);
  if (failed.length === 0) return [];
  return [
    `**${grouped(failed.length)} of ${count(plan.accounts.length, 'account')} could not be planned:**`,
    ...failed.slice(0, most).map(({ name, message }) => `- ${nameInCode(name)}: ${messageText(message)}`),
    ...(failed.length > most ? [`- ${grouped(failed.length - most)} more`] : []),
  ];
}
