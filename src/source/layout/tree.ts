/** The layout of a rule file: values, comments and blank lines, without quotes and indentation. */
import { FIELD_KEYS } from '../../model/action-types.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import { ACTION_KEYS, CONDITION_KEYS, RULE_KEYS } from '../../model/written-rule.ts';

/** A comment on its own line. `text` begins with `#`; `blank`: there is an empty line before it. */
export type CommentNode = { text: string; blank: boolean };

export type TextNode = { kind: 'text'; anchor: string | null; value: string };

export type Collection = { kind: 'mapping' | 'list'; anchor: string | null; entries: Entry[]; below: CommentNode[] };

/** `bare`: printed as it is, such as null, a number, true or false, an alias. */
export type ValueNode = { kind: 'bare'; anchor: string | null; source: string } | TextNode | Collection;

/** What is before the `:`. `name` is null if it is an alias; `printed` has its anchor. */
export type KeyNode = { name: string | null; printed: string };

/** A key with its value, or an item of a list. */
export interface Entry {
  key: KeyNode | null;
  value: ValueNode;
  above: CommentNode[];
  /** The comment at the end of its first line. */
  beside: string | null;
  /** Whether there is an empty line directly before it. */
  blank: boolean;
}

/** A document. `head`: the comments before its first entry. */
export type Layout = { head: CommentNode[]; root: Collection };

/** The keys of each level in canonical order. A merge key follows the key that names its mapping. */
const ORDER = {
  document: ['rules'],
  rule: ['name', '<<', ...RULE_KEYS],
  condition: ['<<', ...CONDITION_KEYS],
  static: ['<<', ...STATIC_KEYS],
  action: ['type', '<<', ...ACTION_KEYS],
  fields: ['<<', ...FIELD_KEYS],
};

/** The level of a mapping. `reference`: `{ file: … }` or `{ env: … }`. */
export type LayoutLevel = keyof typeof ORDER | 'reference';

/** The place of a key in the canonical order; null for an unknown key, or in a reference. */
export function rankOf(level: LayoutLevel, { name }: KeyNode): number | null {
  if (level === 'reference' || name === null) return null;
  const rank = ORDER[level].indexOf(name);
  return rank === -1 ? null : rank;
}

/** The level of the value of a key, which may be a list of mappings. */
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

/** The name of an alias, without `*`. */
export function aliasName(value: ValueNode): string | null {
  return value.kind === 'bare' && value.source.startsWith('*') ? value.source.slice(1) : null;
}
