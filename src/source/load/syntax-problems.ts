import type { Document, YAMLParseError } from 'yaml';
import type { SyntaxMistake } from '../../diagnostics/yaml.ts';
import type { Ranged } from './file-problems.ts';
import { errorsIn, KNOWN_KEYS, openIn, repairOf } from './repairs.ts';
import { firstLine, type Range } from './text-places.ts';

/** In our own terms. Only the library's first error counts: the others follow from its guess at what was meant. */
export function syntaxProblem(document: Document.Parsed, text: string): Ranged | undefined {
  const [first] = errorsIn(document);
  if (first === undefined) return undefined;
  const [mistake, range] = mistakeOf(document, text, first);
  const plain = (of: SyntaxMistake) => {
    const args = { mistake: of, written: firstLine(text, range), detail: first.message, proposal: null };
    return { code: 'yaml-syntax', args, range } as const;
  };
  if (mistake === 'tab' || mistake === 'fence') return plain(mistake);
  const repaired = repairedAt(document, text, range[0], mistake) ?? repairedAt(document, text, first.pos[0], mistake);
  const keys = [...text.matchAll(/^(?:- +)*["']?([\w-]+)["']?\s*:(?=\s)/gm)];
  const isForeign = !BRACKETS.test(text) && !keys.some(([, key = '']) => KNOWN_KEYS.has(key));
  return repaired ?? plain(isForeign ? 'foreign' : mistake);
}

/** The beginning of JSON, and not the heading of an INI file. */
const BRACKETS = /^\s*(?:\{|\[(?!\w[^\n\],]*\]\s*\n))/;

/** What is misread at an offset, if there is a way to write it. `mistake`: where that does not tell what was wrong. */
export function repairedAt(document: Document.Parsed, text: string, at: number, mistake: SyntaxMistake): Ranged | null {
  const [range, proposal] = repairOf(document, text, at) ?? [];
  if (range === undefined || proposal === undefined) return null;
  const written = firstLine(text, range);
  const detail = errorsIn(document)[0]?.message ?? '';
  const args = { mistake: mistakeIn(written, proposal) ?? mistake, written, detail, proposal };
  return { code: 'yaml-syntax', args, range };
}

/** What was wrong, as far as what is right tells. */
function mistakeIn(written: string, proposal: string): SyntaxMistake | null {
  if (/^\{ (?:file|env): /.test(proposal)) return 'reference';
  if (proposal.startsWith('- ')) return 'list-on-key-line';
  if (proposal.startsWith('"') && /^[^\w\s"']/.test(written)) return 'quotes';
  return null;
}

/** What begins a text of several lines in other languages, at the end of a line. */
const OPENER = /(?<=[:-][ \t]+)(?:<<[-~]?["']?\w+["']?|(?:"""|'''|```)\w*)(?=[ \t]*$)/m;

/** The tab in the indentation of the line of an error. */
function tabBefore(text: string, [at]: Range): Range | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const length = /^[ -]*\t+/.exec(text.slice(start))?.[0].length;
  return length === undefined ? null : [start, start + length];
}

/** By the codes and the words of the library. */
const MISTAKES: readonly (readonly [RegExp, SyntaxMistake])[] = [
  [/closing ["']quote/, 'open-quote'],
  [/Missing , |BLOCK_IN_FLOW/, 'missing-comma'],
  [/BLOCK_AS_IMPLICIT_KEY|ALIAS|BAD_SCALAR_START|ANCHORS/, 'quotes'],
  [/IMPLICIT_KEY|Implicit map keys|KEY_OVER/, 'key-without-colon'],
  [/at node end/, 'trailing-text'],
  [/flow[ -](?:map|seq|collection)/i, 'bracket'],
  [/BAD_INDENT|Sequence item/, 'indentation'],
  [/same line with key/, 'list-on-key-line'],
  [/Not a YAML token|scalar header/, 'block-text'],
];

/** The first mistake. The library gives the place where it gave up, which may be far behind. */
function mistakeOf(document: Document.Parsed, text: string, first: YAMLParseError): readonly [SyntaxMistake, Range] {
  const { code, message, pos } = first;
  const errors = errorsIn(document);
  const tab = errors.map((error) => tabBefore(text, error.pos)).find((range) => range !== null);
  if (tab) return ['tab', tab];
  const line = text.lastIndexOf('\n', pos[0] - 1) + 1;
  const opener = OPENER.exec(text.slice(line, lineEnd(text, pos[0])));
  if (opener) return ['block-text', [line + opener.index, line + opener.index + opener[0].length]];
  if (/^(?:`{3}|~{3})/.test(text.slice(pos[0], pos[0] + 3))) return ['fence', pos];
  const mistake = MISTAKES.find(([words]) => words.test(`${code} ${message}`))?.[1] ?? 'other';
  const [from] = document.range;
  const quote = text.lastIndexOf(message.includes('"') ? '"' : "'", pos[0] - 1);
  const bracket = mistake === 'bracket' ? openIn(text.slice(from, pos[0])).at(-1) : undefined;
  if (mistake === 'open-quote') return [mistake, [quote, quote + 1]];
  if (bracket !== undefined) return [mistake, [from + bracket, from + bracket + 1]];
  // A key that is indented below a key with a value is one error with the line above it.
  const end = errors.find((one) => one.code === 'MULTILINE_IMPLICIT_KEY' && one.pos[0] === pos[0])?.pos[1];
  const isNested = code === 'BLOCK_AS_IMPLICIT_KEY';
  const start = isNested && end !== undefined ? text.lastIndexOf('\n', end - 1) + 1 : pos[0];
  const range = onText([start, isNested ? (end ?? lineEnd(text, start)) : pos[1]], text);
  const isFirst = text.slice(text.lastIndexOf('\n', range[0] - 1) + 1, range[0]).trim() === '';
  const isEntry = isFirst && /^(?:-|[^:\n]{1,99}:)\s/.test(text.slice(range[0]));
  const isOfLine = isNested || ['key-without-colon', 'trailing-text', 'other'].includes(mistake);
  return [isEntry && isOfLine ? 'indentation' : mistake, range];
}

/** Moves a range from empty lines, comments or indentation to the text after them. */
function onText([start, end]: Range, text: string): Range {
  let at = start;
  while (at < text.length && ' \t\r\n#'.includes(text.charAt(at))) at = text[at] === '#' ? lineEnd(text, at) : at + 1;
  return [at, Math.max(end, at + 1)];
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
}
