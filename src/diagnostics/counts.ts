/** Numbers as people read them. */

/** `3 rules`, `1 rule`; thousands are set apart. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** 12,345. Always this way: output that people compare must not change with their locale. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}
