/** Finds the places of problems after loading. A rule keeps only a Spot, so its file is parsed again, which is rare. */
import type { Path, Spot } from '../../model/rule.ts';
import type { At } from './node-places.ts';
import { type ReadDocument, readDocuments } from './read-documents.ts';
import { valueAt } from './schema-walk.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';

/** The place and line of what a path leads to in a rule, or of its beginning. `about`: texts that an entry of a list has. */
export type Locate = (spot: Spot, path?: Path, at?: At, about?: readonly unknown[]) => Located;

// Problems come file by file. To keep all documents would take hundreds of megabytes.
const FILES_HELD = 16;

/** `texts`: of the rule files, by their shown names. */
export function createLocate(texts: ReadonlyMap<string, string>): Locate {
  const files = new Map<string, ReturnType<typeof filePlaces>>();
  return (spot, path = [], at = 'value', about = []) => {
    const known = files.get(spot.file) ?? filePlaces(spot.file, texts.get(spot.file) ?? '');
    files.delete(spot.file);
    files.set(spot.file, known);
    for (const oldest of files.keys()) if (files.size > FILES_HELD) files.delete(oldest);
    const range: Range = path.length === 0 ? [spot.offset, spot.offset + 1] : known.rangeOf(spot, path, at, about);
    return known.placeOf(range);
  };
}

function filePlaces(file: string, text: string) {
  let documents: ReadDocument[] | undefined;
  return {
    placeOf: textPlaces(file, text),
    rangeOf: (spot: Spot, path: Path, at: At, about: readonly unknown[]): Range => {
      documents ??= [...readDocuments(text, () => {})];
      const document = documents[spot.document];
      const whole = [...spot.path, ...path];
      const value = valueAt(document?.value, whole);
      const entry = Array.isArray(value) ? entryAbout(value.map(String), about, path) : [];
      return document?.rangeAt([...whole, ...entry], at) ?? [spot.offset, spot.offset + 1];
    },
  };
}

/** The index of the entry that is one of the texts, or else has one in it. The name of the matcher is none of them. */
function entryAbout(list: readonly string[], about: readonly unknown[], path: Path): number[] {
  const isNone = (one: unknown) => typeof one !== 'string' || one === '' || one === path.at(-1);
  const texts = about.flatMap((one) => (isNone(one) ? [] : [String(one).toLowerCase()]));
  const is = list.findIndex((entry) => texts.includes(entry.trim().toLowerCase()));
  const has = (entry: string) => texts.some((text) => entry.toLowerCase().includes(text));
  const index = is === -1 ? list.findIndex(has) : is;
  return index === -1 ? [] : [index];
}
