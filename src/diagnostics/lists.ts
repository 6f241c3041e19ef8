/** Long lists cut. */
import { grouped } from './counts.ts';

/** The first of some names or values, and a count of the rest. */
export function listed(texts: readonly string[], most: number): string {
  const some = texts.slice(0, most).join(', ');
  return texts.length > most ? `${some} and ${grouped(texts.length - most)} more` : some;
}
