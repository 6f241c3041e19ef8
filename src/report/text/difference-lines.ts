/** What is not as declared at the end of an apply, and how to settle it: a field that differs in many rules is reported once. */

import { count, grouped, listed } from '../../diagnostics/counts.ts';
import { advice, settling, withAnyPlace } from '../../diagnostics/differences.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { plain, shortQuoted } from '../../diagnostics/message.ts';
import type { Difference } from '../../model/applied.ts';
import { groupBy } from '../../model/group-by.ts';
import { accountPrefix, hang, hangTyped, isShort, quoted, quotedBeside } from '../lines.ts';
import type { Style } from '../style.ts';
import { wordingIn } from '../wording.ts';
import { wordDifference } from './word-difference.ts';

/** Groups, and names or values in one. */
const MOST = 10;
const MOST_VALUES = 3;

/** Takes the differences, gives lines; none where there is no difference. */
export function differenceLines(differences: readonly Difference[], style: Style): string[] {
  if (differences.length === 0) return [];
  const groups = [...groupBy(differences, (one) => JSON.stringify([advice(one), withAnyPlace(one.path)])).values()];
  const ways = groupBy(groups, ([one]) => (one === undefined ? '' : advice(one)));
  const lines = [...ways].flatMap(([how, alike]) => wayLines(how, alike, differences, style));
  return [
    style.color.bold(style.color.red(`Not ${wordingIn(style).wanted}: ${count(differences.length, 'difference')}`)),
    ...lines,
  ];
}

/** Groups that are settled in the same way: what differs, then how to settle it. */
function wayLines(how: string, groups: Difference[][], all: readonly Difference[], style: Style): string[] {
  const some = groups.slice(0, MOST).flatMap((group) => groupLines(group, style));
  const more = groups.length > MOST ? [`  and ${grouped(groups.length - MOST)} more`] : [];
  const reordered = new Set(all.filter(({ kind }) => kind === 'order').map(keyOf));
  const fields = groups.flat().map((one) => ({
    rule: one.rule,
    // Once the order does not count, no place among the actions tells which is meant.
    path: reordered.has(keyOf(one)) ? withAnyPlace(one.path) : one.path,
  }));
  const kind = groups[0]?.[0]?.kind ?? 'field';
  const copied = settling({ kind, at: fields }).map((line) => `      ${line}`);
  return [...some, ...more, ...hangTyped('    ', how, style.width), ...copied];
}

function keyOf({ account, rule }: Difference): string {
  return JSON.stringify([account, rule]);
}

function groupLines(group: readonly Difference[], style: Style): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = [...new Set(group.map(({ account, rule }) => accountPrefix(account) + quoted(rule)))];
  const paths = new Set(group.map(({ path }) => path));
  const path = paths.size === 1 ? first.path : withAnyPlace(first.path);
  const where = path === '' ? '' : `${escapeControl(path)} of `;
  const rules = names.length === 1 ? '' : `${count(names.length, 'rule')}: `;
  const head = hang('  ', `${where}${rules}${listed(names, MOST)}`, style.width);
  if (path === '') return head;
  const { declared, live } = first;
  if (group.length === 1 && typeof declared === 'string' && typeof live === 'string' && !isShort(declared, style)) {
    return [...head, ...hang('    stored: ', wordDifference(declared, live, style), style.width)];
  }
  const side = (label: string, pairs: readonly (readonly [Difference['declared'], Difference['declared']])[]) =>
    hang(`    ${`${label}:`.padEnd(9)} `, values(pairs, style), style.width);
  return [
    ...head,
    ...side(
      wordingIn(style).value,
      group.map((one) => [one.declared, one.live]),
    ),
    ...side(
      'live',
      group.map((one) => [one.live, one.declared]),
    ),
  ];
}

/** The first of each pair; the second is what it differs from. */
function values(pairs: readonly (readonly [Difference['declared'], Difference['declared']])[], style: Style): string {
  const texts = pairs.map(([value, beside]) =>
    typeof value === 'string' && !isShort(value, style) ? plain(shortQuoted(value)) : quotedBeside(value, beside),
  );
  return listed([...new Set(texts)], MOST_VALUES);
}
