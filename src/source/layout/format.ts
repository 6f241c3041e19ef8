/** The canonical form of rule files: layout alone. No key is added or removed, and comments stay where they belong. */
import { isDeepStrictEqual } from 'node:util';
import type { WrittenRule } from '../../model/written-rule.ts';
import { parseRuleFile } from '../load/parse.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { readLayouts } from './read.ts';
import { rootLevel } from './tree.ts';
import { mappingOf, normal, type PlainMap } from './values.ts';

/** A rule file in canonical form; null if it has problems, or if its meaning or a comment would get lost. */
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

/** Each rule is a document, so it can be moved, and no other is in its diff. `schema`: a path that editors read. */
export function renderRules(rules: readonly WrittenRule[], schema: string | null = null): string {
  const hint = schema === null ? [] : [{ text: `# yaml-language-server: $schema=${schema}`, blank: false }];
  const layouts = rules.map((rule, index) => {
    const root = mappingOf(normal(rule as PlainMap) as PlainMap);
    orderEntries(root, 'rule');
    return { head: index === 0 ? hint : [], root };
  });
  return printLayouts(layouts, rules.length === 0 ? hint : []);
}
