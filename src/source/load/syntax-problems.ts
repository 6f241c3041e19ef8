import { type Document, visit } from 'yaml';
import type { SyntaxMistake } from '../../diagnostics/yaml.ts';
import type { Ranged } from './file-problems.ts';
import { errorsIn, openIn, repairOf } from './repairs.ts';
import { firstLine, type Range } from './text-places.ts';

/** In our own terms. Only the library's first error counts: the others follow from its guess at what was meant. */
export function syntaxProblem(document: Document.Parsed, text: string): Ranged | undefined {
  const opener = openerIn(document, text);
  const errors = errorsIn(document);
  const tab = errors.map(({ pos }) => tabBefore(text, pos)).find((range) => range !== null);
  const detail = errors[0]?.message ?? '';
  const { mistake, range } = opener ?? (tab ? { mistake: 'tab', range: tab } : mistakeOf(document, text)) ?? {};
  if (mistake === undefined || range === undefined) return undefined;
  const repaired = (at = range[0]) => repairedAt(document, text, at, mistake, detail);
  const isPlain = mistake === 'heredoc' || mistake === 'tab' || mistake === 'fence';
  const written = firstLine(text, range);
  const plain = { code: 'yaml-syntax', args: { mistake, written, detail, proposal: null }, range } as const;
  return (isPlain ? null : (repaired() ?? repaired(errors[0]?.pos[0]))) ?? plain;
}

/** What is misread at an offset, if there is a way to write it. `mistake`: where that does not tell what was wrong. */
export function repairedAt(
  document: Document.Parsed,
  text: string,
  at: number,
  mistake: SyntaxMistake,
  detail = '',
): Ranged | null {
  const [range, proposal] = repairOf(document, text, at) ?? [];
  if (range === undefined || proposal === undefined) return null;
  const written = firstLine(text, range);
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

interface FoundMistake {
  mistake: SyntaxMistake;
  range: Range;
}

/** What begins a text of several lines in other languages. */
const OPENER = /(?:<<[-~]?["']?\w+["']?|(?:"""|'''|```)\w*)(?=[ \t]*\r?\n)/y;

/** The first that begins a value of several lines, or a broken one. A text of a block may have such a line. */
function openerIn(document: Document.Parsed, text: string): FoundMistake | undefined {
  let found: FoundMistake | undefined;
  if (!/<<\S|"""|'''|```/.test(text.slice(document.range[0], document.range[2]))) return undefined;
  visit(document, {
    Scalar: (_, { range }) => {
      const [start, end] = range ?? [0, 0];
      OPENER.lastIndex = start;
      const length = OPENER.exec(text)?.[0].length ?? 0;
      const isOpen = document.errors.length > 0 || text.slice(start, end).includes('\n');
      if (length > 0 && isOpen && /[:-][ \t]+$/.test(text.slice(0, start)))
        found ??= { mistake: 'heredoc', range: [start, start + length] };
    },
  });
  return found;
}

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
function mistakeOf(document: Document.Parsed, text: string): FoundMistake | undefined {
  const [first, ...others] = errorsIn(document);
  if (first === undefined) return undefined;
  const { code, message, pos } = first;
  const mistake = MISTAKES.find(([words]) => words.test(`${code} ${message}`))?.[1] ?? 'other';
  const sign = (at: number): FoundMistake => ({ mistake, range: [at, at + 1] });
  if (mistake === 'open-quote') return sign(text.lastIndexOf(message.includes('"') ? '"' : "'", pos[0] - 1));
  const [from] = document.range;
  const open = mistake === 'bracket' ? openIn(text.slice(from, pos[0])).at(-1) : undefined;
  if (open !== undefined) return sign(from + open);
  if (/^(?:`{3}|~{3})/.test(text.slice(pos[0], pos[0] + 3))) return { mistake: 'fence', range: pos };
  // A key that is indented below a key with a value is one error with the line above it.
  const end = others.find((one) => one.code === 'MULTILINE_IMPLICIT_KEY' && one.pos[0] === pos[0])?.pos[1];
  const isNested = code === 'BLOCK_AS_IMPLICIT_KEY';
  const start = isNested && end !== undefined ? text.lastIndexOf('\n', end - 1) + 1 : pos[0];
  const range = onText([start, isNested ? (end ?? lineEnd(text, start)) : pos[1]], text);
  const isFirst = text.slice(text.lastIndexOf('\n', range[0] - 1) + 1, range[0]).trim() === '';
  const isEntry = isFirst && /^(?:-|[^:\n]{1,99}:)\s/.test(text.slice(range[0]));
  const isOfLine = isNested || ['key-without-colon', 'trailing-text', 'other'].includes(mistake);
  return { mistake: isEntry && isOfLine ? 'indentation' : mistake, range };
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
