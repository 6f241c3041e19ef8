/** What is between the markers of each table, by the table's name, as bench/results.json has it. */
export function tables(): Record<string, string>;
/** A table as the page has it; null if its markers are missing. */
export function standing(name: string): string | null;
