/** Sorts texts by their code units: the same order on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** As compareText, but numbers in names by their size: 7 before 10. No collation of the machine is asked. */
export function compareNames(a: string, b: string): number {
  return compareText(bySize(a), bySize(b)) || compareText(a, b);
}

/** Before each number how many digits it has. */
function bySize(name: string): string {
  return name.replace(/0*(\d+)/g, (_, digits: string) => String(digits.length).padStart(5, '0') + digits);
}
