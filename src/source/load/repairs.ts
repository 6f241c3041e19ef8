/** Rewrites of a line that YAML misreads: the first that our reader and the schema accept, changing nothing else. */
import { type Document, isCollection, isNode, isPair, isScalar, visit } from 'yaml';
import { inCurlyQuotes } from '../../diagnostics/look-alike.ts';
import { yamlText } from '../../diagnostics/yaml-text.ts';
import { foreignReference, referenceKind } from '../../model/foreign-variable.ts';
import { projectFile } from '../../model/written-project.ts';
import { writtenRule } from '../../model/written-rule.ts';
import { rangeOf } from './node-places.ts';
import type { Range } from './text-places.ts';
import { yamlDocuments } from './yaml-documents.ts';

/** What to write in the place of a range. Empty: nothing. */
type Repair = readonly [range: Range, proposal: string];

const { condition, actions } = writtenRule.shape;
const SCHEMAS = [
  ...[writtenRule, condition, condition.shape.static.unwrap().unwrap(), actions.element, projectFile],
  actions.element.shape.fields.unwrap().unwrap(),
].flatMap(({ shape }) => Object.entries(shape));

export const KNOWN_KEYS: ReadonlySet<string> = new Set(SCHEMAS.map(([key]) => key));

/** In UTF-16 units. Each try reads the document again. */
const LONGEST_TRIED = 100_000;

/** A key, its value, and a comment, which has no quote in it. */
const LINE = /^\s*(?:-\s+)*(?:["']?(?<key>[\w-]+)["']?\s*:(?=\s)\s*)?(?<value>.*?)(?:\s+#\s[^"']*)?\s*$/d;
const SEPARATED = /^(?<key>[\w-]+)(?:\s*(?:=>|->|:=|[=:;\u2236])\s*|\s+|$)(?<value>.*)$/;

/** The first way that works to write the line at an offset of a document. */
export function repairOf(document: Document.Parsed, text: string, at: number): Repair | null {
  // The library may give a document up before its end.
  const [from, , given] = document.range;
  const end = text.indexOf('\n---', given - 1);
  const to = end === -1 ? text.length : end + 1;
  if (to - from > LONGEST_TRIED) return null;
  const known = errorsIn(document).map(({ pos }) => pos[0] - from);
  for (const [range, proposal] of candidates(text, at)) {
    if (text.slice(...range) === proposal) continue;
    const start = range[0] - from;
    const written: Range = [start, start + proposal.length];
    const [tried] = yamlDocuments(text.slice(from, range[0]) + proposal + text.slice(range[1], to), () => {});
    const places = tried && errorsIn(tried).map(({ pos }) => pos[0]);
    const moved = written[1] - (range[1] - from);
    if (!places?.every((place) => place > written[1] && known.includes(place - moved))) continue;
    if (known.length > 0 && places.length >= known.length) continue;
    if (proposal === '' || fits(tried, written)) return [range, proposal];
  }
  return null;
}

/** The errors of a document, without those about tags. */
export function errorsIn({ errors }: Document.Parsed): Document.Parsed['errors'] {
  return errors.filter(({ code }) => code !== 'TAG_RESOLVE_FAILED');
}

/** Whether a range is a value, the entry of a list, or the beginning of an entry of a mapping, and its key takes that. */
function fits(document: Document.Parsed | undefined, [start, end]: Range): boolean {
  let found = false;
  visit(document ?? null, (role, node, ancestors) => {
    const isInside = !isScalar(node) || (role !== 'key' && ancestors.length > 1);
    const [first, last] = rangeOf(isPair(node) ? node.key : node);
    const isWhole = isPair(node)
      ? KNOWN_KEYS.has(String(node.key))
      : last === end || (isCollection(node) && !node.flow);
    if (first !== start || !isInside || !isWhole) return;
    const { key, value } = (isPair(node) ? node : ancestors.findLast(isPair)) ?? {};
    const schemas = SCHEMAS.filter(([name]) => name === String(key));
    const isTold = schemas.length > 0 && isNode(value) && rangeOf(value)[1] <= end;
    found = !isTold || schemas.some(([, schema]) => schema.safeParse(value.toJSON()).success);
  });
  return found;
}

function* candidates(text: string, at: number): Generator<Repair> {
  const first = text.lastIndexOf('\n', at - 1) + 1;
  const [line = ''] = text.slice(first).split(/\r?\n/, 1);
  const { groups: { key, value = '' } = {}, indices } = LINE.exec(line) ?? {};
  const [start, end] = (indices?.groups?.value ?? [0, 0]).map((index) => first + index) as [number, number];
  if (/^[;,\]}]+$/.test(text.slice(at, end))) yield [[at, end], ''];
  if (/^[[{]/.test(value) && key !== 'subject') {
    yield [[start, end], closed(value)];
    yield [
      [start, end],
      value.replace(/(?<![[{,:\s])\s+(?=["']?([\w-]+)["']?:\s)/g, (gap, one) =>
        KNOWN_KEYS.has(one) ? `,${gap}` : gap,
      ),
    ];
  }
  const before = text.slice(start, at);
  if (openIn(before).length === 0 || value.startsWith('{{')) {
    for (const proposal of waysToWrite(value, key, key === undefined)) yield [[start, end], proposal];
    return;
  }
  // The entry in brackets, and the mapping that has it.
  const index = /^.*(?:(?<!\$\{?)[[{,]|:\s)\s*/.exec(before)?.[0].length ?? 0;
  const [piece = ''] = /^(?:\$?\{\{?(?:\$\{+[^}]*\}+|[^}])*\}\}?|[^,\]}])*/.exec(text.slice(start + index, end)) ?? [];
  const range: Range = [start + index, start + index + piece.trimEnd().length];
  const opened = before.slice(0, index).trimEnd();
  const own = /([\w-]+)\s*:$/.exec(opened)?.[1] ?? key;
  const mapping: Range = [text.lastIndexOf('{', range[0] - 1), text.indexOf('}', range[1]) + 1];
  const reference = own === 'env' || own === 'file' ? referenceIn(text.slice(...mapping)) : null;
  if (reference !== null) yield [mapping, reference];
  else for (const proposal of waysToWrite(piece.trimEnd(), own, /[{,]$/.test(opened))) yield [range, proposal];
}

/** How an entry or a value, which is not YAML as it is, may be meant. */
function* waysToWrite(written: string, key: string | undefined, isEntry: boolean): Generator<string> {
  const { key: own = '', value = '' } = SEPARATED.exec(written)?.groups ?? {};
  if (isEntry && KNOWN_KEYS.has(own)) {
    for (const one of value === '' ? [''] : [` ${value}`, ` ${yamlText(value)}`]) yield `${own}:${one}`;
  }
  const reference = referenceIn(written);
  if (reference !== null) yield reference;
  const item = written.replace(/^[-*+]\s+/, '');
  if (item !== written) yield* key === undefined ? [`- ${item}`] : [`[{ ${item} }]`, `[${item}]`];
  if (/^["'].*["']$/.test(written)) yield `[${written.replace(/(?<=["'])\s*(?:\bor\b|\|+)\s*(?=["'])/gi, ', ')}]`;
  const isMapping = /^[\w-]+:\s/.test(written);
  if (!AMBIGUOUS.test(written) && !(isMapping && isEntry) && !NEXT_KEY.test(written)) yield yamlText(inner(written));
  if (isMapping && !NEXT_KEY.test(written.slice(written.indexOf(':'))))
    yield* [`{ ${written} }`, `[{ ${written} }]`, nested(written)];
}

/** Mappings on one line, such as `static: from: a@example.com`, in braces. */
function nested(written: string): string {
  const [, key = '', rest = ''] = /^([\w-]+):\s+(.*)$/.exec(written) ?? [];
  return key === '' ? yamlText(inner(written)) : `{ ${key}: ${nested(rest)} }`;
}

/** Another key of a rule on the same line. */
const NEXT_KEY = RegExp(`\\s(?:${Object.keys(writtenRule.shape).join('|')}): `);

/** Nothing, a mapping that is broken, a quote that does not end the text, and two texts. */
const AMBIGUOUS = /^["'`]*$|^\{\s*[\w-]+:\s|^(?!"[^"]*$)(["'`])(?!.*\1$)|^(["'`])(?:(?!\2).)*(?<!\s)\2[\s,]/;

/** The text without the quotes around it, or the sign of a block before it. */
function inner(value: string): string {
  return inCurlyQuotes(value) ?? /^(["'`]+)(.*)\1$/.exec(value)?.[2] ?? value.replace(/^(?:"|[|>][+-]?\d?\s+)/, '');
}

/** The reference that a text, or a mapping in braces, probably means. */
export function referenceIn(written: string): string | null {
  const [, word = '', to = ''] = /^([\w$]+):\s*(.*)$/.exec(written.replace(/^\{\s*(.*?)\s*\}$/, '$1')) ?? [];
  const kind = referenceKind(word);
  const variable = kind === 'env' ? foreignReference(inner(to)) : null;
  const path = inner(to).replace(/\\+/g, '/');
  const reference = variable ?? foreignReference(kind === null ? inner(written) : `${kind}:${path}`);
  return reference && `{ ${reference.kind}: ${reference.to} }`;
}

/** The offsets of the brackets that are still open at the end of a text. Those in quotes and comments do not count. */
export function openIn(text: string): number[] {
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|(?<!\w)'[^']*'|\s#.*|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') open.push(index);
    else if (sign === CLOSING[text[open.at(-1) ?? -1] ?? '']) open.pop();
  }
  return open;
}

const CLOSING: Record<string, string> = { '[': ']', '{': '}' };

/** With the brackets at its end that it needs. */
function closed(value: string): string {
  const body = value.replace(/[\]}\s]+$/, '');
  const ends = openIn(body).map((index) => (body[index] === '{' ? ' }' : ']'));
  return body + ends.reverse().join('');
}
