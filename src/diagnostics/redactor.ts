/** Hiding secrets by their values, wherever the service may repeat them. */

import escapeStringRegexp from 'escape-string-regexp';

/** What stands in the key's place. */
export const HIDDEN_KEY = '(the API key)';

/** A value that no message may show, and what stands in its place. */
interface Hidden {
  value: string;
  shown: string;
}

/**
 * A function that gives a text back without these values: as they are, as JSON, a URL or HTML would write them, in any
 * case, and the parts of those that are lists, since the service names one sender of several, in lower case (measured).
 */
export function redactor(hidden: readonly Hidden[]): (text: string) => string {
  let hide: ((text: string) => string) | undefined;
  // Most clients never have anything to say.
  return (text) => {
    hide ??= replacer(hidden);
    return hide(text);
  };
}

function replacer(hidden: readonly Hidden[]): (text: string) => string {
  const shownFor = new Map<string, string>();
  for (const { value, shown } of hidden) {
    for (const form of [...inOtherLineEnds(value), ...partsOf(value)].flatMap(formsOf)) {
      if (form !== '' && !shownFor.has(form)) shownFor.set(form, shown);
    }
  }
  const longestFirst = [...shownFor.keys()].sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return (text) => text;
  // Of the forms as they are: one in lower case may be another text, such as that of İ.
  const pattern = new RegExp(longestFirst.map(escapeStringRegexp).join('|'), 'giu');
  const inAnyCase = new Map([...shownFor].reverse().map(([form, shown]) => [form.toLowerCase(), shown]));
  return (text) => text.replace(pattern, (found) => inAnyCase.get(found.toLowerCase()) ?? '…');
}

/** In characters: a shorter text occurs by chance, so it cannot be hidden. */
export const LEAST_SECRET = 4;

function partsOf(value: string): string[] {
  const parts = value.split(/[,;|\n]|\bor\b/i).map((part) => part.trim());
  return parts.filter((part) => part.length >= LEAST_SECRET);
}

/** A rule has its texts with other line ends than the variable that they come from, and addresses trimmed. */
function inOtherLineEnds(value: string): string[] {
  const unix = value.replaceAll('\r\n', '\n');
  return [value, unix, unix.trim()];
}

function formsOf(value: string): string[] {
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded(encodeURIComponent, value),
    encoded(encodeURI, value),
    ...inHtml(value),
  ];
}

/** Half of a surrogate pair has no URL form. */
function encoded(encode: (text: string) => string, value: string): string {
  try {
    return encode(value);
  } catch {
    return value;
  }
}

function inHtml(key: string): string[] {
  const escaped = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ['&#39;', '&#x27;', '&apos;', "'"].map((quote) => escaped.replaceAll('"', '&quot;').replaceAll("'", quote));
}
