/** Hiding secrets by their values, wherever the service may repeat them. */

/** What stands in the key's place. */
export const HIDDEN_KEY = '(the API key)';

/** A value that no message may show, and what stands in its place. */
interface Hidden {
  value: string;
  shown: string;
}

/** A function that gives a text back without these values, also as JSON, a URL or HTML would write them. */
export function redactor(hidden: readonly Hidden[]): (text: string) => string {
  const forms = hidden.flatMap(({ value, shown }) =>
    [...new Set(inOtherLineEnds(value).flatMap(formsOf))].map((form) => ({ form, shown })),
  );
  const longestFirst = forms.filter(({ form }) => form !== '').sort((a, b) => b.form.length - a.form.length);
  return (text) => longestFirst.reduce((clean, { form, shown }) => clean.replaceAll(form, () => shown), text);
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
