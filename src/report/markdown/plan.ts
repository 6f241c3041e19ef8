/**
 * The plan as Markdown for GitHub, for somebody who looks at it on a phone: what it comes to, what is dangerous, and then
 * each change, folded, what is dangerous first.
 */

import { count, grouped } from '../../diagnostics/counts.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Change, Notice, PlanDocument, PlannedAccount } from '../../model/plan.ts';
import { affectedText, samplesOf } from '../impact-view.ts';
import { capital, isNamed } from '../lines.ts';
import { byDanger, deletesOf, failedAccounts, otherNotices, titleOf } from '../plan-view.ts';
import { nothingText, OF_FILES } from '../wording.ts';
import { attention, box, type Naming } from './attention.ts';
import { changeDetails } from './change.ts';
import { inCode, nameInCode, ruleInCode } from './escape.ts';
import { bytesOf, fitting, joined } from './fit.ts';
import { noticeItem } from './notice.ts';
import { standingList } from './standings.ts';

interface MarkdownPlanOptions {
  /** In bytes of UTF-8. */
  maxBytes: number;
  /** Where the whole plan is, in a phrase such as `the job summary`; null: nowhere else. */
  whole: string | null;
}

/** How much is named at the top, the more the better. */
const NAMINGS: readonly Naming[] = [
  { deletes: 10, names: 5, errors: 5, accounts: 16 },
  { deletes: 3, names: 1, errors: 1, accounts: 5 },
  { deletes: 0, names: 0, errors: 0, accounts: 0 },
];
/** The parts of the room that notices, and names of deletes, may take. */
const NOTICES_SHARE = 0.2;
const NAMES_SHARE = 0.25;
/** Sample mails that are named below a change. */
const MOST_SAMPLES = 10;

/** Cut to `maxBytes` on whole changes; empty where not even the counts fit. */
export function markdownPlan(plan: PlanDocument, { maxBytes, whole }: MarkdownPlanOptions): string {
  for (const naming of NAMINGS) {
    const head = [...headline(plan), ...attention(plan, naming), ...standingList(plan, naming.accounts)];
    const end = [`Digest: ${inCode(`${plan.digest.slice(0, SHORT_DIGEST)}…`)}`];
    const most = [...head, ...leftOut(plan.changes, plan.changes, whole), ...end];
    const room = maxBytes - most.reduce((sum, block) => sum + bytesOf(block), 0);
    if (room >= 0) return joined([...head, ...body(plan, room, naming, whole), ...end]);
  }
  const bare = joined(headline(plan));
  return Buffer.byteLength(bare) <= maxBytes ? bare : '';
}

/** `sha256:` and enough to tell plans apart. */
const SHORT_DIGEST = 'sha256:'.length + 12;

function headline(plan: PlanDocument): string[] {
  const { summary, changes, accounts } = plan;
  const failed = failedAccounts(plan).length;
  const title = `### ${titleOf(plan)}`;
  if (accounts.length > 0 && failed === accounts.length) return [title];
  const kept = summary.kept === 0 ? '' : `, ${grouped(summary.kept)} left alone`;
  const first = accounts.length === 1 ? accounts.map((account) => `${liveIn(account)}.`) : [];
  if (changes.length === 0) return [title, `${capital(nothingText(plan))}${kept}.`, ...first];
  const affected = affectedText(plan);
  const mails = affected === null ? [] : [`**${affected}.**`];
  return [title, [`${grouped(summary.unchanged)} unchanged${kept}.`, ...first, ...mails].join(' ')];
}

function liveIn(account: PlannedAccount): string {
  return `${OF_FILES.heading(account)} at ${nameInCode(account.baseUrl)}`;
}

/** What is below the top: which changes are not here, those that are, and notices. */
function body(plan: PlanDocument, room: number, naming: Naming, whole: string | null): string[] {
  const { changes } = plan;
  const notices = noticeBlocks(
    otherNotices(plan, { errors: naming.errors, renames: naming.errors }),
    room * NOTICES_SHARE,
  );
  const names = namesOfDeletes(changes, naming, room * NAMES_SHARE);
  const left = room - [...notices, ...names].reduce((sum, block) => sum + bytesOf(block), 0);
  const headings = headingsOf(plan.accounts);
  const fittingWith = (names: number) => {
    const details = (change: Change) => changeDetails(change, { samples: samplesOf(plan, change.account), names });
    return fitting(byDanger(changes), left, details, ({ account }) => headings.get(account) ?? '');
  };
  const named = fittingWith(MOST_SAMPLES);
  // Which changes there are matters more than which sample mails each of them affects.
  const isCut = plan.samples !== undefined && named.size < changes.length;
  const shown = isCut ? fittingWith(0) : named;
  const blocks = [
    ...groupBy(
      byDanger(changes).filter((change) => shown.has(change)),
      ({ account }) => account,
    ),
  ].flatMap(([account, own]) => [headings.get(account) ?? '', ...own.map((change) => shown.get(change) ?? '')]);
  const missing = changes.filter((change) => !shown.has(change));
  return [...leftOut(missing, changes, whole), ...names, ...blocks, ...notices].filter((block) => block !== '');
}

function leftOut(missing: readonly Change[], all: readonly Change[], whole: string | null): string[] {
  if (missing.length === 0) return [];
  const parts = (['create', 'replace', 'delete'] as const).flatMap((op) => {
    const number = missing.filter((change) => change.op === op).length;
    return number === 0 ? [] : [`${grouped(number)} to ${op}`];
  });
  const where = whole === null ? '`inboxctl plan` shows all.' : `The whole plan is in ${whole}.`;
  const what = `**${grouped(missing.length)} of ${count(all.length, 'change')} left out here:**`;
  return box('IMPORTANT', [`${what} ${parts.join(', ')}. ${where}`]);
}

/** All of them by name, if the top cannot hold them. */
function namesOfDeletes(changes: readonly Change[], { deletes: most }: Naming, room: number): string[] {
  const deletes = deletesOf(changes);
  if (deletes.length <= Math.max(most, 1)) return [];
  const frame = (names: string, more: string) =>
    `<details>\n<summary>Deletes by name</summary>\n\n${names}${more}\n\n</details>`;
  const least = bytesOf(frame('', ` and ${grouped(deletes.length)} more`));
  // A comma and a space, as an empty line, are two bytes.
  const names = fitting(deletes, room - least, ruleInCode);
  if (names.size === 0) return [];
  const left = deletes.length - names.size;
  return [frame([...names.values()].join(', '), left === 0 ? '' : ` and ${grouped(left)} more`)];
}

/** Above the changes of each account; nothing where there is but one without a name. */
function headingsOf(accounts: readonly PlannedAccount[]): Map<string, string> {
  if (accounts.every(({ name }) => !isNamed(name))) return new Map();
  return new Map(
    accounts.map((one) => [
      one.name,
      `#### Account ${nameInCode(one.name)}${accounts.length === 1 ? '' : `\n\n${liveIn(one)}.`}`,
    ]),
  );
}

function noticeBlocks(notices: readonly Notice[], room: number): string[] {
  if (notices.length === 0) return [];
  const more = (number: number) => `- ${grouped(number)} more ${number === 1 ? 'notice' : 'notices'}`;
  const least = bytesOf(more(notices.length));
  const items = fitting(notices, room - least, noticeItem);
  const left = notices.length - items.size;
  if (items.size === 0 && room < least) return [];
  return [[...items.values(), ...(left === 0 ? [] : [more(left)])].join('\n')];
}
