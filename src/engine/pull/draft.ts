/** What was decided about rules as changes of files. */
import path from 'node:path';
import type { FileEdit } from '../../model/pull.ts';
import type { FileFinding } from '../../model/pull-notices.ts';
import type { LiveRule } from '../../model/rule.ts';
import type { WrittenRule } from '../../model/written-rule.ts';
import { editNotes } from '../../source/editing/edit-notes.ts';
import { editRules } from '../../source/editing/edit-rules.ts';
import { shownPath } from '../../source/find-files.ts';
import { type RuleNotes, type RuleWithNotes, renderRules } from '../../source/formatting/render-rule.ts';
import type { LoadedRule } from '../../source/load.ts';
import type { Edit } from './agreement.ts';
import { fitted, isTooBig, series } from './fitting.ts';
import { groupBy } from './grouped.ts';
import type { PullInput } from './input.ts';
import { shapeProblem } from './new-rule.ts';
import { NOTE_FORMS, notesOf } from './notes.ts';
import { isInside, type Placement } from './placement.ts';
import { createRegistry, type Registry } from './registry.ts';
import { type TextEdits, textEdits, textFile } from './text-edits.ts';
import { fileOfText } from './text-file.ts';
import { placed, type Unplaced } from './unplaced.ts';

/** A rule that an edit is about: one of the files, or a live one that is new. */
export type Subject = LoadedRule | LiveRule;

/** The rules that a rule file will have, in order: those that were there, then new ones. */
interface RuleFileDraft {
  file: FileEdit;
  /** Which rule each of the file's rules is; `touched`: it is changed or new. */
  rules: { subject: Subject; touched: boolean }[];
}

export interface Draft {
  ruleFiles: RuleFileDraft[];
  /** Files of texts, changed, new or removed. */
  texts: FileEdit[];
  /** Files that rules referred to and no longer do, as they are shown, which are not removed. */
  textsLeft: string[];
  variables: ReturnType<Registry['variables']>;
  /** Rules that cannot be changed in their file, or would then not be rules. */
  failed: Map<Subject, FileFinding | 'edit' | 'too-big'>;
}

/** The name of the folders that texts are written into. */
const PROMPTS = 'prompts';

/** A rule as it will be written into a file (absolute), or with `isSeries` into a later one of the series. */
interface NewText extends RuleWithNotes {
  file: string;
  isSeries: boolean;
  live: LiveRule;
}

/** Takes what was decided, and the notes of declared rules; gives the files. The same input gives the same names. */
export function draftFiles(
  edits: readonly Edit[],
  placements: readonly Placement[],
  notes: ReadonlyMap<LoadedRule, RuleNotes>,
  input: PullInput,
): Draft {
  const referred = new Set(
    input.accounts.flatMap(({ rules }) =>
      rules.flatMap(({ references }) => references.flatMap((one) => (one.kind === 'file' ? [one.file] : []))),
    ),
  );
  const registry = createRegistry(input, referred);
  const texts = textEdits(edits, input, registry);
  const wanted = new Map(edits.map((edit) => [edit.source, wantedOf(edit, texts, input, registry)]));
  const fresh = placements.map((placement) => newText(placement, texts, input, registry));
  const draft: Draft = { ruleFiles: [], texts: texts.files, textsLeft: [], variables: [], failed: new Map() };
  for (const [source, rule] of wanted) {
    const problem = rule === null ? null : shapeProblem(rule);
    if (problem !== null) draft.failed.set(source, problem);
  }
  if (draft.failed.size > 0) return draft;
  const present = rulesByFile(input);
  const added = addedByFile(fresh, present, { wanted, notes }, input, draft);
  for (const [file, rules] of present) {
    const isLookedAt = rules.some((rule) => wanted.has(rule) || notes.has(rule));
    const more = added.get(file) ?? [];
    added.delete(file);
    if (isLookedAt || more.length > 0) addChanged(file, rules, { wanted, notes }, more, input, draft);
  }
  for (const [file, rules] of added) addCreated(file, rules, input, draft);
  if (input.options.prune && input.isComplete) removeTexts(referred, texts.referred, input, draft);
  draft.variables = registry.variables();
  return draft;
}

/** The new rules of each file (absolute); those that fit into none have failed. */
function addedByFile(
  fresh: readonly NewText[],
  present: ReadonlyMap<string, LoadedRule[]>,
  changes: Changes,
  input: PullInput,
  { failed }: Draft,
): Map<string, NewText[]> {
  const bytesIn = (file: string): number => {
    const before = input.disk.read(file);
    if (before === null) return 0;
    const changed = changedText(file, before, present.get(file) ?? [], changes, [], input);
    return Buffer.byteLength(changed === null ? before : (changed.after ?? ''));
  };
  const added = new Map<string, NewText[]>();
  for (const [file, rules] of groupBy(fresh, (one) => one.file)) {
    const { into, left } = fitted(rules, rules[0].isSeries ? series(file) : [file], bytesIn);
    for (const [name, own] of into) added.set(name, own);
    for (const { live } of left) failed.set(live, 'too-big');
  }
  return added;
}

type Wanted = ReadonlyMap<LoadedRule, WrittenRule | null>;

/** What rules of a file shall be, and the notes that shall stand beside them. */
interface Changes {
  wanted: Wanted;
  notes: ReadonlyMap<LoadedRule, RuleNotes>;
}

function wantedOf(
  { source, pulled }: Edit,
  texts: TextEdits,
  { where }: PullInput,
  registry: Registry,
): WrittenRule | null {
  if (pulled === null) return null;
  const wanted = placed(pulled.draft, ({ text, key }) => ({ env: registry.variable(text, source.written.name, key) }));
  const folder = path.dirname(path.resolve(where.cwd, source.spot.file));
  for (const { path: at, to } of texts.moved.get(source) ?? []) {
    const parent = at.slice(0, -1).reduce((inner: object, key) => Reflect.get(inner, key), wanted);
    Reflect.set(parent, at.at(-1) ?? '', 'text' in to ? to.text : { file: relativePath(folder, to.file) });
  }
  return wanted;
}

function newText(
  { target, folder, fresh }: Placement,
  texts: TextEdits,
  input: PullInput,
  registry: Registry,
): NewText {
  const [{ name, draft, live }] = fresh;
  const isSeries = 'series' in target;
  const own = isSeries ? target.series : 'file' in target ? target.file : null;
  const file = own ?? registry.ruleFile('folder' in target ? target.folder : folder, name);
  const place = ({ text, key, as }: Unplaced) => {
    if (as === 'variable') return { env: registry.variable(text, name, key) };
    const content = fileOfText(text, null);
    const made = content === null ? null : registry.textFile(textFolder(folder, input), name, '.md', content);
    if (content === null || made === null) return text;
    texts.referred.add(made);
    texts.files.push(textFile(made, input.disk.read(made), content, [name], input));
    return { file: relativePath(path.dirname(file), made) };
  };
  return { file, isSeries, live, rule: placed(draft, place), notes: notesOf(live, input.hide) };
}

/** Beside the rules folder; in it, where that would be out of the project. */
function textFolder(folder: string, { home, where }: PullInput): string {
  const beside = path.dirname(folder);
  const limit = isInside(folder, home) ? home : where.projectFolder;
  return path.join(isInside(beside, limit) ? beside : folder, PROMPTS);
}

function relativePath(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).join('/');
}

/** The rules of each rule file (absolute), in order. */
function rulesByFile({ accounts, where }: PullInput): Map<string, LoadedRule[]> {
  const files = new Map<string, LoadedRule[]>();
  for (const file of accounts.flatMap((account) => account.files)) files.set(file.path, []);
  for (const rule of new Set(accounts.flatMap((account) => account.rules))) {
    files.get(path.resolve(where.cwd, rule.spot.file))?.push(rule);
  }
  return files;
}

function addChanged(
  file: string,
  rules: readonly LoadedRule[],
  { wanted, notes }: Changes,
  added: readonly NewText[],
  input: PullInput,
  draft: Draft,
): void {
  const touched = rules.filter((rule) => wanted.has(rule));
  const before = input.disk.read(file);
  const edited = before === null ? null : changedText(file, before, rules, { wanted, notes }, added, input);
  if (edited === null) {
    const failed = touched.length > 0 ? culprits(before, touched, wanted) : added.map(({ live }) => live);
    for (const subject of failed) draft.failed.set(subject, 'edit');
    return;
  }
  if (edited.after === before && touched.length === 0) return;
  if (edited.after !== null && isTooBig(edited.after)) {
    const most = largestGrowth(touched, wanted);
    if (most !== null) draft.failed.set(most, 'too-big');
    return;
  }
  const changed = rules.filter((rule) => wanted.has(rule) || edited.noted.has(rule));
  const names = [...changed.map(({ written }) => written.name), ...added.map(({ rule }) => rule.name)];
  const kept = rules.filter((rule) => wanted.get(rule) !== null);
  draft.ruleFiles.push({
    file: ruleFile(file, before, edited.after, names, input),
    rules: [
      ...kept.map((subject) => ({ subject, touched: wanted.has(subject) })),
      ...added.map(({ live }) => ({ subject: live, touched: true })),
    ],
  });
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
  added: readonly NewText[],
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

/** The rule that makes its file grow most, or null where none was changed. */
function largestGrowth(touched: readonly LoadedRule[], wanted: Wanted): LoadedRule | null {
  const growth = (rule: LoadedRule) => JSON.stringify(wanted.get(rule)).length - JSON.stringify(rule.written).length;
  const [most = null] = [...touched].sort((a, b) => growth(b) - growth(a));
  return most;
}

/** Of the rules that a file could not be changed for: those that stand in the way, or all of them. */
function culprits(before: string | null, touched: readonly LoadedRule[], wanted: Wanted): readonly LoadedRule[] {
  if (before === null) return touched;
  const text = before.startsWith(BOM) ? before.slice(BOM.length) : before;
  const alone = touched.filter((rule) => editRules(text, editsOf([rule], wanted)) === null);
  return alone.length > 0 ? alone : touched;
}

function addCreated(file: string, rules: readonly NewText[], input: PullInput, draft: Draft): void {
  const schema = path.join(input.home, 'schemas', 'rules.schema.json');
  const hint = input.disk.read(schema) === null ? null : relativePath(path.dirname(file), schema);
  const names = rules.map(({ rule }) => rule.name);
  const hinted = renderRules(rules, hint);
  draft.ruleFiles.push({
    file: ruleFile(file, null, isTooBig(hinted) ? renderRules(rules) : hinted, names, input),
    rules: rules.map(({ live }) => ({ subject: live, touched: true })),
  });
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

/** Files of texts that rules referred to and no longer do go where a pull writes such files: others may be anything. */
function removeTexts(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  input: PullInput,
  { texts, textsLeft }: Draft,
): void {
  const kept = new Set([
    ...input.accounts.flatMap(({ files }) => files.map((file) => file.path)),
    ...input.settingsFiles,
  ]);
  for (const file of before) {
    if (after.has(file) || kept.has(file)) continue;
    const content = input.disk.read(file);
    if (content === null) continue;
    const edit = textFile(file, content, null, [], input);
    const folders = path.relative(input.where.projectFolder, path.dirname(file)).split(path.sep);
    if (folders.includes(PROMPTS)) texts.push(edit);
    else textsLeft.push(edit.shown);
  }
}
