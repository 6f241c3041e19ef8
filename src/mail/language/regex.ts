/** Regular expressions in matchers, which the service reads as text, and the globs that fit the same. */
import type { StaticKey } from '../../model/rule.ts';

export interface Regex {
  is: 'regex';
  sign: string;
  /** The expression, without slashes. */
  text: string;
}

/** Syntax that hardly ever occurs in a subject. */
const IN_SUBJECT: readonly RegExp[] = [
  /(?<=^|\|)\^(?=[\p{L}\p{N}[(\\.*])/u,
  /(?<=[\p{Ll})\]*+.])\$(?=\||$)/u,
  // Not `v1.*`.
  /(?<!\d)\.[*+]/,
  // Not `C:\data`.
  /\\[dwsb](?![a-z])/i,
  /\\[.()[\]|$*+?^{}/]/,
  /\[(?:\^[^\]]+|(?:a-z|A-Z|0-9|1-9)+)\]/,
  /\(\?[:i=!<]/,
  /\([^()|]*\|[^()]*\)/,
];
/** Syntax that no address, domain or glob has. */
const IN_PEOPLE: readonly RegExp[] = [
  /^\^/,
  /(?<=.)\$$/,
  /^\.[*+]/,
  /\\/,
  /[[({].*[\])}](?=.*[@.])/,
  /(?<=[@.].*)[[({].*[\])}]/,
];
const BOTH_CASES = /\[(\p{L})(\p{L})\]/gu;

/** The regular expression that a text is, or null. */
export function regexIn(key: StaticKey, text: string): Regex | null {
  const [, inner, flags = ''] = /^\/((?:[^/\\]|\\.)+)\/([a-z]*)$/s.exec(text) ?? [];
  if (inner !== undefined) {
    const isExact = key !== 'subject' || !flags.includes('i');
    return { is: 'regex', sign: text, text: isExact ? inner : `(?i)${inner}` };
  }
  const signs = (key === 'subject' ? IN_SUBJECT : IN_PEOPLE).map((one) => one.exec(text)?.[0]);
  const bothCases = [...text.matchAll(BOTH_CASES)].find(([, a, b]) => a !== b && a?.toLowerCase() === b?.toLowerCase());
  const sign = [...signs, bothCases?.[0]].find((one) => one !== undefined);
  return sign === undefined ? null : { is: 'regex', sign, text };
}

/** The glob of a regular expression, or null. `from` and `to`: of a whole address; `subject`: of a part. */
export function globOf(key: StaticKey, regex: string): string | null {
  const inner = key === 'subject' ? regex : regex.replace(/^\(\?i\)/, '').replace(/^\^|\$$/g, '');
  const glob = inner.replace(/\.\*(?![?+])|\\([.@-])|[\\^$*+?()[\]{}]/g, (syntax, literal) => {
    return literal ?? (syntax === '.*' ? '*' : UNSAID);
  });
  return glob.includes(UNSAID) ? null : glob;
}

/** In place of syntax that no glob has. */
const UNSAID = '\0';
