/** Reads the YAML documents of a text as values with places, and reports what is wrong with them as YAML. */
import { type Document, isPair, visit } from 'yaml';
import { areTwins, CURLY_QUOTE } from '../../diagnostics/look-alike.ts';
import { withoutHidden } from '../../diagnostics/unseen.ts';
import { type Path, STATIC_KEYS } from '../../model/rule.ts';
import type { FileProblems, Ranged } from './file-problems.ts';
import { type At, rangeAt, rangeOf } from './node-places.ts';
import { toPlain } from './plain.ts';
import { KNOWN_KEYS } from './repairs.ts';
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
    if (problems.isFull()) return;
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

/** Characters from word processors, chats and web pages, such as curly quotes, where they change what a document says. */
function oddCharacters(document: Document.Parsed, text: string): Ranged[] {
  const findings: Ranged[] = [];
  const isBroken = document.errors.length > 0;
  visit(document, {
    Scalar: (role, node, path) => {
      if (node.type !== 'PLAIN') return;
      const [start, end] = rangeOf(node);
      const source = text.slice(start, end);
      const list = path.at(-2);
      const isValue = role === 'value' || (isPair(list) && STATIC_KEYS.some((key) => key === String(list.key)));
      const odd = isValue && !isBroken ? null : oddIn(source);
      if (odd !== null) {
        const { at, ...args } = odd;
        findings.push({ code: 'yaml-odd-character', args, range: [start + at, start + at + odd.found.length] });
      }
      const plain = role === 'key' && !odd ? [...KNOWN_KEYS].find((key) => areTwins(key, source)) : undefined;
      if (plain !== undefined) {
        findings.push({ code: 'yaml-odd-character', args: { found: source, plain }, range: [start, end] });
      }
      // A comma ended a text in such quotes.
      const found = role === 'key' ? (CURLY_QUOTE.exec(source.slice(-1))?.[0] ?? '') : '';
      if (found) findings.push({ code: 'yaml-odd-character', args: { found, plain: '"' }, range: [end - 1, end] });
    },
  });
  return findings;
}

/** A character in place of one of YAML: before a key or an item, or after a dash or the name of a key. */
function oddIn(source: string): { at: number; found: string; plain: string } | null {
  const key = /^(?:-|[\w-]+:?)/.exec(source)?.[0] ?? '';
  for (const at of new Set([0, key.length])) {
    const found = /^[^\p{ASCII}]/u.exec(source.slice(at))?.[0] ?? '';
    const plain = plainOf(found);
    const isMeant =
      at === 0
        ? plain !== '-' || source[1] === ' '
        : /[-:]$/.test(key)
          ? ['', ' '].includes(plain ?? '-')
          : plain === ':';
    if (plain !== null && isMeant) return { at, found, plain };
  }
  return null;
}

/** The character of YAML that one looks like; empty for an invisible one, else null. */
function plainOf(character: string): string | null {
  if (character !== '' && withoutHidden(character) === '') return /\p{Zs}/u.test(character) ? ' ' : '';
  // Dashes, a minus, bullets.
  if (/[\p{Pd}\u2212\u2022\u2023\u00b7\u25a0-\u25ff]/u.test(character)) return '-';
  const form = character.normalize('NFKC');
  return /^[-:,[\]{}]$/.test(form) ? form : null;
}
