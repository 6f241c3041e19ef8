/**
 * How the matchers of a condition are read: `from` and `to` as lists, `subject` as alternatives. Measured on one deployment;
 * another may differ.
 */

const SEPARATOR = /[,|]|\bor\b/i;

/** The parts of a `from` or `to`, as written. The word `or` separates everywhere, even inside an address. */
export function senderParts(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Whether a part is compared with addresses: it has an `@`, or is words joined by dots. Any other is looked for in names
 * and addresses.
 */
export function isAddressPattern(part: string): boolean {
  return part.includes('@') || /^[^\s.]+(?:\.[^\s.]+)+$/.test(part);
}

/** The alternatives of a `subject`. An empty one fits every subject. */
export function subjectAlternatives(text: string): string[] {
  return text.split('|');
}
