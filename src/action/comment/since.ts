/** What changed in the comment of a plan since somebody approved it, or since the plan before. */
import { listed } from '../../diagnostics/counts.ts';
import { cut } from '../../diagnostics/message.ts';
import type { Plan } from '../../diagnostics/results.ts';
import { accountPrefix } from '../../report/lines.ts';
import { box, inCode, nameInCode } from '../../report/markdown/escape.ts';
import type { Approval } from '../github/port.ts';
import { type Review, type ShownPlan, shortDigest } from './marker.ts';
import { approvalOf, type OwnReview } from './own-reviews.ts';

/** Names in one sentence, and the characters of one. */
const MOST = 20;
const LONGEST = 60;

/** What the line of a comment keeps of the changes that people saw. */
export function shownOf({ changes }: Pick<Plan, 'changes'>): NonNullable<Review['shown']> {
  return Object.fromEntries(
    changes.map(({ digest, account, name }) => [shortDigest(digest), cut(`${accountPrefix(account)}${name}`, LONGEST)]),
  );
}

/** The plan that the next one in a comment is compared with; undefined where there is nothing to compare. */
export function earlierPlan(
  own: OwnReview,
  next: Pick<Review, 'digest' | 'headSha'>,
  approvals: readonly Approval[],
): ShownPlan | undefined {
  const { headSha, digest, shown, since } = own.review;
  const by = approvalOf(own, approvals)?.by;
  const isSame = digest === next.digest;
  // The approval still covers it.
  if (by !== undefined && isSame && headSha === next.headSha) return undefined;
  if (by === undefined && (since?.by != null || isSame)) return since;
  return { by: by ?? null, headSha, digest, ...(shown === undefined ? {} : { shown }) };
}

/** Says at the top of a comment what changed. Markdown; others wrote the names. Empty where nothing did. */
export function sinceText(earlier: ShownPlan | undefined, { digest, shown }: Pick<Review, 'digest' | 'shown'>): string {
  if (earlier === undefined || (earlier.by === null && earlier.digest === digest)) return '';
  const of = `for the commit ${inCode(earlier.headSha.slice(0, 7))}`;
  const again = 'An approval counts only for the commit and the plan that it saw: this one needs a new approval.';
  if (earlier.digest === digest) {
    return box('IMPORTANT', [
      `${inCode(earlier.by ?? '')} approved this plan ${of}, and there is a newer commit. ${again}`,
    ]);
  }
  const head =
    earlier.by === null
      ? `**This plan changed** since the one ${of}.`
      : `**This plan changed since ${inCode(earlier.by)} approved it** ${of}. ${again}`;
  return box('IMPORTANT', [head, ...differences(earlier.shown, shown)]);
}

function differences(before: Review['shown'], after: Review['shown']): string[] {
  if (before === undefined || after === undefined) return [];
  const only = (one: object, other: object) =>
    Object.entries(one).flatMap(([key, name]) => (key in other ? [] : [name]));
  const [now, then] = [new Set<string>(only(after, before)), new Set<string>(only(before, after))];
  const line = (what: string, names: Set<string>, isOf: (name: string) => boolean) => {
    const found = [...names].filter(isOf).map(nameInCode);
    return found.length === 0 ? [] : [`- ${what}: ${listed(found, MOST)}`];
  };
  const lines = [
    ...line('Planned otherwise', now, (name) => then.has(name)),
    ...line('New', now, (name) => !then.has(name)),
    ...line('Not planned any more', then, (name) => !now.has(name)),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}
