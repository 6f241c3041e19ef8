/**
 * The canonical form of a rule file. It is how rules are laid out, never what they say: keys that are there stay, none is
 * added, every comment stays with what it belongs to.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseRuleFile } from '../load/parse.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { readLayouts } from './read.ts';
import { rootLevel } from './tree.ts';

/**
 * A rule file in canonical form. Null where it has problems, which the loader tells, or where the form cannot be had
 * without a change of meaning or the loss of a comment.
 */
export function formatRules(text: string): string | null {
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  const before = parseRuleFile('', source);
  if (before.problems.length > 0) return null;
  const { layouts, rest, comments } = readLayouts(source);
  for (const { root } of layouts) orderEntries(root, rootLevel(root));
  const formatted = printLayouts(layouts, rest);
  if (formatted === source) return formatted;
  const after = parseRuleFile('', formatted);
  if (after.problems.length > 0 || !isDeepStrictEqual(written(before), written(after))) return null;
  const kept = readLayouts(formatted).comments;
  return isDeepStrictEqual([...comments].sort(), kept.sort()) ? formatted : null;
}

function written({ rules }: ReturnType<typeof parseRuleFile>): unknown[] {
  return rules.map((rule) => rule.written);
}
