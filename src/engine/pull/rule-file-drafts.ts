/** A rule file as it will be: with its rules as wanted, and new ones after them. */
import path from 'node:path';
import type { FileEdit } from '../../model/pull.ts';
import type { LiveRule } from '../../model/rule.ts';
import { editRules } from '../../source/layout/edit.ts';
import { renderRules } from '../../source/layout/format.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import { shownPath } from '../../source/paths.ts';
import { fileEdit, type PullInput } from './input.ts';
import { withoutMark } from './text-edits.ts';
import type { NewRule, WantedRule } from './written-rules.ts';

/** A rule that an edit is about: one of the files, or a live one that is new. */
export type Subject = LoadedRule | LiveRule;

/** The rules that a rule file will have, in order: those that were there, then new ones. */
export interface RuleFileDraft {
  file: FileEdit;
  /** Which rule each of the file's rules is; `touched`: it is changed or new. */
  rules: { subject: Subject; touched: boolean }[];
  removed: LoadedRule[];
}

export interface RuleFileChange {
  /** Absolute. */
  file: string;
  /** Those that are in it, in order. */
  rules: readonly LoadedRule[];
  /** What becomes of some of them: null removes one. */
  wanted: ReadonlyMap<LoadedRule, WantedRule | null>;
  added: readonly NewRule[];
}

/** The file as it will be, or the rules for which it cannot be changed. */
export function draftRuleFile(
  change: RuleFileChange,
  input: PullInput,
): RuleFileDraft | { failed: readonly Subject[] } {
  const { file, rules, wanted, added } = change;
  const before = input.disk.read(file);
  const schema = path.join(input.home, 'schemas', 'rules.schema.json');
  const hint = input.disk.read(schema) === null ? null : shownPath(schema, path.dirname(file));
  // Where the file is gone that rules are to be changed in, nothing can be written.
  const created = rules.length > 0 ? undefined : rendered(added, hint);
  const after = before === null ? created : changedText(change, before, input);
  const touched = rules.filter((rule) => wanted.has(rule));
  if (after === undefined)
    return { failed: touched.length > 0 ? culprits(change, before ?? '') : added.map(({ live }) => live) };
  const names = [...touched.map(({ written }) => written.name), ...added.map(({ rule }) => rule.name)];
  const kept = rules.filter((rule) => wanted.get(rule) !== null);
  return {
    file: fileEdit(file, 'rules', after, names, input),
    rules: [
      ...kept.map((subject) => ({ subject, touched: wanted.has(subject) })),
      ...added.map(({ live }) => ({ subject: live, touched: true })),
    ],
    removed: rules.filter((rule) => wanted.get(rule) === null),
  };
}

/** null where the file goes; undefined where it cannot be changed. */
function changedText(change: RuleFileChange, before: string, { accounts }: PullInput): string | null | undefined {
  const { file, rules, wanted, added } = change;
  const isEmptied = rules.length > 0 && rules.every((rule) => wanted.get(rule) === null);
  // A file that the project file lists must be there.
  const isListed = accounts.some(({ roots }) => roots.includes(file));
  if (isEmptied && added.length === 0 && !isListed) return null;
  const text = withoutMark(before);
  const mark = before.slice(0, before.length - text.length);
  const edited = editRules(text, editsOf(change));
  if (edited === null) return undefined;
  if (added.length === 0) return mark + edited;
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const more = rendered(added).replaceAll('\n', eol);
  if (edited.trim() === '') return mark + more;
  return `${mark}${edited}${edited.endsWith('\n') ? '' : eol}---${eol}${more}`;
}

function rendered(added: readonly NewRule[], schema: string | null = null): string {
  return renderRules(
    added.map(({ rule }) => rule),
    schema,
  );
}

function editsOf({ rules, wanted }: Pick<RuleFileChange, 'rules' | 'wanted'>) {
  return rules.flatMap((source) => {
    const value = wanted.get(source);
    if (value === undefined) return [];
    const { document, path: at } = source.spot;
    return [{ document, path: at, wanted: value?.rule ?? null, ...(value?.actions ? { actions: value.actions } : {}) }];
  });
}

/** Of the rules that a file could not be changed for: those that stand in the way, or all of them. */
function culprits({ rules, wanted }: RuleFileChange, before: string): LoadedRule[] {
  const text = withoutMark(before);
  const touched = rules.filter((rule) => wanted.has(rule));
  const alone = touched.filter((rule) => editRules(text, editsOf({ rules: [rule], wanted })) === null);
  return alone.length > 0 ? alone : touched;
}
