/**
 * Who stands in a From or To header: names and bare addresses, as deployments of the service read them (measured). What a
 * valid address is was not: here one `@`, before it none of the special characters of mail, behind it labels joined by dots.
 */

/** In lower case, since names and addresses are compared so. */
export interface Party {
  /** Empty where there is none. */
  name: string;
  address: string | null;
}

const SPECIAL = '\\s\\u0000-\\u001f\\u007f-\\u009f()<>\\[\\]:;@\\\\,"';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?';
const ADDRESS = new RegExp(`^[^${SPECIAL}]+@${LABEL}(?:\\.${LABEL})+$`, 'u');
const IS_SPECIAL = new RegExp(`[${SPECIAL}]`, 'u');
const DOMAIN_START = new RegExp(`^${LABEL}(?:\\.${LABEL})+`, 'u');

/** The one party of a From header. */
export function partyOf(header: string): Party {
  const text = header.trim().toLowerCase();
  const bracket = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  if (bracket < 0) {
    if (ADDRESS.test(text)) return { name: '', address: text };
    return { name: text, address: firstAddress(text) };
  }
  const inner = text.slice(bracket + 1, -1).trim();
  return {
    name: unquoted(text.slice(0, bracket).trim()),
    address: ADDRESS.test(inner) ? inner : firstAddress(text),
  };
}

/** The parties of a To header: it is a list. */
export function partiesOf(header: string): Party[] {
  return entries(header)
    .filter((entry) => entry.trim() !== '')
    .map(partyOf);
}

/** Each `@` parts the text, so that none of it is looked at more than twice. */
function firstAddress(text: string): string | null {
  const pieces = text.split('@');
  for (const [index, before] of pieces.slice(0, -1).entries()) {
    const local = localEnd(before);
    const domain = DOMAIN_START.exec(pieces[index + 1] ?? '')?.[0];
    if (local !== '' && domain !== undefined) return `${local}@${domain}`;
  }
  return null;
}

/** The end of a text that can stand before an `@`. */
function localEnd(text: string): string {
  let start = text.length;
  while (start > 0 && !IS_SPECIAL.test(text.charAt(start - 1))) start--;
  return text.slice(start);
}

function unquoted(name: string): string {
  const inner = /^"(.*)"$/s.exec(name)?.[1];
  return inner === undefined ? name : inner.replace(/\\(.)/gs, '$1');
}

const CLOSED_BY: Record<string, string> = { '"': '"', '<': '>', '(': ')' };

/** Split at the commas that are not within quotes, brackets or a comment. What is never closed holds the rest. */
function entries(header: string): string[] {
  const found: string[] = [];
  let start = 0;
  let closing: string | null = null;
  for (let at = 0; at < header.length; at++) {
    const character = header.charAt(at);
    if (closing !== null) {
      if (character === '\\' && closing === '"') at++;
      else if (character === closing) closing = null;
    } else if (character === ',') {
      found.push(header.slice(start, at));
      start = at + 1;
    } else closing = CLOSED_BY[character] ?? null;
  }
  return [...found, header.slice(start)];
}
