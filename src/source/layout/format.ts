/**
 * The canonical form of a rule file, of one that exists and of one with new rules. It is how rules are laid out, never what
 * they say: keys that are there stay, none is added, every comment stays with what it belongs to.
 */
import { isDeepStrictEqual } from 'node:util';
import type { WrittenRule } from '../../model/written-rule.ts';
import { parseRuleFile } from '../load/parse.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { readLayouts } from './read.ts';
import { rootLevel } from './tree.ts';
import { mappingOf, normal, type PlainMap } from './values.ts';

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

/**
 * The text of a file with these rules, without what says nothing, and with a comment that names a schema to editors (a
 * path relative to the file). Each rule is a document of its own: it reads as in a file of its own, can be moved to
 * another file as it is, and a rule more or less is whole lines in a diff that no other rule is part of.
 */
export function renderRules(rules: readonly WrittenRule[], schema: string | null = null): string {
  const hint = schema === null ? [] : [{ text: `# yaml-language-server: $schema=${schema}`, blank: false }];
  const layouts = rules.map((rule, index) => {
    const root = mappingOf(normal(rule as PlainMap) as PlainMap);
    orderEntries(root, 'rule');
    return { head: index === 0 ? hint : [], root };
  });
  return printLayouts(layouts, rules.length === 0 ? hint : []);
}
