/** Long lists cut. */
import { grouped } from './counts.ts';

/** Names or values in a row, at most so many of them. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ');
  return texts.length > most ? `${some} and ${grouped(texts.length - most)} more` : some;
}
