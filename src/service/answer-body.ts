/** The body of a success as a value. */
import { jsonIn } from '../model/json.ts';
import { isPage } from './body-text.ts';
import type { HttpAnswer } from './http.ts';
import { type AnswerName, type AnswerOf, misfitOf } from './misfit.ts';
import { whyNotWhole } from './whole-list.ts';

/** Why a body cannot be used: `why` goes on from "the body"; `isForeign`: it does not seem to come from the API at all. */
export interface UnusableBody {
  kind: 'unreadable' | 'shape';
  why: string;
  isForeign: boolean;
  reason?: 'partial';
}

/**
 * Takes what came and which answer it should be; gives the value itself, not a copy, or why there is none. Nothing is taken
 * from a body that fits in part.
 */
export function readBody<Name extends AnswerName>(
  came: Pick<HttpAnswer, 'status' | 'link' | 'body'>,
  answer: Name,
): { ok: AnswerOf<Name> } | { unusable: UnusableBody } {
  const { body } = came;
  if (body.length === 0) return unreadable('is empty');
  const text = decoded(body);
  if (text === null) return unreadable('is not UTF-8');
  const json = jsonIn(text);
  if (json === undefined) return unreadable(isPage(text) ? PAGE : 'is not complete JSON');
  const misfit = misfitOf(answer, json);
  if (misfit === null) {
    const why = answer === 'rulesAnswer' ? whyNotWhole(json as AnswerOf<'rulesAnswer'>, came) : null;
    if (why === null) return { ok: json as AnswerOf<Name> };
    return { unusable: { kind: 'unreadable', why, isForeign: false, reason: 'partial' } };
  }
  const { path, expected, found, isForeign } = misfit;
  const place = path === '' ? '' : `${path}: `;
  return {
    unusable: {
      kind: 'shape',
      why: `is not as the API describes it: ${place}expected ${expected}, found ${found}`,
      isForeign,
    },
  };
}

/** The misfit of a body that is a page: something in between answered, whatever the status says. null for any other. */
export function pageIn(body: Uint8Array): UnusableBody | null {
  const start = new TextDecoder().decode(body.subarray(0, 1024));
  return isPage(start) ? { kind: 'unreadable', why: PAGE, isForeign: true } : null;
}

export const PAGE = 'is an HTML page';

function unreadable(why: string): { unusable: UnusableBody } {
  return { unusable: { kind: 'unreadable', why, isForeign: true } };
}

// A text with replacement characters in it would look like a change of the rule, so it is refused.
function decoded(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
