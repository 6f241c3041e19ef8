/** What became of a plan, as Markdown in its comment: below the marker line, which stays as it is, and above the plan. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { cut } from '../../diagnostics/message.ts';
import { accountPrefix } from '../../report/lines.ts';
import { nameInCode } from '../../report/markdown/escape.ts';
import { fitted, moreItem, type Piece } from '../../report/print/fit.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import type { Context } from '../context.ts';
import type { FailureReason } from '../definition.ts';
import type { FoundReview } from './collect.ts';
import type { ChangeOutcome, Outcomes } from './outcomes.ts';
import type { ReviewStatus } from './status.ts';

const BEGIN = '<!-- inboxctl:result -->';
const END = '<!-- inboxctl:result:end -->';

/** In bytes of UTF-8, the whole comment: GitHub takes 65,536 characters. */
const LIMIT = 65_000;
/** In bytes, of the result: the plan leaves that much. */
const LONGEST = 5_000;
/** In characters: what the service says may be long. */
const LONGEST_REASON = 200;

export interface PostedResult {
  status: ReviewStatus;
  part?: Outcomes['part'];
  signature: FoundReview['signature'];
  /** Why the run failed; null where it did not. */
  reason: FailureReason | null;
  run: Pick<Context, 'runUrl' | 'sha'>;
}

const HEADS: Record<ReviewStatus['state'], string> = {
  applied: '**Applied**',
  'partly-applied': '**Partly applied**',
  'not-applied': '**Not applied**',
};

const NOT_COUNTED = {
  edited:
    'This comment does not count as a review: its first line is not as inboxctl wrote it. It takes a new pull request, or a run by hand with `require-review: false`.',
  'other-key':
    'This comment does not count as a review: it is signed with another key than the one of the job that applies. Jobs with different API keys need one `signing-key`.',
};

const REASONS: Partial<Record<FailureReason, string>> = {
  invalid: 'The rules or the settings are wrong.',
  unauthorized: 'The service or GitHub refused a key.',
  unreachable: 'The service or GitHub could not be reached, or the run was ended.',
  refused: 'A guard or the policy of the project refused it.',
};

/** The body of a comment with a result, which takes the place of an earlier one. The plan stays, or goes as a whole. */
export function withResult(body: string, result: PostedResult): string {
  const end = body.indexOf('\n');
  const [marker, rest] = end === -1 ? [body, ''] : [body.slice(0, end), body.slice(end + 1)];
  const head = `${marker}\n${blockOf(result)}\n\n`;
  const whole = head + withoutResult(rest);
  return Buffer.byteLength(whole) <= LIMIT ? whole : head + NO_ROOM;
}

/** A comment that others made longer. */
const NO_ROOM = '_The plan does not fit here any more: the history of this comment has it._\n';

function withoutResult(rest: string): string {
  const lines = rest.split('\n');
  const is = (line: string | undefined, text: string) => line?.replace(/\r$/, '') === text;
  const end = is(lines[0], BEGIN) ? lines.findIndex((line) => is(line, END)) : -1;
  return lines
    .slice(end + 1)
    .join('\n')
    .replace(/^(\r?\n)+/, '');
}

function blockOf({ status, part = null, signature, reason, run: { runUrl, sha } }: PostedResult): string {
  const commit = `${runUrl.replace(/\/actions\/runs\/\d*$/, '')}/commit/${sha}`;
  const from = `[This run](${runUrl}), commit [${sha.slice(0, 12)}](${commit}).`;
  const said: Piece[] =
    status.state === 'applied' || signature === 'ours'
      ? [
          { rank: 0, text: `${headOf(status, part)}: ${countsIn(status)}. ${from}` },
          ...(part === null ? [] : [{ rank: 1, text: part.unread }]),
          ...rest(status, reason),
        ]
      : [{ rank: 0, text: `${HEADS['not-applied']}: ${NOT_COUNTED[signature]} ${from}` }];
  const text = fitted({ rank: 0, text: '', glue: '\n\n', inside: said }, LONGEST);
  return [BEGIN, text, '', END].join('\n');
}

function headOf({ state }: ReviewStatus, part: PostedResult['part']): string {
  return part == null || state === 'not-applied' ? HEADS[state] : `**${part.head}**`;
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

function rest({ state, open, gone, isGoneDone, others }: ReviewStatus, reason: FailureReason | null): Piece[] {
  const why = state === 'applied' || reason === null ? undefined : REASONS[reason];
  const isUnclear = state !== 'applied' && !isGoneDone && gone !== 0;
  const which = gone === null ? 'The changes that this comment shows' : `${count(gone, 'change')} shown here`;
  const is = gone === 1 ? 'is' : 'are';
  const text = (said: string): Piece => ({ rank: 1, text: said });
  return [
    ...(why === undefined ? [] : [text(why)]),
    { rank: 1, text: '', inside: open.map(openItem), more: ({ length }) => moreItem(length) },
    ...(isUnclear
      ? [text(`${which} ${is} not in the plan of this run: rules or inbox changed since, or could not be read.`)]
      : []),
    ...(others === 0 ? [] : [text(`${count(others, 'other change')} of the run ${others === 1 ? 'is' : 'are'} open.`)]),
  ];
}

function openItem({ account, op, name, open }: ChangeOutcome): Piece {
  const reason = (open ?? []).map((part) =>
    typeof part === 'string' ? part : { ...part, show: (text: string) => cut(part.show(text), LONGEST_REASON) },
  );
  return { rank: 2, text: `- ${prefixed(account)}${op} ${nameInCode(name)}: ${inlineMarkdown(reason)}` };
}

function prefixed(account: string): string {
  return accountPrefix(account) === '' ? '' : `${nameInCode(account)}: `;
}
