/** The part of a comment's text, above the plan, that says what became of it. */
import { count, grouped } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { cut, inRow, ours, plain } from '../../diagnostics/message.ts';
import { groupBy } from '../../model/group-by.ts';
import { type Block, paragraph } from '../../report/document.ts';
import { accountName, type Inline, line, link, look, messageLine, ruleName } from '../../report/inline.ts';
import { isNamed } from '../../report/lines.ts';
import { printMarkdown } from '../../report/print/markdown.ts';
import type { Context } from '../context.ts';
import type { FailureReason } from '../definition.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';
import type { ReviewStatus } from './status.ts';

const BEGIN = '<!-- inboxctl:result -->';
const END = '<!-- inboxctl:result:end -->';

/** For the result, in bytes: the plan leaves at least this much room. */
const LONGEST = 5_000;
/** For a reason, in characters: messages of the service may be long. */
const LONGEST_REASON = 200;

export interface PostedResult {
  status: ReviewStatus;
  part?: Outcomes['part'];
  isEdited: boolean;
  reason: FailureReason | null;
  run: Run;
}

type Run = Pick<Context, 'runUrl' | 'sha'>;

/** Returns the text of a comment with a result, which replaces an earlier one, in at most so many bytes. */
export function withResult(text: string, result: PostedResult, maxBytes: number): string {
  return withBlocks(text, resultBlocks(result), maxBytes);
}

/** Returns the text of a comment that says why a run carried nothing out, although the plan counts. */
export function withSuperseded(text: string, superseded: Diagnostic, run: Run, maxBytes: number): string {
  const why = line`${look('strong', line`Superseded`)}: ${messageLine(superseded)} ${fromRun(run)}`;
  return withBlocks(text, [paragraph(why)], maxBytes);
}

const NO_ROOM = '_The plan does not fit here any more: the history of this comment has it._\n';

/** Keeps the plan, or drops it as a whole if there is no room for it. */
function withBlocks(text: string, blocks: readonly Block[], maxBytes: number): string {
  const result = printMarkdown({ top: blocks, body: [], next: [] }, { maxBytes: LONGEST });
  const head = `${[BEGIN, result, END].join('\n')}\n\n`;
  const whole = head + withoutResult(text);
  return Buffer.byteLength(whole) <= maxBytes ? whole : head + NO_ROOM;
}

function withoutResult(text: string): string {
  const lines = text.split('\n');
  const end = lines[0] === BEGIN ? lines.indexOf(END) : -1;
  return lines
    .slice(end + 1)
    .join('\n')
    .replace(/^\n+/, '');
}

const HEADS: Record<ReviewStatus['state'], Inline> = {
  applied: line`Applied`,
  'partly-applied': line`Partly applied`,
  'not-applied': line`Not applied`,
};

/** All that is left of a plan was made by somebody else, or replaced by what was merged later. */
const UNNEEDED = line`Nothing left to apply`;

const NOT_COUNTED = line`This comment does not count as a review: its text or first line was changed by somebody else. It takes a new pull request, or a run by hand of the workflow that applies.`;

const REASONS: Partial<Record<FailureReason, string>> = {
  invalid: 'The rules, the settings or the checkout are wrong.',
  unauthorized: 'The service or GitHub refused a key.',
  unreachable: 'The service or GitHub could not be reached, or the run was ended.',
  refused: 'A guard, the policy of the project or a missing approval refused it.',
};

function resultBlocks({ status, part = null, isEdited, reason, run }: PostedResult): Block[] {
  const { state } = status;
  if (state !== 'applied' && isEdited) {
    const head = look('strong', HEADS['not-applied']);
    return [paragraph(line`${head}: ${NOT_COUNTED} ${fromRun(run)}`)];
  }
  const isMade = state === 'not-applied' || status.total.made > 0 || status.total.unneeded === 0;
  const head = isMade ? (part === null || state === 'not-applied' ? HEADS[state] : part.head) : UNNEEDED;
  return [
    paragraph(line`${look('strong', head)}: ${ours(countsIn(status))}. ${fromRun(run)}`),
    ...(part === null ? [] : [paragraph(part.unread)]),
    ...openBlocks(status, reason),
  ];
}

function fromRun({ runUrl, sha }: Run): Inline {
  const commit = `${runUrl.replace(/\/actions\/runs\/.*$/, '')}/commit/${sha}`;
  return line`${link(line`This run`, runUrl)}, commit ${link(ours(sha.slice(0, 12)), commit)}.`;
}

function countsIn({ state, total, open }: ReviewStatus): string {
  const parts = [
    ...(total.made > 0 ? [`${count(total.made, 'change')} made`] : []),
    ...(open.length > 0 ? [`${grouped(open.length)} not made`] : []),
    ...(total.unneeded > 0 ? [`${grouped(total.unneeded)} not needed any more`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return state === 'applied' ? 'the inbox is as declared' : 'nothing of this plan was carried out by this run';
}

function openBlocks(status: ReviewStatus, reason: FailureReason | null): Block[] {
  const { state, open, held } = status;
  const others = status.others - held;
  const texts: string[] = [];
  if (state !== 'applied' && !status.isGoneDone && status.gone !== 0) texts.push(unclearText(status));
  if (others > 0) texts.push(`${count(others, 'other change')} of the run ${isOrAre(others)} open.`);
  if (held > 0) texts.push(`${count(held, 'difference')} ${isOrAre(held)} not from this change, and left alone.`);
  const why = state === 'applied' || reason === null ? undefined : REASONS[reason];
  return [
    ...(why === undefined ? [] : [paragraph(ours(why))]),
    { kind: 'items', lead: [], items: alike(open).map(openItem) },
    ...texts.map((text) => paragraph(ours(text))),
  ];
}

function unclearText({ gone, isLimited }: ReviewStatus): string {
  const which = gone === null ? 'The changes that this comment shows' : `${count(gone, 'change')} shown here`;
  const only = isLimited ? ', or the inputs left them out' : '';
  const why = `rules or inbox changed since, or could not be read${only}`;
  return `${which} ${isOrAre(gone ?? 2)} not in the plan of this run: ${why}.`;
}

function isOrAre(number: number): 'is' | 'are' {
  return number === 1 ? 'is' : 'are';
}

function alike(open: readonly ChangeOutcome[]) {
  return [...groupBy(open, ({ op, name, open: why }) => JSON.stringify([op, name, plain(why ?? [])])).values()];
}

function openItem([{ account, op, name, open }, ...others]: readonly [ChangeOutcome, ...ChangeOutcome[]]): Inline {
  const reason = (open ?? []).map((part) =>
    typeof part === 'string' ? part : { ...part, show: (text: string) => cut(part.show(text), LONGEST_REASON) },
  );
  const accounts = [account, ...others.map((one) => one.account)].filter(isNamed).map(accountName);
  const whose = accounts.length === 0 ? [] : line`${inRow(accounts)}: `;
  return line`${whose}${op} ${ruleName({ name })}: ${reason}`;
}
