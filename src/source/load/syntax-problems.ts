import { type CST, type Document, isScalar, Parser, visit, type YAMLParseError } from 'yaml';
import type { SyntaxMistake } from '../../diagnostics/yaml.ts';
import type { Ranged } from './file-problems.ts';
import { firstLine, type Range } from './text-places.ts';
import { DEPTH_LIMIT } from './yaml-documents.ts';

/** In our own terms. Only the library's first error counts: the others follow from its guess at what was meant. */
export function syntaxProblem(document: Document.Parsed, text: string): Ranged | undefined {
  if (document.errors.length === 0) return undefined;
  const errors = document.errors.filter((error) => error.code !== 'TAG_RESOLVE_FAILED');
  const first = errors[0];
  if (!first) return undefined;
  const found = mistakeOf(first, errors, document, text);
  const { mistake, range } = isFence(text, found.range) ? { ...found, mistake: 'fence' as const } : found;
  return { code: 'yaml-syntax', args: { mistake, written: firstLine(text, range), detail: first.message }, range };
}

function isFence(text: string, [start]: Range): boolean {
  return /^(?:`{3}|~{3})/.test(text.slice(start, start + 3));
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
      return openBracket(first, text) ?? { mistake: 'indentation', range: onText(range, text) };
    case 'BAD_DQ_ESCAPE': {
      const length = /\\\S+$/.exec(first.message)?.[0].length ?? 1;
      return { mistake: 'escape', range: [range[0], range[0] + length] };
    }
    case 'UNEXPECTED_TOKEN':
      if (text[range[0]] === '{' && text[range[0] - 1] === '$') {
        return { mistake: 'variable', range: [range[0] - 1, text.indexOf('}', range[0]) + 1 || range[1]] };
      }
      return { mistake: unexpectedMistake(first.message), range };
    default:
      return { mistake: BY_CODE[first.code] ?? 'other', range };
  }
}

const BY_CODE: Partial<Record<YAMLParseError['code'], SyntaxMistake>> = {
  ALIAS_PROPS: 'anchor',
  BAD_ALIAS: 'anchor',
  BAD_SCALAR_START: 'reserved-start',
  BLOCK_IN_FLOW: 'block-in-brackets',
  KEY_OVER_1024_CHARS: 'key-too-long',
  MULTIPLE_ANCHORS: 'anchor',
  TAB_AS_INDENT: 'tab',
};

function missingMistake(error: YAMLParseError, document: Document.Parsed, text: string): FoundMistake {
  const range = error.pos;
  if (/^Missing closing/.test(error.message)) return { mistake: 'open-quote', range: openQuote(document, range) };
  if (/flow (map|sequence)/i.test(error.message)) {
    if (/^Missing ,/.test(error.message)) return { mistake: 'missing-comma', range };
    return openBracket(error, text) ?? { mistake: 'other', range };
  }
  if (/^Implicit map keys/.test(error.message)) return { mistake: 'key-without-colon', range };
  if (/^Sequence item/.test(error.message)) return { mistake: 'indentation', range: onText(range, text) };
  return { mistake: 'other', range };
}

/** Finds the bracket that is not closed. The error is at the place where the parser gave up. */
function openBracket(error: YAMLParseError, text: string): FoundMistake | undefined {
  if (!/flow (map|sequence|collection)/i.test(error.message)) return undefined;
  let open: number | undefined;
  const look = (token: CST.Token | null | undefined, depth: number): void => {
    if (token == null || token.offset >= error.pos[0] || depth > DEPTH_LIMIT) return;
    if (token.type === 'document') look(token.value, depth);
    if (token.type === 'flow-collection') {
      const closing = token.start.source === '[' ? ']' : '}';
      if (!token.end.some(({ source, offset }) => source === closing && offset <= error.pos[0])) open = token.offset;
    }
    if (!('items' in token)) return;
    for (const { key, value } of token.items) {
      look(key, depth + 1);
      look(value, depth + 1);
    }
  };
  for (const token of new Parser().parse(text)) look(token, 0);
  return open === undefined ? undefined : { mistake: 'open-bracket', range: [open, open + 1] };
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
    return { mistake: 'nested-mapping', range: [start, lineEnd(text, start)] };
  }
  const end = overLines.pos[1];
  return { mistake: 'indentation', range: onText([text.lastIndexOf('\n', end - 1) + 1, end], text) };
}

function unexpectedMistake(message: string): SyntaxMistake {
  if (/on same line with key/.test(message)) return 'list-on-key-line';
  if (/at node end/.test(message)) return 'trailing-text';
  if (/flow-(map|seq)-end/.test(message)) return 'extra-bracket';
  return 'other';
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
