import { type Document, isPair, isScalar, visit, type YAMLParseError } from 'yaml';
import type { SyntaxMistake } from '../../diagnostics/yaml.ts';
import type { Ranged } from './file-problems.ts';
import { rangeOf } from './node-places.ts';
import { errorsIn, HOLDERS, repairOf } from './repairs.ts';
import { firstLine, type Range } from './text-places.ts';

/** What begins a text of several lines in other languages. */
const OPENER = /(?<=[:-][ \t]+)(?:<<[-~]?["']?\w+["']?|(?:"""|'''|```)\w*)(?=[ \t]*\r?$)/gm;

/** In our own terms. Only the library's first error counts: the others follow from its guess at what was meant. */
export function syntaxProblem(document: Document.Parsed, text: string): Ranged | undefined {
  const [from, , to] = document.range;
  const whole = text.slice(from, to);
  const said = (mistake: SyntaxMistake, range: Range, proposal: string | null = null, detail = ''): Ranged => {
    return { code: 'yaml-syntax', args: { mistake, written: firstLine(text, range), detail, proposal }, range };
  };
  const openers = [...whole.matchAll(OPENER)].map(
    ({ 0: { length }, index }): Range => [from + index, from + index + length],
  );
  const opener = openers.find(([start]) => isOpened(document, text, start));
  if (opener !== undefined) return said('heredoc', opener);
  const errors = errorsIn(document);
  const first = errors[0];
  if (!first) return misreadEntry(document, text);
  const tab = errors.map(({ pos }) => tabBefore(text, pos)).find((range) => range !== null);
  if (tab) return said('tab', tab);
  const { mistake, range } = mistakeOf(first, errors, document, text);
  if (isFence(text, range)) return said('fence', range);
  const repaired = repairedAt(document, text, range[0], mistake) ?? repairedAt(document, text, first.pos[0], mistake);
  return repaired ?? said(mistake, range, null, first.message);
}

/** What is misread at an offset, if there is a way to write it. `mistake`: where that does not tell what was wrong. */
export function repairedAt(document: Document.Parsed, text: string, at: number, mistake: SyntaxMistake): Ranged | null {
  const repair = repairOf(document, text, at);
  if (repair === null) return null;
  const { range, proposal } = repair;
  const written = firstLine(text, range);
  const args = { mistake: mistakeIn(written, proposal) ?? mistake, written, detail: '', proposal };
  return { code: 'yaml-syntax', args, range };
}

/** `key=value`, or `key:value`, where a mapping belongs: to YAML it is a text. */
function misreadEntry(document: Document.Parsed, text: string): Ranged | undefined {
  if (!/[{,\s](?:\w+ ?[=:][^\s/]|\w+ =>? )/.test(text.slice(document.range[0], document.range[2]))) return undefined;
  let found: Ranged | null = null;
  visit(document, {
    Scalar: (role, node, ancestors) => {
      const [pair, holder] = [ancestors.at(-1), ancestors.at(-2)];
      const isKey = role === 'key' && isPair(pair) && pair.value === null;
      const key = isPair(pair) ? pair.key : isPair(holder) ? holder.key : null;
      const isEntry = role !== 'key' && HOLDERS.test(String(key));
      if (node.type !== 'PLAIN' || !(isKey || isEntry)) return undefined;
      found = repairedAt(document, text, rangeOf(node)[0], 'key-without-colon');
      return found === null ? undefined : visit.BREAK;
    },
  });
  return found ?? undefined;
}

/** The tab in the indentation of the line of an error. */
function tabBefore(text: string, [at]: Range): Range | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const length = /^[ -]*\t+/.exec(text.slice(start))?.[0].length;
  return length === undefined ? null : [start, start + length];
}

/** Whether a text begins at an offset, and goes on below or is broken. */
function isOpened(document: Document.Parsed, text: string, start: number): boolean {
  let isFound = false;
  visit(document, (_, node) => {
    if (!isScalar(node) || node.range?.[0] !== start) return;
    isFound ||= errorsIn(document).length > 0 || text.slice(...rangeOf(node)).includes('\n');
  });
  return isFound;
}

function isFence(text: string, [start]: Range): boolean {
  return /^(?:`{3}|~{3})/.test(text.slice(start, start + 3));
}

/** What was wrong, as far as what is right tells. */
function mistakeIn(written: string, proposal: string): SyntaxMistake | null {
  if (/^\{ (?:file|env): /.test(proposal)) return 'reference';
  if (proposal.startsWith('- ')) return 'list-on-key-line';
  if (proposal.startsWith('"') && /^[^\w\s"']/.test(written)) return 'reserved-start';
  return null;
}

interface FoundMistake {
  mistake: SyntaxMistake;
  range: Range;
}

function mistakeOf(
  first: YAMLParseError,
  all: readonly YAMLParseError[],
  document: Document.Parsed,
  text: string,
): FoundMistake {
  const range = first.pos;
  switch (first.code) {
    case 'MISSING_CHAR':
      return missingMistake(first, document, text);
    case 'BLOCK_AS_IMPLICIT_KEY':
      return nestedMistake(first, all, text);
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        mistake: /^-\s/.test(text.slice(first.pos[0], first.pos[0] + 2)) ? 'indentation' : 'key-without-colon',
        range,
      };
    case 'BAD_INDENT':
      return openBracket(first, document, text) ?? { mistake: 'indentation', range: onText(range, text) };
    case 'BAD_DQ_ESCAPE': {
      const length = /\\\S+$/.exec(first.message)?.[0].length ?? 1;
      return { mistake: 'escape', range: [range[0], range[0] + length] };
    }
    case 'UNEXPECTED_TOKEN':
      if (
        /(?:^|\n) *$/.test(text.slice(0, range[0])) &&
        /^[\w-]+:\s/.test(text.slice(...range) + text.slice(range[1], range[1] + 2))
      )
        return { mistake: 'indentation', range };
      return { mistake: unexpectedMistake(first.message), range };
    default:
      return { mistake: BY_CODE[first.code] ?? 'other', range };
  }
}

const BY_CODE: Partial<Record<YAMLParseError['code'], SyntaxMistake>> = {
  ALIAS_PROPS: 'reserved-start',
  BAD_ALIAS: 'reserved-start',
  BAD_SCALAR_START: 'reserved-start',
  BLOCK_IN_FLOW: 'missing-comma',
  KEY_OVER_1024_CHARS: 'key-too-long',
  MULTIPLE_ANCHORS: 'reserved-start',
};

function missingMistake(error: YAMLParseError, document: Document.Parsed, text: string): FoundMistake {
  const range = error.pos;
  if (/^Missing closing/.test(error.message)) return { mistake: 'open-quote', range: openQuote(document, range) };
  if (/flow (map|sequence)/i.test(error.message)) {
    if (/^Missing ,/.test(error.message)) return { mistake: 'missing-comma', range };
    return openBracket(error, document, text) ?? { mistake: 'other', range };
  }
  if (/^Implicit map keys/.test(error.message)) return { mistake: 'key-without-colon', range };
  if (/^Sequence item/.test(error.message)) return { mistake: 'indentation', range: onText(range, text) };
  return { mistake: 'other', range };
}

/** Finds the bracket that is not closed. The error is at the place where the parser gave up. */
function openBracket(error: YAMLParseError, document: Document.Parsed, text: string): FoundMistake | undefined {
  if (!/flow (map|sequence|collection)/i.test(error.message)) return undefined;
  const open: number[] = [];
  const [from] = document.range;
  for (const { 0: sign, index } of text.slice(from, error.pos[0]).matchAll(/"(?:[^"\\]|\\.)*"|\s#.*|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') open.push(from + index);
    else if (sign === (text[open.at(-1) ?? 0] === '[' ? ']' : '}')) open.pop();
  }
  const last = open.at(-1);
  return last === undefined ? undefined : { mistake: 'bracket', range: [last, last + 1] };
}

/** Finds the quote that is not closed. The error is at the end of the text. */
function openQuote(document: Document.Parsed, fallback: Range): Range {
  let range = fallback;
  visit(document, (_, node) => {
    if (isScalar(node) && node.range && node.type?.startsWith('QUOTE') && node.range[0] < fallback[0]) {
      range = [node.range[0], node.range[0] + 1];
    }
  });
  return range;
}

/** `a: b: c` on one line, or a key that is indented below a key with a value. */
function nestedMistake(first: YAMLParseError, all: readonly YAMLParseError[], text: string): FoundMistake {
  const overLines = all.find((error) => error.code === 'MULTILINE_IMPLICIT_KEY' && error.pos[0] === first.pos[0]);
  if (!overLines) {
    const [start] = first.pos;
    const range: Range = [start, lineEnd(text, start)];
    return /^\s*- /.test(text.slice(...range))
      ? { mistake: 'indentation', range: onText(range, text) }
      : { mistake: 'nested-mapping', range };
  }
  const end = overLines.pos[1];
  return { mistake: 'indentation', range: onText([text.lastIndexOf('\n', end - 1) + 1, end], text) };
}

function unexpectedMistake(message: string): SyntaxMistake {
  if (/on same line with key/.test(message)) return 'list-on-key-line';
  if (/at node end/.test(message)) return 'trailing-text';
  if (/flow-(map|seq)-end/.test(message)) return 'bracket';
  return /Not a YAML token/.test(message) ? 'block-text' : 'other';
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
