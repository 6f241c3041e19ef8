/** New rules as text, in the form that formatRules would give them. */
import type { WrittenRule } from '../../model/written-rule.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { mappingOf, normal, type PlainMap } from './values.ts';

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
