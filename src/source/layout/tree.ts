/** A rule file as it is laid out: values, comments and blank lines, without quoting and indentation. */

import type { Level } from '../../diagnostics/shapes.ts';
import { FIELD_KEYS } from '../../model/action-types.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import { ACTION_KEYS, CONDITION_KEYS, RULE_KEYS } from '../../model/written-rule.ts';

/** A comment on a line of its own. `text` begins with `#`; `blank`: an empty line stands before it. */
export interface CommentNode {
  text: string;
  blank: boolean;
}

/** Written as it is: null, a number, true or false, an alias. */
interface Bare {
  kind: 'bare';
  anchor: string | null;
  source: string;
}

export interface TextNode {
  kind: 'text';
  anchor: string | null;
  value: string;
}

export interface Collection {
  kind: 'mapping' | 'list';
  anchor: string | null;
  entries: Entry[];
  /** Comments after the last entry. */
  below: CommentNode[];
}

export type ValueNode = Bare | TextNode | Collection;

/** What stands before the `:`. `name` is null where an alias stands for it. */
export interface KeyNode {
  name: string | null;
  /** With its anchor, as it is printed. */
  printed: string;
}

/** A key with its value, or an item of a list. */
export interface Entry {
  key: KeyNode | null;
  value: ValueNode;
  above: CommentNode[];
  /** At the end of its first line. */
  beside: string | null;
  /** An empty line stands directly before it. */
  blank: boolean;
}

/** A document; `head` are the comments before its first entry. */
export interface Layout {
  head: CommentNode[];
  root: Collection;
}

/** The keys of each level in canonical order. A merge key follows what names its mapping. */
const ORDER: Record<Level, readonly string[]> = {
  document: ['rules'],
  rule: ['name', '<<', ...RULE_KEYS],
  condition: ['<<', ...CONDITION_KEYS],
  static: ['<<', ...STATIC_KEYS],
  action: ['type', '<<', ...ACTION_KEYS],
  fields: ['<<', ...FIELD_KEYS],
};

/** The level of a mapping; `reference` is the `{ file: … }` or `{ env: … }` in place of a text. */
export type LayoutLevel = Level | 'reference';

/** The place of a key in the canonical order; null where the level has none or the key is not known. */
export function rankOf(level: LayoutLevel, { name }: KeyNode): number | null {
  if (level === 'reference' || name === null) return null;
  const rank = ORDER[level].indexOf(name);
  return rank === -1 ? null : rank;
}

/** The level of the value of a key, also where it is a list of mappings. What an alias as a key leads to is not known. */
export function levelBelow(level: LayoutLevel, key: KeyNode | null): LayoutLevel {
  if (key === null || key.name === '<<') return level;
  const name = key.name ?? '';
  if (level === 'document') return 'rule';
  if (level === 'rule') return name === 'actions' ? 'action' : 'condition';
  if (level === 'action') return 'fields';
  return level === 'condition' && name === 'static' ? 'static' : 'reference';
}

/** The level of the outermost mapping of a document. */
export function rootLevel(root: Collection): LayoutLevel {
  return root.entries.some(({ key }) => key?.name === 'rules') ? 'document' : 'rule';
}

export function isCollection(value: ValueNode): value is Collection {
  return value.kind === 'mapping' || value.kind === 'list';
}

/** The name of the anchor that a value is an alias of. */
export function aliasName(value: ValueNode): string | null {
  return value.kind === 'bare' && value.source.startsWith('*') ? value.source.slice(1) : null;
}
