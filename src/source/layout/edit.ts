/**
 * Changes rules in the text of their file. Documents with a changed rule are printed anew in the layout of fmt; the others stay
 * byte for byte. In order: split the text (documentTexts), read a tree with comments (read), set the rules (set), order the keys
 * (order), print (print, scalar). fmt does the same without setting rules (format). A pull reads back what it is about to write.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CST, Parser } from 'yaml';
import type { Path } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { parseRuleFile } from '../load/parse.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { readLayouts } from './read.ts';
import { setRules } from './set.ts';
import { rootLevel } from './tree.ts';
import { normal, type Plain } from './values.ts';

/** What a rule of a file becomes: null removes it. */
export interface RuleEdit {
  document: number;
  path: Path;
  wanted: WrittenRule | null;
  /** For each wanted action, the index of the action in the file that it continues; null for a new one. */
  actions?: readonly (number | null)[];
}

type EditTarget = Pick<RuleEdit, 'document'> & { before: Plain; after: Plain; actions: RuleEdit['actions'] };

/**
 * The text with the edits made, or null if it has problems, or a place is not that of a rule: it may have changed since
 * it was loaded. Null and omitted keys are the same. Without a rule left, the comments at the head, or ''.
 */
export function editRules(text: string, edits: readonly RuleEdit[]): string | null {
  const targets = targetsOf(text, edits);
  if (targets === null) return null;
  if (targets.every(isUnchanged)) return text;
  return targets.every(({ after }) => after === null) ? documentTexts(text).head : editedText(text, targets);
}

function isUnchanged({ before, after }: EditTarget): boolean {
  return isDeepStrictEqual(before, after);
}

function targetsOf(text: string, edits: readonly RuleEdit[]): EditTarget[] | null {
  const { rules, problems } = parseRuleFile('', text);
  if (problems.length > 0) return null;
  const placeOf = ({ document, path }: { document: number; path: Path }) => `${document}/${path.join('/')}`;
  const open = new Map(edits.map((edit) => [placeOf(edit), edit]));
  const targets = rules.map(({ written, spot }): EditTarget => {
    const edit = open.get(placeOf(spot));
    open.delete(placeOf(spot));
    const before = normal(written as Plain);
    const after = edit === undefined ? before : normal(edit.wanted as Plain);
    return { document: spot.document, before, after, actions: edit?.actions };
  });
  return open.size === 0 ? targets : null;
}

function editedText(text: string, targets: readonly EditTarget[]): string {
  const { head, documents } = documentTexts(text);
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const rules: EditTarget[][] = documents.map(() => []);
  for (const target of targets) rules[target.document]?.push(target);
  let edited = head;
  let kept = -1;
  for (const [index, document] of documents.entries()) {
    const own = rules[index] ?? [];
    const isFirst = edited === head;
    if (own.length > 0 && own.every(({ after }) => after === null)) continue;
    if (!own.every(isUnchanged)) {
      const text = printed(isFirst ? head + document : document, own).replaceAll('\n', eol);
      edited = isFirst ? text : `${edited}---${eol}${text}`;
      continue;
    }
    if (isFirst && index > 0 && !BEGINS.test(documents[0] ?? '')) edited += document.replace(BARE_MARKER, '$1');
    // The document before it may be gone, so it may need a marker.
    else edited += isFirst || kept === index - 1 || BEGINS.test(document) ? document : `...${eol}${document}`;
    kept = index;
  }
  return edited;
}

/** A document that has its own `---`, perhaps below comments. One with a directive needs a `...` before it. */
const BEGINS = /^(?:[ \t]*(?:#.*)?\r?\n)*---/;
const BARE_MARKER = /^((?:[ \t]*(?:#.*)?\r?\n)*)---[ \t]*\r?\n/;

function printed(document: string, rules: readonly EditTarget[]): string {
  const { layouts } = readLayouts(document);
  for (const layout of layouts) {
    setRules(layout, rules);
    orderEntries(layout.root, rootLevel(layout.root));
  }
  return printLayouts(layouts);
}

/** The comments before the first document, and each document with its directives, `---`, and the comments after a `...`. */
function documentTexts(text: string): { head: string; documents: string[] } {
  const starts: number[] = [];
  let head = 0;
  // Directives and comments after `...` belong to the document that follows.
  let start: number | null = null;
  for (const token of new Parser().parse(text) as Iterable<CST.Token>) {
    const isInHead = token.type === 'comment' && starts.length === 0 && start === null;
    if (isInHead) head = text.indexOf('\n', token.offset) + 1 || text.length;
    if (token.type === 'directive' || (token.type === 'comment' && starts.length > 0)) start ??= token.offset;
    if (token.type === 'document') starts.push(starts.length === 0 ? head : (start ?? token.offset));
    if (token.type === 'document' || token.type === 'doc-end') start = null;
  }
  const documents = starts.map((from, index) => text.slice(from, starts[index + 1] ?? text.length));
  return { head: text.slice(0, head), documents };
}
