/** Other ways to write a line that YAML misreads. Each was tried: the reader takes it, and finds nothing else that is wrong. */
import { type Document, isCollection, isPair, isScalar, visit } from 'yaml';
import { yamlText } from '../../diagnostics/yaml-text.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { foreignReference } from '../../model/foreign-variable.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import { projectFile } from '../../model/written-project.ts';
import { ACTION_KEYS, CONDITION_KEYS, RULE_KEYS } from '../../model/written-rule.ts';
import { proposeReference } from './known-keys.ts';
import { rangeOf } from './node-places.ts';
import type { Range } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** What to write in the place of a range. Empty: nothing. */
export interface Repair {
  range: Range;
  proposal: string;
}

export const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...[...RULE_KEYS, ...CONDITION_KEYS, ...STATIC_KEYS, ...ACTION_KEYS, ...FIELD_KEYS],
  ...Object.keys(projectFile.shape),
]);

/** In UTF-16 units. Each try reads the document again. */
const LONGEST_TRIED = 100_000;

/** A key, its value, and a comment, which has no quote in it. */
const LINE = /^\s*(?:-\s+)*(?:["']?(?<key>[\w-]+)["']?\s*:(?=\s)\s*)?(?<value>.*?)(?:\s+#\s[^"']*)?\s*$/d;
const SEPARATED = /^(?<key>[\w-]+)(?<by>\s*(?:=>|:=|[=:;\u2236])\s*|\s+|$)(?<value>.*)$/;

/** The first way that works to write the line at an offset of a document. */
export function repairOf(document: Document.Parsed, text: string, at: number): Repair | null {
  const [from, , to] = document.range;
  if (to - from > LONGEST_TRIED) return null;
  const known = errorsIn(document).map(({ pos }) => pos[0] - from);
  for (const { range, proposal } of candidates(text, at)) {
    if (text.slice(...range) === proposal) continue;
    const [start, end] = [range[0] - from, range[0] - from + proposal.length];
    const [tried] = yamlDocuments(text.slice(from, range[0]) + proposal + text.slice(range[1], to), () => {});
    const places = tried && errorsIn(tried).map(({ pos }) => pos[0]);
    const moved = end - (range[1] - from);
    if (!places?.every((place) => place > end && known.includes(place - moved))) continue;
    if (proposal === '' || isWhole(tried, [start, end])) return { range, proposal };
  }
  return null;
}

/** The errors of a document, without those about tags. */
export function errorsIn({ errors }: Document.Parsed): Document.Parsed['errors'] {
  return errors.filter(({ code }) => code !== 'TAG_RESOLVE_FAILED');
}

/** Whether a range is a value, the entry of a list, or the beginning of an entry of a mapping. */
function isWhole(document: Document.Parsed | undefined, [start, end]: Range): boolean {
  let found = false;
  visit(document ?? null, (role, node, ancestors) => {
    const isInside = !isScalar(node) || (role !== 'key' && ancestors.length > 1);
    const [first, last] = rangeOf(isPair(node) ? node.key : node);
    found ||= first === start && isInside && (isPair(node) || last === end || (isCollection(node) && !node.flow));
  });
  return found;
}

function* candidates(text: string, at: number): Generator<Repair> {
  const first = text.lastIndexOf('\n', at - 1) + 1;
  const [line = ''] = text.slice(first).split(/\r?\n/, 1);
  const { groups: { key, value = '' } = {}, indices } = LINE.exec(line) ?? {};
  const [start, end] = (indices?.groups?.value ?? [0, 0]).map((index) => first + index) as [number, number];
  if (/^(?:\{[{%#]|<%)/.test(value) && key === undefined) return;
  const before = text.slice(start, at);
  if (/^[;,]+$/.test(text.slice(at, end))) yield { range: [at, end], proposal: '' };
  if (/^[*+] /.test(value)) yield { range: [start, end], proposal: `-${value.slice(1)}` };
  const closed = balanced(value);
  if (/^[[{]/.test(value) && key !== 'name' && key !== 'subject') yield { range: [start, end], proposal: closed };
  if (balanced(before) !== before && !value.startsWith('{{')) return yield* inBrackets(text, [start, at, end], key);
  if (key === undefined) for (const proposal of entries(value)) yield { range: [start, end], proposal };
  for (const proposal of meant(value, key)) yield { range: [start, end], proposal };
}

function* inBrackets(
  text: string,
  [from, at, to]: readonly [number, number, number],
  outer?: string,
): Generator<Repair> {
  const index = /^.*(?:[[{,]|:\s)\s*/.exec(text.slice(from, at))?.[0].length ?? 0;
  const before = text.slice(from, from + index).trimEnd();
  const [piece = ''] = /^(?:\$?\{\{?[^}]*\}\}?|[^,\]}])*/.exec(text.slice(from + index, to)) ?? [];
  const range: Range = [from + index, from + index + piece.trimEnd().length];
  const key = /([\w-]+)\s*:$/.exec(before)?.[1] ?? outer;
  const mapping: Range = [text.lastIndexOf('{', range[0] - 1), text.indexOf('}', range[1]) + 1];
  const reference = key === 'env' || key === 'file' ? referenceIn(text.slice(...mapping)) : null;
  if (reference !== null) yield { range: mapping, proposal: reference };
  if (/[{,]$/.test(before)) for (const proposal of entries(piece.trimEnd())) yield { range, proposal };
  // A comma may be missing in it.
  if (/^(?:\{\{|\$)|^(?!.*\s[\w-]+:\s)/.test(piece))
    for (const proposal of meant(piece.trimEnd(), key)) yield { range, proposal };
}

/** The entry of a mapping that a text probably means: `key = value`, `key:value`, `key`. */
function* entries(text: string): Generator<string> {
  const { key = '', by = '', value = '' } = SEPARATED.exec(text)?.groups ?? {};
  if (key === '' || (!/=/.test(by) && !KNOWN_KEYS.has(key))) return;
  for (const proposal of value === '' ? [''] : [` ${value}`, ` ${yamlText(value)}`]) yield `${key}:${proposal}`;
}

/** How a value, which is not YAML as it is, may be meant. */
function* meant(value: string, key: string | undefined): Generator<string> {
  const isList = STATIC_KEYS.some((one) => one === key);
  const reference = key === 'name' ? null : referenceIn(value);
  if (reference !== null) yield reference;
  const item = /^-\s+(.*)/.exec(value)?.[1];
  if (item !== undefined && isList) yield `[${item}]`;
  else if (item !== undefined && key === 'actions') yield `[{ ${item} }]`;
  else if (isList && /^(["'])[^"']*\1(?:,\s*\1[^"']*\1)+$/.test(value)) yield `[${value}]`;
  else if (/^"[^"]*\\[^"]*"$/.test(value)) yield value.replace(/\\\\|\\(?!")/g, '\\\\');
  else if (/^"[^"]*$/.test(value)) yield yamlText(value.slice(1));
  else if (!AMBIGUOUS.test(value) && !HOLDERS.test(key ?? '')) yield yamlText(inner(value));
}

/** Nothing, a text that begins here and goes on below, a template, a comment, two texts, an apostrophe or an open quote. */
const AMBIGUOUS =
  /^(?:<<|(["'`])\1\1$|\{\s*[\w-]+:\s|$)|^(["']).*\2\s*\/[/*]|^(["'`])(?:(?!\3).)*(?<!\s)\3[\s,].*\3$|^'[^']*$/;

/** The keys of mappings and of lists of them. */
export const HOLDERS = /^(?:condition|static|fields|actions|rules)$/;

/** The text without the quotes around it, or the sign of a block before it. */
function inner(value: string): string {
  return /^(["'`]+)(.*)\1$/.exec(value)?.[2] ?? value.replace(/^[|>][+-]?\d?\s+/, '');
}

/** The reference that a text, or a mapping in braces, probably means. */
export function referenceIn(written: string): string | null {
  const [, word = '', to = ''] = /^([\w$]+):\s*(.*)$/.exec(written.replace(/^\{\s*(.*?)\s*\}$/, '$1')) ?? [];
  const kind = proposeReference([word]);
  const variable = kind === 'env' ? foreignReference(inner(to)) : null;
  const path = inner(to).replace(/\\+/g, '/');
  const reference = variable ?? foreignReference(kind === null ? inner(written) : `${kind}:${path}`);
  return reference && `{ ${reference.kind}: ${reference.to} }`;
}

/**
 * With the closing brackets that are missing, and without those that close nothing; as it is where a list is not closed inside.
 * Brackets in quotes do not count.
 */
function balanced(value: string): string {
  const open: string[] = [];
  let isClear = true;
  const text = value.replace(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^']*'|[[\]{}]/g, (found) => {
    if (found === '[' || found === '{') open.unshift(found === '[' ? ']' : '}');
    if (found !== ']' && found !== '}') return found;
    const closing = open.splice(0, open.indexOf(found) + 1);
    isClear &&= !closing.slice(0, -1).includes(']');
    return closing.join('');
  });
  return isClear ? text + open.map((closing) => (closing === '}' ? ' }' : closing)).join('') : value;
}
