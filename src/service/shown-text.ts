/** Text that the service sent, as it may stand in a message. */

const SHOWN_CHARACTERS = 500;
const TAGS = /<!--.*?-->|<!doctype[^<>]*>|<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gis;

// Controls; formats, such as bidi, zero-width and tag characters, but not the joiners that scripts and emoji need;
// line and paragraph separators; halves of surrogate pairs.
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Every character that a terminal could act on as `\u{…}`, so that it shows and does nothing. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * On one line, without secrets (`redact` hides them) and tags, with control characters visible, and not long. An
 * address in angle brackets is no tag and stays. Secrets are hidden twice: what stood between two halves of one may
 * be gone by then.
 */
export function shownText(text: string, redact: (text: string) => string): string {
  const plain = redact(text)
    .slice(0, 4 * SHOWN_CHARACTERS)
    .replace(TAGS, ' ')
    .replace(/\s+/g, ' ');
  const clean = redact(visible(plain)).trim();
  if (clean.length <= SHOWN_CHARACTERS) return clean;
  return `${clean.slice(0, SHOWN_CHARACTERS).replace(/\p{Cs}$/u, '')}…`;
}
