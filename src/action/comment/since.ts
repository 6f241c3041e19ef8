/** Shows what changed in a plan since somebody approved it, or since the previous plan. */
import { cut, inRow, theirs } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { type Block, callout } from '../../report/document.ts';
import { type Inline, line, look, ruleName } from '../../report/inline.ts';
import { accountPrefix } from '../../report/lines.ts';
import type { Approval } from '../github/answers.ts';
import { type Review, type ShownPlan, shortDigest } from './marker.ts';
import { approvalsOf, type OwnReview } from './own-reviews.ts';

const MOST = 20;
const LONGEST = 60;

/** The names of a plan's changes by short digest, as the marker of its comment keeps them. */
export function shownOf({ changes }: Pick<Plan, 'changes'>): NonNullable<Review['shown']> {
  return Object.fromEntries(changes.map((change) => [shortDigest(change.digest), shownName(change)]));
}

/** The name of a change's rule, as the marker of a comment keeps it. */
export function shownName({ account, name }: Pick<Plan['changes'][number], 'account' | 'name'>): string {
  return cut(`${accountPrefix(account)}${name}`, LONGEST);
}

/** Returns the plan to compare the next one with, or undefined if there is nothing to compare. */
export function earlierPlan(
  own: OwnReview,
  next: Pick<Review, 'digest' | 'headSha'>,
  approvals: readonly Approval[],
): ShownPlan | undefined {
  const { headSha, digest, shown, since } = own.review;
  const by = approvalsOf(own, approvals)[0]?.by;
  const isSame = digest === next.digest;
  // The approval still covers the plan.
  if (by !== undefined && isSame && headSha === next.headSha) return undefined;
  if (by === undefined && (since?.by != null || isSame)) return since;
  return { by: by ?? null, headSha, digest, ...(shown === undefined ? {} : { shown }) };
}

/** The part at the top of a comment that says what changed; empty if nothing did. */
export function sinceBlocks(
  earlier: ShownPlan | undefined,
  { digest, shown, headSha }: Pick<Review, 'digest' | 'shown' | 'headSha'>,
): Block[] {
  if (earlier === undefined || (earlier.by === null && earlier.digest === digest)) return [];
  const of = line`for the commit ${inCode(earlier.headSha.slice(0, 7))}`;
  const again = 'An approval counts only for the commit and the plan that it saw: this one needs a new approval.';
  if (earlier.digest === digest) {
    const since = earlier.headSha === headSha ? 'the plan was another one in between' : 'there is a newer commit';
    return [callout('note', line`${inCode(earlier.by ?? '')} approved this plan ${of}, and ${since}. ${again}`)];
  }
  const head =
    earlier.by === null
      ? earlier.headSha === headSha
        ? line`${look('strong', line`This plan changed`)} for the same commit: the inbox, or what could be read of it, changed.`
        : line`${look('strong', line`This plan changed`)} since the one ${of}.`
      : line`${look('strong', line`This plan changed since ${inCode(earlier.by)} approved it`)} ${of}. ${again}`;
  return [callout('note', head, differences(earlier.shown, shown))];
}

function inCode(text: string): Inline {
  return look('code', [theirs(text)]);
}

function differences(before: Review['shown'], after: Review['shown']): Inline[] {
  if (before === undefined || after === undefined) return [];
  const only = (one: object, other: object) =>
    Object.entries(one).flatMap(([key, name]) => (key in other ? [] : [name]));
  const [now, then] = [new Set<string>(only(after, before)), new Set<string>(only(before, after))];
  const named = (names: Set<string>, isOf: (name: string) => boolean) =>
    [...names].filter(isOf).map((name) => ruleName({ name }));
  return (
    [
      ['Planned otherwise', named(now, (name) => then.has(name))],
      ['New', named(now, (name) => !then.has(name))],
      ['Not planned any more', named(then, (name) => !now.has(name))],
    ] as const
  ).flatMap(([what, names]) => (names.length === 0 ? [] : [line`${what}: ${inRow(names, MOST)}`]));
}
