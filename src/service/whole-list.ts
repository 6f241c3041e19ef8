/**
 * Whether a list of rules is the whole list. A rule that is missing from it would be created a second time, and a rule
 * that is in it twice could be deleted as a duplicate of itself. The API has no pages (API spec 4.3), so whatever hints at
 * more than came makes the answer unusable.
 */
import { count } from '../diagnostics/counts.ts';
import type { HttpAnswer } from './http.ts';

const NEXT_LINK = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![\w-]))/i;
const MORE_KEY = /^(?:next|cursor|has_?(?:more|next))/i;
const TOTAL_KEY = /^total(?:_?(?:count|rules|items))?$/i;

/** Takes the value of the answer and its head; gives why it may not be all, to go on from "the body", or null. */
export function whyNotWhole(
  list: { rules: readonly { id: string }[] },
  { status, link }: Pick<HttpAnswer, 'status' | 'link'>,
): string | null {
  const { rules } = list;
  if (status !== 200) return 'may not be the whole list, since the status is not 200';
  if (NEXT_LINK.test(link)) return 'is not the whole list: the header Link names a next page';
  const ids = new Set<string>();
  for (const { id } of rules) {
    if (ids.has(id)) return `has the id ${JSON.stringify(id)} twice`;
    ids.add(id);
  }
  const hasError = 'error' in list && list.error !== null;
  const sign = hasError ? `error is ${JSON.stringify(list.error)}` : signOfMore(list, rules.length);
  return sign === null ? null : `may not be the whole list: ${sign}`;
}

/** Looks into objects beside the rules too, such as `pagination`. */
function signOfMore(value: object, rules: number, prefix = ''): string | null {
  for (const [key, found] of Object.entries(value)) {
    if (MORE_KEY.test(key) && found) return `${prefix}${key} is ${JSON.stringify(found)}`;
    if (TOTAL_KEY.test(key) && typeof found === 'number' && found !== rules)
      return `${prefix}${key} is ${found}, but it has ${count(rules, 'rule')}`;
    if (prefix !== '' || typeof found !== 'object' || found === null || Array.isArray(found)) continue;
    const inner = signOfMore(found, rules, `${key}.`);
    if (inner !== null) return inner;
  }
  return null;
}
