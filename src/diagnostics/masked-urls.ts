/** The URLs in a line of a file, without what may be secret in them: whoever knows the path of a webhook may call it. */

// How a URL begins, up to its host and what separates that from the rest. The separators are those that browsers and
// Node take, also as JSON may escape them. A webhookUrl whose scheme is missing is no less secret.
// What may repeat before a match is bounded: a line may be a mebibyte long.
const START =
  /(?<scheme>https?:[/\\]*|[a-z][a-z\d+.-]{0,20}:[/\\]{2,}|(?<=\w{0,20}ur[li]["']?:\s{0,20}["']?))(?<authority>[^\s/\\?#"']+)(?:\\?[/?#]|\\)?/giu;

// Quoted, a URL ends with the quote; else at white space, with the brackets and marks that close what it stands in.
const QUOTED: Record<string, RegExp> = { '"': /^(?:\\.|[^"\\])*/u, "'": /^(?:''|[^'])*/u };
const BARE = /^\S*?(?=["'\]},;)]{0,20}(?:\s|$))/u;

// A long line is cut, and this may be the end of a URL.
const CUT_START = /(?<=^…)[^\s"']+/u;

/**
 * Takes a line of a file, or a part of one; gives it with as many `*` for everything in a URL but scheme, host and port,
 * so that it is as long in characters as before.
 */
export function maskedUrls(line: string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: start, index, groups } of line.matchAll(START)) {
    if (index < end) continue;
    const { scheme = '', authority = '' } = groups ?? {};
    const host = Math.max(0, authority.lastIndexOf('@'));
    const after = scheme.length + authority.length;
    parts.push(line.slice(end, index), scheme, stars(authority.slice(0, host)), authority.slice(host));
    end = index + start.length;
    const rest = (QUOTED[line[index - 1] ?? ''] ?? BARE).exec(line.slice(end))?.[0] ?? '';
    parts.push(start.slice(after), stars(rest));
    end += rest.length;
  }
  return (parts.join('') + line.slice(end)).replace(CUT_START, stars);
}

function stars(text: string): string {
  return '*'.repeat([...text].length);
}
