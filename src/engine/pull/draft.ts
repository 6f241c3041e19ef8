/** What was decided about rules as changes of files. */
import path from 'node:path';
import type { FileFinding } from '../../diagnostics/pulls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { RuleNotes } from '../../source/formatting/render-rule.ts';
import type { LoadedRule } from '../../source/load.ts';
import type { Edit } from './agreement.ts';
import { fitted, series } from './fitting.ts';
import type { PullInput } from './input.ts';
import { shapeProblem } from './new-rule.ts';
import type { Placement } from './placement.ts';
import { createRegistry, type Registry } from './registry.ts';
import {
  bytesBefore,
  type Changes,
  changedFile,
  createdFile,
  type RuleFileDraft,
  type Subject,
} from './rule-file-drafts.ts';
import { textEdits, textFile } from './text-edits.ts';
import { isInPrompts, type NewRule, newRuleAt, wantedOf } from './written-rules.ts';

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
  const fresh = placements.map((placement) => newRuleAt(placement, texts, input, registry));
  const draft: Draft = { ruleFiles: [], texts: texts.files, textsLeft: [], variables: [], failed: new Map() };
  for (const [source, rule] of wanted) {
    const problem = rule === null ? null : shapeProblem(rule);
    if (problem !== null) draft.failed.set(source, problem);
  }
  if (draft.failed.size > 0) return draft;
  const changes = { wanted, notes };
  const present = rulesByFile(input);
  const { into: added, left } = spread(fresh, present, changes, input);
  for (const { live } of left) draft.failed.set(live, 'too-big');
  for (const [file, rules] of present) {
    const isLookedAt = rules.some((rule) => wanted.has(rule) || notes.has(rule));
    const more = added.get(file) ?? [];
    added.delete(file);
    const drafted = isLookedAt || more.length > 0 ? changedFile(file, rules, changes, more, input) : null;
    if (drafted === null) continue;
    if ('file' in drafted) draft.ruleFiles.push(drafted);
    else for (const subject of drafted.failed) draft.failed.set(subject, drafted.why);
  }
  for (const [file, rules] of added) draft.ruleFiles.push(createdFile(file, rules, input));
  if (input.options.prune && input.isComplete) removeTexts(referred, texts.referred, input, draft);
  draft.variables = registry.variables();
  return draft;
}

/** Spreads new rules over files (absolute), none of which gets too large; gives those too that fit into none. */
function spread(
  fresh: readonly NewRule[],
  present: ReadonlyMap<string, readonly LoadedRule[]>,
  changes: Changes,
  input: PullInput,
): { into: Map<string, NewRule[]>; left: NewRule[] } {
  const bytesIn = (file: string) => bytesBefore(file, present.get(file) ?? [], changes, input);
  const all = { into: new Map<string, NewRule[]>(), left: [] as NewRule[] };
  for (const [file, rules] of groupBy(fresh, (one) => one.file)) {
    const { into, left } = fitted(rules, rules[0].isSeries ? series(file) : [file], bytesIn);
    for (const [name, own] of into) all.into.set(name, own);
    for (const one of left) all.left.push(one);
  }
  return all;
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

/** Files of texts that rules referred to and no longer do go where a pull writes such files. */
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
    if (isInPrompts(file, input)) texts.push(edit);
    else textsLeft.push(edit.shown);
  }
}
