/** Hiding the API key by its value, wherever the service may repeat it. */

/** What stands in the key's place. */
export const HIDDEN_KEY = '(the API key)';

/** A function that gives a text back without `key`, also as JSON, a URL or HTML would write it. */
export function redactor(key: string): (text: string) => string {
  const forms = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), encodeURI(key), ...inHtml(key)];
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((clean, form) => clean.replaceAll(form, HIDDEN_KEY), text);
}

function inHtml(key: string): string[] {
  const escaped = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return ['&#39;', '&#x27;', '&apos;', "'"].map((quote) => escaped.replaceAll('"', '&quot;').replaceAll("'", quote));
}
