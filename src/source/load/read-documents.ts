/** Reads the YAML documents of a text as values with places, and reports what is wrong with them as YAML. */
import type { Path } from '../../model/rule.ts';
import type { FileProblems, Ranged } from './file-problems.ts';
import { type At, rangeAt } from './node-places.ts';
import { oddCharacters } from './odd-characters.ts';
import { toPlain } from './plain.ts';
import { syntaxProblem } from './syntax-problems.ts';
import type { Range } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

export interface ReadDocument {
  /** Null if the document is empty or has a syntax error. */
  value: unknown;
  findings: readonly Ranged[];
  /** Part of the value is left out, so it must not be checked for missing keys. */
  incomplete: boolean;
  /** The range of the key or value at a path. If it is missing, something near it. */
  rangeAt: (path: Path, at: At) => Range;
}

/** Yields each document. Calls `refuse` for text that is not YAML. */
export function* readDocuments(text: string, refuse: (finding: Ranged) => void): Generator<ReadDocument> {
  const conflict = mergeConflict(text);
  if (conflict !== null) return refuse({ code: 'merge-conflict', args: {}, range: conflict });
  const diff = DIFF.exec(text);
  if (diff !== null) return refuse({ code: 'yaml-diff', args: {}, range: [diff.index, diff.index + diff[0].length] });
  const end = text.indexOf('\r');
  if (end !== -1 && !text.includes('\n')) return refuse({ code: 'yaml-line-ends', args: {}, range: [end, end + 1] });
  const budget = { nodes: 0, characters: 0 };
  const isAscii = /^\p{ASCII}*$/u.test(text);
  for (const document of yamlDocuments(text, refuse)) {
    const node = document.contents;
    const syntax = syntaxProblem(document, text);
    const read =
      syntax === undefined
        ? toPlain(document, text, budget)
        : { value: null, findings: [syntax], incomplete: true, places: new Map() };
    const odd = isAscii ? [] : oddCharacters(document, text);
    // With odd characters, the rest does not say what was meant.
    const { value, findings, incomplete, places } =
      odd.length === 0 ? read : { ...read, value: null, findings: odd, incomplete: true };
    const place = (path: Path, at: At) => rangeAt(places, { plain: value, node }, path, at);
    yield { value, findings, incomplete, rangeAt: place };
  }
}

/** Calls `take` for each document that can be checked, with its index. Ends when `problems` is full. */
export function eachDocument(
  text: string,
  problems: FileProblems,
  take: (document: ReadDocument, index: number) => void,
): void {
  let index = 0;
  for (const document of readDocuments(text, problems.add)) {
    document.findings.forEach(problems.add);
    if (!document.incomplete && document.value !== null) take(document, index);
    if (problems.isFull) return;
    index += 1;
  }
}

/** A line of a diff, or of a quoted mail. No YAML has such a key. */
const DIFF = /^(?:@@ .*@@|diff --git .*|[+>] ?(?:name|condition|actions|version|rules|tests):)/m;

/** The first marker of a merge conflict. No YAML has all three at the beginning of lines. */
function mergeConflict(text: string): Range | null {
  const first = /^<{7} .*/m.exec(text);
  if (first === null || !/^={7}\r?$/m.test(text) || !/^>{7} /m.test(text)) return null;
  return [first.index, first.index + first[0].length];
}
