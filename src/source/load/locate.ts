/** Finds the places of problems after loading. A rule keeps only a Spot, so its file is parsed again, which is rare. */
import type { Path, Spot } from '../../model/rule.ts';
import type { At } from './node-places.ts';
import { type ReadDocument, readDocuments } from './read-documents.ts';
import { type Located, type Range, textPlaces } from './text-places.ts';

/** The place and line of what a path leads to in a rule; without a path, of the beginning of the rule. */
export type Locate = (spot: Spot, path?: Path, at?: At) => Located;

interface FilePlaces {
  placeOf: (range: Range) => Located;
  rangeOf: (spot: Spot, path: Path, at: At) => Range;
}

// Problems come file by file. To keep all documents would take hundreds of megabytes.
const FILES_HELD = 16;

/** `texts`: of the rule files, by their shown names. */
export function createLocate(texts: ReadonlyMap<string, string>): Locate {
  const files = new Map<string, FilePlaces>();
  return (spot, path = [], at = 'value') => {
    const known = files.get(spot.file) ?? filePlaces(spot.file, texts.get(spot.file) ?? '');
    files.delete(spot.file);
    files.set(spot.file, known);
    for (const oldest of files.keys()) if (files.size > FILES_HELD) files.delete(oldest);
    const range: Range = path.length === 0 ? [spot.offset, spot.offset + 1] : known.rangeOf(spot, path, at);
    return known.placeOf(range);
  };
}

function filePlaces(file: string, text: string): FilePlaces {
  let documents: ReadDocument[] | undefined;
  return {
    placeOf: textPlaces(file, text),
    rangeOf: (spot, path, at) => {
      documents ??= [...readDocuments(text, () => {})];
      return documents[spot.document]?.rangeAt([...spot.path, ...path], at) ?? [spot.offset, spot.offset + 1];
    },
  };
}
