/** Masks the secret parts of URLs in a line of a file: anyone who knows the path of a webhook can call it. */

// The start of a URL, up to its host and the separator after it. Accepts the separators that browsers and Node accept,
// also as JSON escapes, and a webhookUrl without a scheme, which is no less secret. Repetitions before a match are
// bounded, because a line may be a mebibyte long.
const START =
  /(?<scheme>https?:[/\\]*|[a-z][a-z\d+.-]{0,20}:[/\\]{2,}|(?<=\w{0,20}ur[li]["']?:\s{0,20}["']?))(?<authority>[^\s/\\?#"']+)(?:\\?[/?#]|\\)?/giu;

// A quoted URL ends at the quote. Other URLs end at white space, brackets or closing punctuation.
const QUOTED: Record<string, RegExp> = { '"': /^(?:\\.|[^"\\])*/u, "'": /^(?:''|[^'])*/u };
const BARE = /^\S*?(?=["'\]},;)]{0,20}(?:\s|$))/u;

// The line may have been cut within a URL.
const CUT_START = /(?<=^…)[^\s"']+/u;

/** Replaces everything in a URL except scheme, host and port with `*`. The number of characters stays the same. */
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

export function stars(text: string): string {
  return '*'.repeat([...text].length);
}
