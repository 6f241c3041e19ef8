/** What is between the markers of each table, by the table's name, as bench/results.json has it. */
export function tables(): Record<string, string>;
/** A table as it stands in the README; null where its markers are not there. */
export function standing(name: string): string | null;
