/** What a reviewer is to see before anything else, however short the time: what is deleted, what is risky, what is refused. */

import { RISKS } from '../../diagnostics/changes.ts';
import { count, grouped } from '../../diagnostics/counts.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change, PlanDocument, Risk } from '../../model/plan.ts';
import { OF_FILES } from '../wording.ts';
import { refusalText } from './change.ts';
import { nameInCode, ruleInCode, sentence } from './escape.ts';
import { messageText, type Notice, noticeText } from './notice.ts';

/** How much is named: of deletes, of each risk, of what is refused, of several accounts. */
export interface Naming {
  accounts: number;
  deletes: number;
  names: number;
  errors: number;
}

/** Takes a plan; gives a block for each that there is. */
export function attention(plan: PlanDocument, naming: Naming): string[] {
  return [
    ...box('CAUTION', deleteLines(plan.changes, naming)),
    ...box('WARNING', riskLines(plan.changes, naming)),
    ...box('CAUTION', refusedLines(plan, naming)),
    ...box('CAUTION', failedLines(plan, naming)),
  ];
}

/** An alert, which GitHub shows as a coloured box. */
export function box(kind: 'CAUTION' | 'WARNING' | 'IMPORTANT', lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`[!${kind}]`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n')];
}

export function deletesOf(changes: readonly Change[]): Change[] {
  return changes.filter(({ op }) => op === 'delete');
}

function deleteLines(changes: readonly Change[], naming: Naming): string[] {
  const deletes = deletesOf(changes);
  if (deletes.length === 0) return [];
  const items = deletes.slice(0, naming.deletes).map((change) => {
    const why = change.reason === 'duplicate' ? ` ${OF_FILES.origin(change)}` : '';
    return `- ${ruleInCode(change)}${why}`;
  });
  const left = deletes.length - items.length;
  const more = left === 0 ? [] : [`- ${items.length === 0 ? '' : 'and '}${grouped(left)} more`];
  return [`**Deletes ${count(deletes.length, 'live rule')}:**`, ...items, ...more];
}

function riskLines(changes: readonly Change[], { names }: Naming): string[] {
  return (Object.keys(RISKS) as Risk[]).flatMap((risk) => {
    const risky = changes.filter(({ risks }) => risks.includes(risk));
    return risky.length === 0 ? [] : [`- **${sentence(RISKS[risk])}:** ${named(risky, names)}`];
  });
}

/** The names of the first rules, and a count of the rest. */
function named(changes: readonly Change[], most: number): string {
  const left = changes.length - most;
  const some = changes.slice(0, most).map(ruleInCode).join(', ');
  if (left <= 0) return some;
  return some === '' ? count(changes.length, 'rule') : `${some} and ${grouped(left)} more`;
}

function refusedLines(plan: PlanDocument, { names, errors }: Naming): string[] {
  const found = stopping(plan);
  const said = new Set(found.map(({ account, rule }) => JSON.stringify([account, rule])));
  const refused = plan.changes.filter((change) => change.refused !== undefined);
  const unsaid = refused.filter(({ account, name }) => !said.has(JSON.stringify([account, name])));
  const groups = [...groupBy(unsaid, ({ refused: code = '' }) => code)];
  const lines = [
    ...found.slice(0, errors).map((notice) => `- ${noticeText(notice)}`),
    ...(found.length > errors ? [`- ${grouped(found.length - errors)} more such errors`] : []),
    ...groups.slice(0, errors).map(([code, alike]) => `- ${named(alike, names)}: ${refusalText(code)}`),
  ];
  if (lines.length === 0) return [];
  const what = isRefusedWhole(plan) ? 'Apply would refuse this' : `${count(refused.length, 'change')} refused`;
  return [`**${what}:**`, ...lines];
}

/** Whether there is an error that is not about one change: an account is refused as a whole then. */
export function isRefusedWhole(plan: PlanDocument): boolean {
  const refused = plan.changes.filter((change) => change.refused !== undefined);
  const names = new Set(refused.map(({ account, name }) => JSON.stringify([account, name])));
  return stopping(plan).some(({ account, rule }) => !names.has(JSON.stringify([account, rule])));
}

/** Errors because of which something will not be carried out; those of accounts that have no plan are said apart. */
export function stopping({ accounts, notices }: PlanDocument): Notice[] {
  const failed = new Set(accounts.filter(({ error }) => error !== undefined).map(({ name }) => name));
  return notices.filter(
    ({ severity, account }) => severity === 'error' && !(account !== undefined && failed.has(account)),
  );
}

function failedLines({ accounts, notices }: PlanDocument, { errors }: Naming): string[] {
  const failed = accounts.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return [];
  const items = failed.slice(0, errors).map(({ name, error }) => {
    // A notice says what to do, too.
    const notice = notices.find((one) => one.account === name && one.severity === 'error');
    return `- ${nameInCode(name)}: ${messageText(notice?.message ?? error?.message ?? '')}`;
  });
  const more = failed.length > errors ? [`- ${grouped(failed.length - errors)} more`] : [];
  return [
    `**${grouped(failed.length)} of ${count(accounts.length, 'account')} could not be planned:**`,
    ...items,
    ...more,
  ];
}
