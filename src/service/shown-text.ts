/** Text that the service sent, as it may stand in a message. */

const SHOWN_CHARACTERS = 500;
const TAGS = /<!--.*?-->|<!doctype[^<>]*>|<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gis;

/**
 * On one line, without secrets (`redact` hides them), tags and control characters, and not long. An address in angle
 * brackets is no tag and stays. Secrets are hidden twice: what stood between two halves of one may be gone by then.
 */
export function shownText(text: string, redact: (text: string) => string): string {
  const plain = redact(text)
    .slice(0, 4 * SHOWN_CHARACTERS)
    .replace(TAGS, ' ')
    .replace(/[\p{Cc}\s]+/gu, ' ');
  const clean = redact(plain).trim();
  if (clean.length <= SHOWN_CHARACTERS) return clean;
  return `${clean.slice(0, SHOWN_CHARACTERS).replace(/\p{Cs}$/u, '')}…`;
}
