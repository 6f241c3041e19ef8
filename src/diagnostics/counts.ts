/** A text that consists of numbers and our own words. */
export type OwnText = string & { readonly isOwn: true };

/** Counts things: `3 rules`, `1 rule`, `1,200 rules`. */
export function count(number: number, one: string, many = `${one}s`): OwnText {
  return `${grouped(number)} ${number === 1 ? one : many}` as OwnText;
}

/** Formats a number as `12,345`. Ignores the locale, so that output is comparable. */
export function grouped(number: number): OwnText {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',') as OwnText;
}
