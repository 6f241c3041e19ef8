/** A rule file as it will be: with its rules as wanted, and new ones after them. */
import path from 'node:path';
import type { FileEdit } from '../../model/pull.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { editNotes } from '../../source/editing/edit-notes.ts';
import { editRules } from '../../source/editing/edit-rules.ts';
import { shownPath } from '../../source/find-files.ts';
import { type RuleNotes, renderRules } from '../../source/formatting/render-rule.ts';
import type { LoadedRule } from '../../source/load.ts';
import { isTooBig } from './fitting.ts';
import type { PullInput } from './input.ts';
import { NOTE_FORMS } from './notes.ts';
import { type NewRule, relativePath } from './written-rules.ts';

/** A rule that an edit is about: one of the files, or a live one that is new. */
export type Subject = LoadedRule | LiveRule;

/** The rules that a rule file will have, in order: those that were there, then new ones. */
export interface RuleFileDraft {
  file: FileEdit;
  /** Which rule each of the file's rules is; `touched`: it is changed or new. */
  rules: { subject: Subject; touched: boolean }[];
}

/** Rules that a file cannot be changed for, or that make it too large. */
interface NotDrafted {
  failed: readonly Subject[];
  why: 'edit' | 'too-big';
}

type Wanted = ReadonlyMap<LoadedRule, WrittenRule | null>;

/** What rules of a file shall be, null for none, and the notes that shall stand beside them. */
export interface Changes {
  wanted: Wanted;
  notes: ReadonlyMap<LoadedRule, RuleNotes>;
}

/** Takes a file (absolute) that is there, its rules and those to be added; null where it stays as it is. */
export function changedFile(
  file: string,
  rules: readonly LoadedRule[],
  changes: Changes,
  added: readonly NewRule[],
  input: PullInput,
): RuleFileDraft | NotDrafted | null {
  const { wanted } = changes;
  const touched = rules.filter((rule) => wanted.has(rule));
  const before = input.disk.read(file);
  const edited = before === null ? null : changedText(file, before, rules, changes, added, input);
  if (edited === null) {
    const failed = touched.length > 0 ? culprits(before, touched, wanted) : added.map(({ live }) => live);
    return { failed, why: 'edit' };
  }
  if (edited.after === before && touched.length === 0) return null;
  if (edited.after !== null && isTooBig(edited.after)) {
    return { failed: largestGrowth(touched, wanted), why: 'too-big' };
  }
  const changed = rules.filter((rule) => wanted.has(rule) || edited.noted.has(rule));
  const names = [...changed.map(({ written }) => written.name), ...added.map(({ rule }) => rule.name)];
  const kept = rules.filter((rule) => wanted.get(rule) !== null);
  return {
    file: ruleFile(file, before, edited.after, names, input),
    rules: [
      ...kept.map((subject) => ({ subject, touched: wanted.has(subject) })),
      ...added.map(({ live }) => ({ subject: live, touched: true })),
    ],
  };
}

/** Takes a file (absolute) that is not there, and its rules. */
export function createdFile(file: string, rules: readonly NewRule[], input: PullInput): RuleFileDraft {
  const schema = path.join(input.home, 'schemas', 'rules.schema.json');
  const hint = input.disk.read(schema) === null ? null : relativePath(path.dirname(file), schema);
  const names = rules.map(({ rule }) => rule.name);
  const hinted = renderRules(rules, hint);
  return {
    file: ruleFile(file, null, isTooBig(hinted) ? renderRules(rules) : hinted, names, input),
    rules: rules.map(({ live }) => ({ subject: live, touched: true })),
  };
}

/** How many bytes are in a file (absolute) before new rules come to it: with its rules as wanted, where that can be. */
export function bytesBefore(file: string, rules: readonly LoadedRule[], changes: Changes, input: PullInput): number {
  const before = input.disk.read(file);
  if (before === null) return 0;
  const changed = changedText(file, before, rules, changes, [], input);
  return Buffer.byteLength(changed === null ? before : (changed.after ?? ''));
}

const BOM = '\ufeff';

/**
 * The text of a file with its rules as wanted, null for none, and the rules whose notes changed; null as a whole where it
 * cannot be changed so.
 */
function changedText(
  file: string,
  before: string,
  rules: readonly LoadedRule[],
  { wanted, notes }: Changes,
  added: readonly NewRule[],
  { accounts }: PullInput,
): { after: string | null; noted: ReadonlySet<LoadedRule> } | null {
  const isEmptied = rules.length > 0 && rules.every((rule) => wanted.get(rule) === null);
  // A file that the project file lists must be there.
  const isListed = accounts.some(({ roots }) => roots.includes(file));
  if (isEmptied && added.length === 0 && !isListed) return { after: null, noted: new Set() };
  const mark = before.startsWith(BOM) ? BOM : '';
  const text = before.slice(mark.length);
  const edits = editsOf(rules, wanted);
  const changed = edits.length === 0 ? text : editRules(text, edits);
  if (changed === null) return null;
  const kept = rules.filter((rule) => wanted.get(rule) !== null);
  const { text: edited, changed: indexes } = editNotes(
    changed,
    kept.map((rule) => notes.get(rule)),
    NOTE_FORMS,
  );
  const noted = new Set(kept.filter((_, index) => indexes.includes(index)));
  if (added.length === 0) return { after: mark + edited, noted };
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const more = renderRules(added).replaceAll('\n', eol);
  if (edited.trim() === '') return { after: mark + more, noted };
  return { after: `${mark}${edited}${edited.endsWith('\n') ? '' : eol}---${eol}${more}`, noted };
}

function editsOf(rules: readonly LoadedRule[], wanted: Wanted) {
  return rules.flatMap((rule) => {
    const value = wanted.get(rule);
    return value === undefined ? [] : [{ document: rule.spot.document, path: rule.spot.path, wanted: value }];
  });
}

/** The rule that makes its file grow most; none where none was changed. */
function largestGrowth(touched: readonly LoadedRule[], wanted: Wanted): LoadedRule[] {
  const growth = (rule: LoadedRule) => JSON.stringify(wanted.get(rule)).length - JSON.stringify(rule.written).length;
  return [...touched].sort((a, b) => growth(b) - growth(a)).slice(0, 1);
}

/** Of the rules that a file could not be changed for: those that stand in the way, or all of them. */
function culprits(before: string | null, touched: readonly LoadedRule[], wanted: Wanted): readonly LoadedRule[] {
  if (before === null) return touched;
  const text = before.startsWith(BOM) ? before.slice(BOM.length) : before;
  const alone = touched.filter((rule) => editRules(text, editsOf([rule], wanted)) === null);
  return alone.length > 0 ? alone : touched;
}

function ruleFile(
  file: string,
  before: string | null,
  after: string | null,
  rules: string[],
  { where }: PullInput,
): FileEdit {
  return { path: file, shown: shownPath(file, where.cwd), kind: 'rules', before, after, rules };
}
