/** The gist of a change, for its row: what is new (`+`), gone (`−`) and changed, in a few words. */
import { grouped } from '../diagnostics/counts.ts';
import { cut, inRow, theirs } from '../diagnostics/message.ts';
import { senderParts, subjectAlternatives } from '../model/patterns.ts';
import type { Change, ShownAction } from '../model/plan.ts';
import type { AlignedAction } from './align.ts';
import { type Inline, look } from './inline.ts';
import { valueText } from './print/differences.ts';
import {
  actionDifferences,
  actionValues,
  afterDelay,
  type FieldDifference,
  headline,
  ruleDifferences,
} from './rule-values.ts';
import { harmOf } from './sentence/actions.ts';

/** In characters. The rest is counted. */
const LONGEST = 40;

/** Returns the gist of a change. Of a rule that is created or deleted, that is what it does. */
export function gistOf({ before, after }: Pick<Change, 'before' | 'after'>): Inline {
  const all =
    before !== null && after !== null
      ? differences(ruleDifferences(before, after))
      : ((after ?? before)?.actions ?? []).flatMap((action) => (action ? ranked([actionText(action)], action) : []));
  // What sends, deletes or leaves the mailbox comes first: the rest may only be counted.
  const parts = all.sort((a, b) => a.harm - b.harm).map(({ text }) => text);
  const ends = parts.map((_, index) => parts.slice(0, index + 1).join(', ').length);
  const most = Math.max(1, ends.filter((end) => end <= LONGEST).length);
  const shown = parts.map((text) => look('code', [theirs(cut(text, LONGEST))]));
  return inRow(shown, most);
}

function ranked(texts: readonly string[], action: ShownAction | null) {
  return texts.map((text) => ({ text, harm: harmOf(action) }));
}

function differences({ fields, actions }: ReturnType<typeof ruleDifferences>) {
  const moved = actions.some(({ kind }) => kind === 'moved') ? ['other order of actions'] : [];
  // The last fields say more.
  const rows = actions.flatMap((row) => ranked(rowTexts(row), row.kind === 'changed' ? row.after : row.action));
  return [...ranked(fields.map(fieldText).reverse(), null), ...rows, ...ranked(moved, null)];
}

function rowTexts(row: AlignedAction): string[] {
  if (row.kind === 'added') return [`+ ${actionText(row.action)}`];
  if (row.kind === 'removed') return [`− ${actionText(row.action)}`];
  if (row.kind !== 'changed') return [];
  return actionDifferences(row.before, row.after).map((field) => `${headline(row.after)} ${fieldText(field)}`);
}

function actionText(action: ShownAction): string {
  const values = actionValues(action).map(([key, value]) => valueText(key, value));
  return [headline(action) + afterDelay(action).replace(',', ''), ...values].join(' ');
}

function fieldText({ key, before, after, isOtherSecret }: FieldDifference): string {
  const name = key.replace('static.', '');
  if (before === null || after === null) return `${before === null ? '+' : '−'} ${name}`;
  const counts = key.startsWith('static.') ? entryCounts(key, String(before), String(after)) : '';
  if (counts !== '') return `${name}: ${counts}`;
  if (String(before).length + String(after).length > LONGEST) return `${name} changed`;
  const both = `${name}: ${valueText(key, before, after)} → ${valueText(key, after, before)}`;
  return isOtherSecret || both.length > LONGEST ? `${name} changed` : both;
}

/** Counts what only one of two lists has: `+2 −1`. Empty for single values. */
function entryCounts(key: string, before: string, after: string): string {
  const [old = [], now = []] = [before, after].map(key === 'static.subject' ? subjectAlternatives : senderParts);
  const only = (sign: string, some: readonly string[], others: ReadonlySet<string>) => {
    const number = new Set(some.filter((one) => !others.has(one))).size;
    return number === 0 ? [] : [sign + grouped(number)];
  };
  if (old.length === 1 && now.length === 1) return '';
  return [...only('+', now, new Set(old)), ...only('−', old, new Set(now))].join(' ');
}
