/** Texts that YAML cuts: outside of quotes, ` #` begins a comment, also without a space after it. */
import { type Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import type { Ranged } from './file-problems.ts';
import { rangeOf } from './node-places.ts';

/** The keys of texts, and of lists of them, in files of rules, tests and settings. No other value can hold a `#`. */
const TEXT_KEYS: ReadonlySet<unknown> = new Set([
  ...['name', 'renamedFrom', 'aiInstructions', 'messagingChannelId', 'file', ...STATIC_KEYS, ...FIELD_KEYS],
  ...['rules', 'tests', 'accounts', 'baseUrl', 'ignore', 'rule', 'forwardTo', 'webhookHosts', 'files'],
]);

const COMMENT = /[ \t]*#\S.*/y;

/** Warnings about cut texts. Of a broken document only the text, below any key, that its first error follows from. */
export function cutTexts({ errors, contents }: Document.Parsed, text: string): Ranged[] {
  const found: Ranged[] = [];
  if (!/\s#\S/.test(text)) return found;
  const broken = errors.find(({ code }) => code !== 'TAG_RESOLVE_FAILED')?.pos[0];
  visit(contents, {
    Scalar: (role, node, ancestors) => {
      const [start, end] = rangeOf(node);
      COMMENT.lastIndex = end;
      const comment = node.type === 'PLAIN' && COMMENT.exec(text)?.[0];
      if (!comment) return;
      const range = [start, end + comment.length] as const;
      const pair = ancestors.findLast(isPair);
      const key = role !== 'key' && isScalar(pair?.key) ? String(pair.key.value) : null;
      const isCause = broken === start || text.slice(range[1], broken).trim() === '';
      if (broken === undefined ? !TEXT_KEYS.has(key) : !isCause || broken < start) return;
      const isInBrackets = ancestors.some((one) => (isMap(one) || isSeq(one)) && one.flow);
      // A comment with a space after its `#` is meant as one; a bracket or comma ends a text in brackets.
      const rest = comment.replace(isInBrackets ? /\s*(?:\s#(?:\s.*)?$|[,\]}].*)/ : /\s+#(?:\s.*)?$/, '');
      const value = text.slice(start, end).replace(/\s+/g, ' ');
      const args = { key: typeof role === 'number' ? null : key, value, rest: role === 'key' ? '' : rest };
      found.push({ code: 'yaml-comment', args, range });
    },
  });
  return found;
}
