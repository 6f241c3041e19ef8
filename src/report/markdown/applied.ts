/** What an apply did, as Markdown for GitHub: how it ended, what is not as it should be and why, then what was done. */

import { whyHeld } from '../../diagnostics/changes.ts';
import { count } from '../../diagnostics/counts.ts';
import type { ApplyDocument } from '../../model/applied.ts';
import { appliedTitle, FAILED, failureReasons, MADE, tally } from '../applied-view.ts';
import { capital } from '../lines.ts';
import { bySeverity } from '../plan-view.ts';
import { convergedText, OF_FILES } from '../wording.ts';
import { differenceBlocks } from './differences.ts';
import { ruleInCode } from './escape.ts';
import { joined, type Section, sections } from './fit.ts';
import { messageText, noticeItem } from './notice.ts';

type MadeChange = ApplyDocument['changes'][number];

/** `isPart`: other accounts could not be read. Cut to `maxBytes` on whole items; empty where nothing fits. */
export function markdownApplied(
  applied: ApplyDocument,
  { maxBytes, isPart = false }: { maxBytes: number; isPart?: boolean },
): string {
  const head = [`### ${appliedTitle(applied)}`, ...counts(applied, isPart)];
  const bare = joined(head);
  const room = maxBytes - Buffer.byteLength(bare);
  if (room < 0) return '';
  return joined([...head, ...(sections(sectionsOf(applied), room) ?? [])]);
}

function counts(applied: ApplyDocument, isPart: boolean): string[] {
  const { changes, outcome, differences } = applied;
  const { made, madeText, notMade, skippedText } = tally(changes);
  const isWell = outcome === 'converged';
  const left = differences.length;
  const said = [
    ...(notMade.length === 0 ? [] : [`**${notMade.join(', ')}.**`]),
    ...(isWell || made === 0 ? [] : [`Done: ${madeText}.`]),
    ...(skippedText === null ? [] : [skippedText]),
    ...(left === 0 ? [] : [`${count(left, 'difference is', 'differences are')} left.`]),
    ...(isWell
      ? [`${capital(convergedText(applied, OF_FILES, isPart ? ' of the accounts that were read' : ''))}.`]
      : []),
  ];
  return said.length === 0 ? [] : [said.join(' ')];
}

function sectionsOf(applied: ApplyDocument): Section[] {
  const list = (head: string, items: readonly (() => string)[], end = ''): Section[] =>
    items.length === 0 ? [] : [{ frame: (shown) => `${head}\n\n${shown}${end}`, items }];
  const changes = (wanted: MadeChange['status']) => applied.changes.filter(({ status }) => status === wanted);
  const reasonOf = failureReasons(applied);
  const notices = bySeverity(applied.notices.filter(({ code }) => code !== FAILED));
  const why = whyHeld(applied.changes.map((change) => ({ status: change.status, change })));
  return [
    ...list(
      '**Failed:**',
      changes('failed').map((change) => () => item(change, reasonOf(change))),
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
      notices.map((notice) => () => noticeItem(notice)),
    ),
    ...list(
      `<details>\n<summary>Done: ${tally(applied.changes).madeText}</summary>`,
      changes('done').map((change) => () => item(change)),
      '\n\n</details>',
    ),
  ];
}

function item(change: MadeChange, reason: string | null = null): string {
  const { op, status, error } = change;
  const what = `- ${status === 'done' ? MADE[op] : op} ${ruleInCode(change)}`;
  const why = reason ?? [error?.message, error?.hint].filter((text) => text != null && text !== '').join('. ');
  return why === '' ? what : `${what}: ${messageText(why)}`;
}
