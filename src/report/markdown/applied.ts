/** What an apply did, as Markdown for GitHub: how it ended, what is not as it should be and why, then what was done. */

import { whyHeld } from '../../diagnostics/changes.ts';
import { count, grouped } from '../../diagnostics/counts.ts';
import type { ApplyDocument } from '../../model/applied.ts';
import { MADE } from '../text/progress.ts';
import { differenceBlocks } from './differences.ts';
import { ruleInCode } from './escape.ts';
import { joined, type Section, sections } from './fit.ts';
import { messageText, noticeItem } from './notice.ts';

type MadeChange = ApplyDocument['changes'][number];
type Status = MadeChange['status'];

/** Takes what an apply did; gives Markdown of no more than so many bytes, cut on whole items. Empty where nothing fits. */
export function markdownApplied(applied: ApplyDocument, { maxBytes }: { maxBytes: number }): string {
  const head = [`### ${appliedTitle(applied)}`, ...counts(applied)];
  const bare = joined(head);
  const room = maxBytes - Buffer.byteLength(bare);
  if (room < 0) return '';
  return joined([...head, ...(sections(sectionsOf(applied), room) ?? [])]);
}

function having({ changes }: ApplyDocument, ...statuses: Status[]): MadeChange[] {
  return changes.filter(({ status }) => statuses.includes(status));
}

/** How it ended, in a few words. */
export function appliedTitle(applied: ApplyDocument): string {
  const made = having(applied, 'done');
  const total = applied.changes.length - having(applied, 'skipped').length;
  const part = `${grouped(made.length)} of ${count(total, 'change')} made`;
  if (applied.outcome === 'converged') return total === 0 ? 'Nothing to apply' : `Applied: ${madeText(made)}`;
  if (applied.outcome === 'interrupted') return `Interrupted: ${part}`;
  if (made.length === 0) return applied.outcome === 'refused' ? 'Nothing applied: refused' : 'Nothing applied';
  if (made.length < total) return `Partly applied: ${part}`;
  return applied.differences.length > 0 ? 'Applied, but not all is as declared' : 'Applied, but not all is well';
}

function madeText(made: readonly MadeChange[]): string {
  const parts = (['create', 'replace', 'delete'] as const).flatMap((op) => {
    const number = made.filter((change) => change.op === op).length;
    return number === 0 ? [] : [`${grouped(number)} ${MADE[op]}`];
  });
  return parts.join(', ');
}

function counts(applied: ApplyDocument): string[] {
  const some = (number: number, text: string) => (number === 0 ? [] : [`${grouped(number)} ${text}`]);
  const made = having(applied, 'done');
  const isWell = applied.outcome === 'converged';
  const bad = [
    ...some(having(applied, 'failed').length, 'failed'),
    ...some(having(applied, 'refused').length, 'refused'),
    ...some(having(applied, 'held').length, 'held back'),
    ...some(having(applied, 'not-tried').length, 'not tried'),
  ].join(', ');
  const skipped = having(applied, 'skipped').length;
  const left = applied.differences.length;
  const said = [
    ...(bad === '' ? [] : [`**${bad}.**`]),
    ...(isWell || made.length === 0 ? [] : [`Done: ${madeText(made)}.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'change was', 'changes were')} made before, and not needed again.`]),
    ...(left === 0 ? [] : [`${count(left, 'difference is', 'differences are')} left.`]),
    ...(isWell ? ['The live rules are as declared.'] : []),
  ];
  return said.length === 0 ? [] : [said.join(' ')];
}

function sectionsOf(applied: ApplyDocument): Section[] {
  const list = (head: string, items: readonly (() => string)[], end = ''): Section[] =>
    items.length === 0 ? [] : [{ frame: (shown) => `${head}\n\n${shown}${end}`, items }];
  const changes = (status: Status) => having(applied, status);
  const reasons = failureReasons(applied);
  const notices = applied.notices.filter(({ code }) => code !== FAILED);
  const rank = { error: 0, warning: 1, info: 2 } as const;
  const sorted = [...notices].sort((a, b) => rank[a.severity] - rank[b.severity]);
  const done = changes('done');
  const why = whyHeld(applied.changes.map((change) => ({ status: change.status, change })));
  return [
    ...list(
      '**Failed:**',
      changes('failed').map((change) => () => item(change, reasons.get(keyOf(change)))),
    ),
    ...list(
      '**Refused:**',
      changes('refused').map((change) => () => item(change)),
    ),
    ...list(
      `**Held back**, since ${why}, so that nothing is lost:`,
      changes('held').map((change) => () => item(change)),
    ),
    ...list(
      '**Not tried:**',
      changes('not-tried').map((change) => () => item(change)),
    ),
    ...differenceBlocks(applied.differences),
    ...list(
      '**Also:**',
      sorted.map((notice) => () => noticeItem(notice)),
    ),
    ...list(
      `<details>\n<summary>Done: ${madeText(done)}</summary>`,
      done.map((change) => () => item(change)),
      '\n\n</details>',
    ),
  ];
}

const FAILED = 'change-failed';

/** The notice of a failed change says what was found out since, and what to do, too. */
function failureReasons({ notices }: ApplyDocument): Map<string, string> {
  const failures = notices.filter(({ code }) => code === FAILED);
  return new Map(failures.map(({ account = '', rule = '', message }) => [keyOf({ account, name: rule }), message]));
}

function keyOf({ account, name }: { account: string; name: string }): string {
  return JSON.stringify([account, name]);
}

function item(change: MadeChange, reason?: string): string {
  const { op, status, error } = change;
  const what = `- ${status === 'done' ? MADE[op] : op} ${ruleInCode(change)}`;
  const why = reason ?? [error?.message, error?.hint].filter((text) => text != null && text !== '').join('. ');
  return why === '' ? what : `${what}: ${messageText(why)}`;
}
