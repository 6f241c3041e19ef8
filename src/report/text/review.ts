/** How the plan of now differs from what was reviewed, as text: what is not made because of that, and what to do. */

import { count, grouped } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import type { Change, ShownRule } from '../../model/plan.ts';
import { type ReviewedPair, type ReviewedPlan, type ReviewResult, withoutTags } from '../../model/review.ts';
import { ruleName } from '../document.ts';
import { accountPrefix, hang, quoted } from '../lines.ts';
import { changeSection } from '../plan.ts';
import { sectionLine } from '../print/terminal.ts';
import { type Style, styleOf, type TextOptions } from '../style.ts';
import { wordingIn } from '../wording.ts';
import { ruleDifference } from './rule-lines.ts';

const INDENT = '      ';
/** Changes that are named one by one. */
const LISTED = 10;

interface ReviewOptions extends TextOptions {
  /** What commands about the same inboxes need too, as it is typed. */
  sameInboxes?: readonly string[];
}

/** Takes how a plan compares with its review; gives the text, which begins with an empty line, or an empty one where all is as reviewed. */
export function textReview(review: ReviewResult, options: ReviewOptions): string {
  const style = styleOf(options);
  const sections = [
    changedLines(review, style),
    listLines('Not in the review, and so refused', review.unreviewed, style),
    listLines('Reviewed, and no longer needed', review.skipped, style),
    adviceLines(review, options.sameInboxes ?? [], style),
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return shown.length === 0 ? '' : `\n${shown.join('\n\n')}\n`;
}

function changedLines({ pairs }: ReviewResult, style: Style): string[] {
  if (pairs.length === 0) return [];
  const title = `Not as reviewed, and so refused: ${count(pairs.length, 'change')}`;
  return [...hang('', style.color.bold(title), style.width), ...pairs.flatMap((pair) => pairLines(pair, style))];
}

function pairLines(pair: ReviewedPair, style: Style): string[] {
  const { now, reviewed } = pair;
  const digests = style.verbose ? [`reviewed ${reviewed.digest}`, `now      ${now.digest}`] : [];
  return [
    ...sectionLine({ ...changeSection([now], '', undefined, wordingIn(style)), summary: ruleName(now) }, style),
    ...differenceLines(pair, style),
    ...digests.map((line) => style.color.dim(INDENT + line)),
  ];
}

/** What the reviewed change would have met and made, against what this one does. */
function differenceLines({ reviewed, now, sameKey }: ReviewedPair, style: Style): string[] {
  const say = (text: string) => hang(INDENT, text, style.width);
  const side = (title: string, then: ShownRule | null, since: ShownRule | null) => {
    if (then === null || since === null) return [];
    const [old, fresh] = sameKey ? [then, since] : [withoutTags(then), withoutTags(since)];
    const lines = ruleDifference(old, fresh, `${INDENT}  `, style);
    return lines.length === 0 ? [] : [...say(title), ...lines];
  };
  const what = now.op === 'create' ? 'What it creates' : 'What it makes of the rule';
  const lines = [
    ...(reviewed.op === now.op ? [] : say(`Reviewed as ${reviewed.op}, now a ${now.op}.`)),
    ...side('The live rule changed since the review:', reviewed.before, now.before),
    ...side(`${what} changed since the review:`, reviewed.after, now.after),
    ...(sameKey ? [] : say(ANOTHER_KEY)),
  ];
  return lines.length > 0 ? lines : say('It differs in nothing that is shown here.');
}

const ANOTHER_KEY = 'Its secrets cannot be compared: the review was made with another key (see below).';

function listLines(title: string, changes: readonly Change[], style: Style): string[] {
  if (changes.length === 0) return [];
  const lines = changes
    .slice(0, LISTED)
    .flatMap(({ account, op, name }) => hang('  ', `${accountPrefix(account)}${op} ${quoted(name)}`, style.width));
  const more = changes.length > LISTED ? [`  and ${grouped(changes.length - LISTED)} more`] : [];
  const text = `${title}: ${count(changes.length, 'change')}`;
  return [...hang('', style.color.bold(text), style.width), ...lines, ...more];
}

/** What to do about changes that are not made: commands to copy stand on lines of their own. */
function adviceLines(
  { of: { plan }, left, pairs, unreviewed }: ReviewResult,
  sameInboxes: readonly string[],
  style: Style,
): string[] {
  if (pairs.length === 0 && unreviewed.length === 0) return [];
  const say = (text: string) => hang('', text, style.width);
  const typed = (...words: string[]) => `  ${[...words, ...sameInboxes.map(escapeControl)].join(' ')}`;
  const key = pairs.some(({ sameKey }) => !sameKey) ? keyLines(plan, style) : [];
  if (plan === null) {
    return [
      ...say('If what is refused is what you want too, carry it out with:'),
      typed(wordingIn(style).command, '--expect', left),
    ];
  }
  const file = copyable(plan.file);
  return [
    ...key,
    ...say(`${key.length > 0 ? 'Or review' : 'Review'} the plan as it is now, then carry that out:`),
    typed('inboxctl plan --output', file),
    typed('inboxctl apply', file),
  ];
}

function keyLines(plan: ReviewedPlan | null, style: Style): string[] {
  const id = plan?.keyId == null ? '' : ` (keyId ${escapeControl(plan.keyId)})`;
  const text = `The reviewed plan was made with another key${id}. Set INBOXCTL_SIGNING_KEY (\`signing-key\` in a workflow) to the key of that plan; if it was made without one, use the same API key.`;
  return hang('', text, style.width);
}

/** A file name that can be pasted into any shell, and read twice. */
function copyable(file: string): string {
  return /^[\w./][\w./@+-]*$/.test(file) && !file.startsWith('/dev/') ? file : 'plan.json';
}
