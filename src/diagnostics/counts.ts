/** Numbers as people read them. */

/** A text made of numbers and words of ours. */
export type OwnText = string & { readonly isOwn: true };

/** `3 rules`, `1 rule`; thousands are set apart. */
export function count(number: number, one: string, many = `${one}s`): OwnText {
  return `${grouped(number)} ${number === 1 ? one : many}` as OwnText;
}

/** 12,345. Always this way: output that people compare must not change with their locale. */
export function grouped(number: number): OwnText {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',') as OwnText;
}

/** The first of some names or values, and a count of the rest. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ');
  return texts.length > most ? `${some} and ${grouped(texts.length - most)} more` : some;
}
