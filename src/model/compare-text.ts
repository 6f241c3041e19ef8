/** Compares by code units: the order is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Like compareText, but compares numbers by size: `rule 7` is before `rule 10`. */
export function compareNames(a: string, b: string): number {
  return compareText(bySize(a), bySize(b)) || compareText(a, b);
}

/** Puts the count of its digits before each number. */
function bySize(name: string): string {
  return name.replace(/0*(\d+)/g, (_, digits: string) => String(digits.length).padStart(5, '0') + digits);
}
