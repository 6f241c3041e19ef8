/**
 * Sets the rules of a document to other values. What does not change keeps its tree, with comments, anchors and aliases. Visits
 * values in printing order, so that an alias is compared with the anchor that it will have. If that has another value by
 * then, the alias becomes a value, which takes over the anchor for the aliases after it.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  aliasName,
  type Collection,
  type CommentNode,
  type Entry,
  isCollection,
  type Layout,
  type ValueNode,
} from './tree.ts';
import {
  Anchors,
  entryOf,
  isPlainMap,
  mergedFrom,
  nameOf,
  normal,
  type Plain,
  type PlainMap,
  plainOf,
  treeOf,
} from './values.ts';

/** A rule in normal form, null for none; `actions` as in RuleEdit. */
type WantedNode = { after: Plain; actions: readonly (number | null)[] | undefined };

/** `taken`: values that replaced an alias and took over its anchor. */
type Setting = { anchors: Anchors; taken: Set<ValueNode> };

/** Sets the rules of a document, in their order. One of them is left at least. */
export function setRules({ head, root }: Layout, wanted: readonly WantedNode[]): void {
  const setting: Setting = { anchors: new Anchors(), taken: new Set() };
  const rules = root.entries.find(({ key }) => key?.name === 'rules')?.value;
  if (rules !== undefined && isCollection(rules)) {
    const left = wanted.flatMap(({ after, actions }, from) =>
      after === null ? [] : [{ value: after, actions, from }],
    );
    setItems(rules, left, setting);
  } else {
    for (const { after, actions } of wanted) set({ ...entryOf(null, root), above: head }, after, setting, actions);
  }
  dropUnused(root, setting.taken);
}

/** Sets the value of an entry. `wanted` is in normal form; `actions`: of a rule. */
function set(entry: Entry, wanted: Plain, setting: Setting, actions?: WantedNode['actions']): void {
  const { value } = entry;
  const { anchors, taken } = setting;
  if (isDeepStrictEqual(normal(plainOf(value, new Anchors(anchors))), wanted)) {
    plainOf(value, anchors);
    return;
  }
  if (value.kind === 'mapping' && isPlainMap(wanted)) setMapping(value, wanted, setting, actions);
  else if (value.kind === 'list' && Array.isArray(wanted)) {
    const old = [plainOf(value, new Anchors(anchors))].flat().map((text) => String(text).trim());
    const from = typeof wanted[0] === 'string' ? wanted.map((text) => old.indexOf(String(text))) : actions;
    const items = wanted.map((item, at) => ({ value: item, from: from === undefined ? at : (from[at] ?? null) }));
    setItems(value, items, setting);
  } else {
    const alias = aliasName(value);
    const isTaken = alias !== null && (anchors.get(alias)?.isChanged ?? true);
    entry.value = { ...treeOf(wanted), anchor: isTaken ? `&${alias}` : value.anchor };
    if (isTaken) taken.add(entry.value);
  }
  const isGone = entry.value !== value || (isCollection(value) && value.entries.length === 0);
  if (isGone) eachComment(value, (comment) => entry.above.push(comment));
  if (entry.value.anchor !== null) anchors.set(entry.value.anchor.slice(1), { plain: wanted, isChanged: true });
}

function setMapping(mapping: Collection, wanted: PlainMap, setting: Setting, actions: WantedNode['actions']): void {
  const { anchors } = setting;
  const merged = mergedInto(mapping, new Anchors(anchors));
  const own = new Set<string>();
  keepEntries(mapping, (entry) => {
    const name = nameOf(entry.key, anchors);
    own.add(name);
    const value = wanted[name] ?? null;
    if (value !== null) set(entry, value, setting, name === 'actions' ? actions : undefined);
    else if (name === '<<' || normal(plainOf(entry.value, new Anchors(anchors))) === null)
      plainOf(entry.value, anchors);
    // Without this key, the merged value would count.
    else if (normal(merged[name]) !== null) entry.value = treeOf(null);
    else return false;
    return true;
  });
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(merged)])) {
    const value = wanted[name] ?? null;
    const isThere = own.has(name) || isDeepStrictEqual(normal(merged[name]), value);
    if (!isThere) mapping.entries.push(entryOf(name, treeOf(value)));
  }
}

/** The values that a mapping gets from its merge keys. Removes sources that are gone. */
function mergedInto(mapping: Collection, anchors: Anchors): PlainMap {
  const sources: Plain[] = [];
  const isSource = (value: ValueNode): boolean => {
    const plain = plainOf(value, anchors);
    sources.push(plain);
    return typeof plain === 'object' && plain !== null;
  };
  keepEntries(mapping, ({ key, value }) => {
    if (key?.name !== '<<') return true;
    if (value.kind !== 'list') return isSource(value);
    value.entries = value.entries.filter((item) => isSource(item.value));
    return value.entries.length > 0;
  });
  return mergedFrom(sources);
}

/** A wanted item. `from`: the index of the item that it continues; -1 for a text that is new. */
interface WantedItem extends Partial<WantedNode> {
  value: Plain;
  from: number | null;
}

function setItems(list: Collection, items: readonly WantedItem[], setting: Setting): void {
  const old = list.entries;
  const continued = new Set(items.map(({ from }) => from));
  // A new item that replaces another one takes over its comments.
  const isInPlace = (at: number) => old.length === items.length && !continued.has(at);
  const origins = items.map(({ from }, at) => (from === null ? (isInPlace(at) ? old[at] : undefined) : old[from]));
  const kept = new Set(origins);
  const blank = old.length > 1 && old.slice(1).every((entry) => entry.above[0]?.blank ?? entry.blank);
  keepEntries(list, (entry) => kept.has(entry), detached);
  list.entries = items.map(({ value, actions }, at) => {
    const entry = origins[at];
    if (entry === undefined) return { ...entryOf(null, treeOf(value)), blank };
    set(entry, value, setting, actions);
    return entry;
  });
}

/** The comments above an item that stay when it goes: those not only about it. They are before an empty line, or a text. */
function detached({ above, blank, value }: Entry): CommentNode[] {
  if (value.kind === 'text') return above;
  const end = blank ? above.length : above.findLastIndex((comment) => comment.blank);
  return above.slice(0, Math.max(0, end));
}

/** Removes entries. `staying`: which comments above them move to the next entry; by default all. */
function keepEntries(
  collection: Collection,
  isKept: (entry: Entry) => boolean,
  staying: (entry: Entry) => readonly CommentNode[] = ({ above }) => above,
): void {
  const loose: CommentNode[] = [];
  collection.entries = collection.entries.filter((entry) => {
    const stays = isKept(entry);
    if (stays) entry.above = [...loose.splice(0), ...entry.above];
    else for (const comment of staying(entry)) loose.push(comment);
    return stays;
  });
  collection.below = [...loose, ...collection.below];
}

/** Removes an anchor that has no alias left: where it was taken over, else where it was before. */
function dropUnused(root: ValueNode, taken: ReadonlySet<ValueNode>): void {
  const last = new Map<string | null, ValueNode>();
  const unused = new Set<ValueNode>();
  const nameOfAnchor = ({ anchor }: ValueNode) => anchor?.slice(1) ?? null;
  eachValue(root, (value) => {
    const target = last.get(aliasName(value));
    if (target !== undefined) unused.delete(target);
    if (value.anchor === null) return;
    last.set(nameOfAnchor(value), value);
    unused.add(value);
  });
  const inUse = new Set([...taken].filter((value) => !unused.has(value)).map(nameOfAnchor));
  for (const value of unused) if (taken.has(value) || inUse.has(nameOfAnchor(value))) value.anchor = null;
}

function eachValue(value: ValueNode, visit: (value: ValueNode) => void): void {
  visit(value);
  if (isCollection(value)) for (const entry of value.entries) eachValue(entry.value, visit);
}

function eachComment(value: ValueNode, visit: (comment: CommentNode) => void): void {
  if (!isCollection(value)) return;
  for (const entry of value.entries) {
    entry.above.forEach(visit);
    if (entry.beside !== null) visit({ text: entry.beside, blank: false });
    eachComment(entry.value, visit);
  }
  value.below.forEach(visit);
}
