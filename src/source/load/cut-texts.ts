/** Texts that YAML cuts: outside of quotes, ` #` begins a comment, and `[…]` is a list, so a subject loses its brackets. */
import { isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import { rangeOf } from './node-places.ts';
import { textPlaces } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** The keys of texts, and of lists of them, in files of rules, tests and settings. No other value can hold a `#`. */
const TEXT_KEYS: ReadonlySet<unknown> = new Set([
  ...['name', 'renamedFrom', 'aiInstructions', 'messagingChannelId', 'file', ...STATIC_KEYS, ...FIELD_KEYS],
  ...['rules', 'tests', 'accounts', 'baseUrl', 'ignore', 'rule', 'forwardTo', 'webhookHosts', 'files'],
]);

const COMMENT = /[ \t]*#\S.*/y;

/** Adds the cut texts of a file, which may be broken by them, to its other problems. `file`: the name to show. */
export function withCutTexts(file: string, text: string, problems: readonly Diagnostic[]): Diagnostic[] {
  const cuts = cutTexts(file, text);
  const isCut = ({ code, place }: Diagnostic) =>
    /missing-key|yaml-syntax/.test(code) &&
    cuts.some((one) => one.place?.line === place?.line && one.severity === 'error');
  return [...cuts, ...problems.filter((one) => !isCut(one))];
}

/** What is wrong with the cut texts of a file. */
export function cutTexts(file: string, text: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (!/\s#\S|\bsubject\W+\[/.test(text)) return found;
  const placeOf = textPlaces(file, text);
  for (const document of yamlDocuments(text, () => {})) {
    visit(document, {
      Seq: (_, { flow, items: [only, ...others] }, ancestors) => {
        const pair = ancestors.at(-1);
        const isSubject = isPair(pair) && isScalar(pair.key) && pair.key.value === 'subject';
        if (!flow || !isSubject || document.errors.length > 0 || others.length > 0) return;
        if (!isScalar(only) || only.type !== 'PLAIN') return;
        const args = { value: String(only.value) };
        found.push({ code: 'yaml-brackets', args, severity: 'warning', ...placeOf(rangeOf(only)) });
      },
      Scalar: (role, node, ancestors) => {
        const [start, end] = rangeOf(node);
        COMMENT.lastIndex = end;
        const comment = node.type === 'PLAIN' && COMMENT.exec(text)?.[0];
        const pair = ancestors.findLast(isPair);
        const key = isScalar(pair?.key) ? String(pair.key.value) : null;
        // A cut key has no colon.
        if (!comment || (role !== 'key' && !TEXT_KEYS.has(key))) return;
        const isInBrackets = ancestors.some((one) => (isMap(one) || isSeq(one)) && one.flow);
        // A comment with a space after its `#` is meant as one; a bracket or comma ends a text in brackets.
        const rest = comment.replace(isInBrackets ? /\s*(?:\s#(?:\s.*)?$|[,\]}].*)/ : /\s+#(?:\s.*)?$/, '');
        const value = text.slice(start, end).replace(/\s+/g, ' ');
        const args = { key: role === 'value' ? key : null, value, rest: role === 'key' ? '' : rest };
        const isBroken = isInBrackets && document.errors.length > 0;
        const severity = isBroken || (key === 'name' && value === '') ? 'error' : 'warning';
        found.push({ code: 'yaml-comment', args, severity, ...placeOf([start, end + comment.length]) });
      },
    });
  }
  return found;
}
