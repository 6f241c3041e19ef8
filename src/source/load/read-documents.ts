/** The YAML documents of a text as values: what each says, where that stands, and what is wrong with it as YAML. */

import type { Path } from '../../model/rule.ts';
import { type At, rangeAt } from './node-places.ts';
import { oddCharacters } from './odd-characters.ts';
import { type RangedFinding, toPlain } from './plain.ts';
import { syntaxProblem } from './syntax-problems.ts';
import type { Range } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

export interface ReadDocument {
  /** Null where it is empty, or where its syntax is wrong. */
  value: unknown;
  findings: readonly RangedFinding[];
  /** Something was left out of the value, so that looking for missing keys in it would mislead. */
  incomplete: boolean;
  /** Where the key or the value at a path stands; that of what is missing is near it. */
  rangeAt: (path: Path, at: At) => Range;
}

/** Gives the documents in order, one at a time; told to `refuse`: what keeps the text from being read as documents. */
export function* readDocuments(text: string, refuse: (finding: RangedFinding) => void): Generator<ReadDocument> {
  const conflict = mergeConflict(text);
  if (conflict !== null) return refuse({ code: 'merge-conflict', args: {}, range: conflict });
  const budget = { nodes: 0, characters: 0 };
  const isAscii = /^\p{ASCII}*$/u.test(text);
  for (const document of yamlDocuments(text, refuse)) {
    const node = document.contents;
    const syntax = syntaxProblem(document, text);
    const read =
      syntax === undefined
        ? toPlain(document, text, budget)
        : { value: null, findings: [{ code: 'yaml-syntax' as const, ...syntax }], incomplete: true, places: new Map() };
    const odd = isAscii ? [] : oddCharacters(document, text);
    // With them, the rest does not say what was meant.
    const { value, findings, incomplete, places } =
      odd.length === 0 ? read : { ...read, value: null, findings: odd, incomplete: true };
    yield { value, findings, incomplete, rangeAt: (path, at) => rangeAt(places, { plain: value, node }, path, at) };
  }
}

/** The first marker that a merge left: in YAML none of them can begin a line of its own. */
function mergeConflict(text: string): Range | null {
  const first = /^<{7} .*/m.exec(text);
  if (first === null || !/^={7}\r?$/m.test(text) || !/^>{7} /m.test(text)) return null;
  return [first.index, first.index + first[0].length];
}
