/** How the service reads matchers and headers. Measured on one deployment; another may differ. */

const SEPARATOR = /[,|]|\bor\b/i;

/** The parts of a `from` or `to`, as written. The word `or` separates even inside an address. */
export function senderParts(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Whether a part is compared with addresses: it has an `@`, or a dot inside and no blanks, as `.acme.com`, which fits none. */
export function isAddressPattern(part: string): boolean {
  return part.includes('@') || (!/\s/.test(part) && part.slice(1, -1).includes('.'));
}

/** A valid address: no address pattern matches anything else. `xn--` may begin a label, but not the last one. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/** Whether a whole text is a valid address. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** Whether any valid address fits a pattern: one is tried, a letter for each `*` before the `@`, then a domain. */
export function canMatchAddress(part: string): boolean {
  const at = part.indexOf('@');
  const local = part.slice(0, Math.max(at, 0)).replaceAll('*', 'a') || 'a';
  return isAddress(`${local}@${part.slice(at + 1).replaceAll('*', 'a.aa')}`);
}

/** Whether a valid address may contain a text. */
export function canBeInAddress(text: string): boolean {
  return /^[\w'+.*@-]+$/.test(text);
}

/** Whether a part of `from` or `to` is compared with addresses, and no valid address fits it. */
export function fitsNobody(part: string): boolean {
  return isAddressPattern(part) && !canMatchAddress(part);
}

/** The alternatives of a `subject`. An empty one matches every subject. */
export function subjectAlternatives(text: string): string[] {
  return text.split('|');
}

/** The entries of a header of people, split at each comma that an even number of `"` follows. At most `most`. */
export function listEntries(header: string, most = Number.POSITIVE_INFINITY): string[] {
  if (!header.includes(',')) return [header];
  const found: string[] = [];
  let start = 0;
  let isQuoted = header.split('"').length % 2 === 0;
  for (let at = 0; at < header.length && found.length < most; at++) {
    const character = header.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (character !== ',' || isQuoted) continue;
    found.push(header.slice(start, at));
    start = at + 1;
  }
  return [...found, header.slice(start)];
}
