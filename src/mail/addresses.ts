/**
 * Reads the names and bare addresses in a From or To header, as deployments of the service do (measured). Which addresses they
 * accept as valid was not measured. Here an address has one `@`, none of the special characters of RFC 5322 before it, and
 * labels joined by dots after it.
 */

/** A person in a header. In lower case, since names and addresses are compared without case. */
export interface Party {
  /** Empty if there is none. */
  name: string;
  /** Null if there is no valid one. */
  address: string | null;
}

const SPECIAL = '\\s\\u0000-\\u001f\\u007f-\\u009f()<>\\[\\]:;@\\\\,"';
const LABEL = '[\\p{L}\\p{Nd}](?:[\\p{L}\\p{Nd}-]*[\\p{L}\\p{Nd}])?';
const ADDRESS = new RegExp(`^[^${SPECIAL}]+@${LABEL}(?:\\.${LABEL})+$`, 'u');
const IS_SPECIAL = new RegExp(`[${SPECIAL}]`, 'u');
const DOMAIN_START = new RegExp(`^${LABEL}(?:\\.${LABEL})+`, 'u');

/** The party of a From header, which is one even if the header lists several. */
export function partyOf(header: string): Party {
  const text = header.trim();
  const bracket = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const inner = text.slice(bracket + 1, -1);
  if (bracket < 0 || inner.includes('>')) {
    if (ADDRESS.test(text)) return party('', text);
    return party(text, firstAddress(text));
  }
  return party(unquoted(text.slice(0, bracket).trim()), ADDRESS.test(inner) ? inner : firstAddress(text));
}

function party(name: string, address: string | null): Party {
  return { name: name.toLowerCase(), address: address?.toLowerCase() ?? null };
}

/** The parties of a To header, in its order. */
export function partiesOf(header: string): Party[] {
  return entries(header)
    .filter((entry) => entry.trim() !== '')
    .map(partyOf);
}

/** The first valid address in a text, or null. Each piece between two `@` is read at most twice: a header may be very long. */
function firstAddress(text: string): string | null {
  const pieces = text.split('@');
  for (const [index, before] of pieces.slice(0, -1).entries()) {
    const local = localEnd(before);
    const domain = DOMAIN_START.exec(pieces[index + 1] ?? '')?.[0];
    if (local !== '' && domain !== undefined) return `${local}@${domain}`;
  }
  return null;
}

/** The longest end of a text that is valid before an `@`. */
function localEnd(text: string): string {
  let start = text.length;
  while (start > 0 && !IS_SPECIAL.test(text.charAt(start - 1))) start--;
  return text.slice(start);
}

function unquoted(name: string): string {
  const inner = /^"(.*)"$/s.exec(name)?.[1];
  return inner === undefined ? name : inner.replace(/\\(.)/gs, '$1');
}

/** Splits a header at its commas, except in quotes, angle brackets and comments. One that is not closed goes on to the end. */
function entries(header: string): string[] {
  const found: string[] = [];
  let start = 0;
  let comments = 0;
  let isQuoted = false;
  let isInBrackets = false;
  for (let at = 0; at < header.length; at++) {
    const character = header.charAt(at);
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '<' || character === '>') isInBrackets = character === '<';
    else if (character === '(') comments++;
    else if (character === ')') comments = Math.max(0, comments - 1);
    else if (character === ',' && !isInBrackets && comments === 0) {
      found.push(header.slice(start, at));
      start = at + 1;
    }
  }
  return [...found, header.slice(start)];
}
