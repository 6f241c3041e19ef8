/** New rules as text, in the form that formatRules would give them. */
import type { WrittenRule } from '../../model/written-rule.ts';
import { orderEntries } from './order.ts';
import { printLayouts } from './print.ts';
import { HIDDEN } from './scalar.ts';
import type { Collection, Comment, Entry, Layout, Value } from './tree.ts';

/** What comments say about a rule: lines without `#`; other line ends and control characters in them are shown as codes. */
export interface RuleNotes {
  /** Above the rule. */
  above?: readonly string[];
  /** After its actions, as if they were more of them. */
  below?: readonly string[];
}

export interface RuleWithNotes {
  rule: WrittenRule;
  notes?: RuleNotes;
}

/**
 * Takes a rule, and the path of a schema for editors, relative to the file to be; gives the text of a file. Keys that are
 * null, or mappings without a key, are left out.
 */
export function renderRule(rule: WrittenRule, notes: RuleNotes = {}, schema: string | null = null): string {
  return renderRules([{ rule, notes }], schema);
}

/**
 * As renderRule, for several rules in one file. Each is a document of its own: it reads as in a file of its own, can be
 * moved to another file as it is, and a rule more or less is whole lines in a diff that no other rule is part of.
 */
export function renderRules(rules: readonly RuleWithNotes[], schema: string | null = null): string {
  const layouts = rules.map(({ rule, notes = {} }) => layoutOf(rule, notes));
  const hint = schema === null ? [] : commentsOf([`yaml-language-server: $schema=${schema}`]);
  layouts[0]?.head.unshift(...hint);
  for (const { root } of layouts) orderEntries(root, 'rule');
  return printLayouts(layouts, layouts.length === 0 ? hint : []);
}

function layoutOf(rule: WrittenRule, { above = [], below = [] }: RuleNotes): Layout {
  const root = mappingOf(rule);
  const actions = root.entries.find(({ key }) => key?.name === 'actions')?.value;
  if (actions?.kind === 'list') actions.below = commentsOf(below);
  return { head: commentsOf(above), root };
}

function valueFor(value: unknown): Value {
  if (Array.isArray(value)) {
    return { kind: 'list', anchor: null, entries: value.map((item) => entryOf(null, valueFor(item))), below: [] };
  }
  if (typeof value === 'object' && value !== null) return mappingOf(value);
  if (typeof value === 'string') return { kind: 'text', anchor: null, value };
  return { kind: 'bare', anchor: null, source: String(value ?? null) };
}

function saysNothing(value: Value): boolean {
  return value.kind === 'bare' ? value.source === 'null' : value.kind === 'mapping' && value.entries.length === 0;
}

function mappingOf(object: object): Collection {
  const entries = Object.entries(object)
    .map(([name, value]) => entryOf(name, valueFor(value)))
    .filter(({ key, value }) => key?.name === 'condition' || !saysNothing(value));
  return { kind: 'mapping', anchor: null, entries, below: [] };
}

function entryOf(name: string | null, value: Value): Entry {
  return { key: name === null ? null : { name, printed: name }, value, above: [], beside: null, blank: false };
}

// What ends a line in some tool or hides what is there.
const UNSEEN = new RegExp(`[\\t\\n${HIDDEN}]|\\p{Surrogate}`, 'gu');

function commentsOf(lines: readonly string[]): Comment[] {
  return lines.map((line) => ({ text: commentLine(line), blank: false }));
}

/** Takes a line of a note; gives the comment that it is written as. */
export function commentLine(line: string): string {
  const seen = line.replace(UNSEEN, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
  return `# ${seen}`.trimEnd();
}
