/** Reads the body of a success. */
import { isUtf8 } from 'node:buffer';
import { count } from '../diagnostics/counts.ts';
import { jsonIn } from '../model/json.ts';
import type { HttpAnswer } from './http.ts';
import { misfitOf } from './misfit.ts';
import type { AnswerName, AnswerOf } from './wire.ts';

/** Why a body cannot be used. `why` continues "the body". `isForeign`: it does not seem to come from the API. */
export interface UnusableBody {
  kind: 'unreadable' | 'shape';
  why: string;
  isForeign: boolean;
  isPage?: true;
  reason?: 'partial';
}

/** Reads a body as the value of an answer. Nothing is used of a body that fits only in part. */
export function readBody<Name extends AnswerName>(
  came: HttpAnswer,
  answer: Name,
): { ok: AnswerOf<Name> } | { unusable: UnusableBody } {
  const { body } = came;
  if (body.length === 0) return { unusable: unreadable('is empty') };
  // Replacement characters would look like a change of a rule.
  if (!isUtf8(body)) return { unusable: unreadable('is not UTF-8') };
  const json = jsonIn(new TextDecoder().decode(body));
  if (json === undefined) return { unusable: pageIn(body) ?? unreadable('is not complete JSON') };
  const misfit = misfitOf(answer, json);
  if (misfit === null) {
    const why = answer === 'rulesAnswer' ? whyNotWhole(json as AnswerOf<'rulesAnswer'>, came) : null;
    if (why === null) return { ok: json as AnswerOf<Name> };
    return { unusable: { kind: 'unreadable', why, isForeign: false, reason: 'partial' } };
  }
  const { path, expected, found, isForeign } = misfit;
  const place = path === '' ? '' : `${path}: `;
  const why = `is not as the API describes it: ${place}expected ${expected}, found ${found}`;
  return { unusable: { kind: 'shape', why, isForeign } };
}

/** Why a body cannot be used if it is a page, else null: then something other than the API answered, whatever the status. */
export function pageIn(body: Uint8Array): UnusableBody | null {
  const start = new TextDecoder().decode(body.subarray(0, 4096));
  return isPage(start) ? { kind: 'unreadable', why: `is ${titleOf(start)}`, isForeign: true, isPage: true } : null;
}

function unreadable(why: string): UnusableBody {
  return { kind: 'unreadable', why, isForeign: true };
}

const NEXT_LINK = /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?![\w-]))/i;
const MORE_KEY = /^(?:next|cursor|has_?(?:more|next))/i;
const TOTAL_KEY = /^total(?:_?(?:count|rules|items))?$/i;

/**
 * Why a list of rules may not be whole, continuing "the body", or null: a missing rule would be created again. The API
 * has no pages (API spec 4.3), so any hint of more rules makes the answer unusable.
 */
function whyNotWhole(list: AnswerOf<'rulesAnswer'>, { status, link }: HttpAnswer): string | null {
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

/** A key that hints at more rules, also in an object such as `pagination`. */
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

/** Whether a body is a page, or other markup: then something other than the API answered, whatever the status. */
export function isPage(text: string, contentType: string | null = null): boolean {
  // An address in angle brackets is not a tag.
  return /^\s*<[!?a-z][^\s<>@]*[\s>]/i.test(text) || /\bx?html\b/i.test(contentType ?? '');
}

/** Names a page by its title. */
export function titleOf(page: string): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(page)?.[1]?.replace(/\s+/g, ' ').trim();
  return title ? `an HTML page, "${title}"` : 'an HTML page';
}
