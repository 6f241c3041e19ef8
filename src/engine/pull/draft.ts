/** Turns decisions about rules into changes of files. */
import path from 'node:path';
import type { FileFinding } from '../../diagnostics/files.ts';
import { groupBy } from '../../model/group-by.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { Edit } from './agreement.ts';
import { fileEdit, type PullInput } from './input.ts';
import { createRegistry, type Registry } from './names.ts';
import { shapeProblem } from './new-rule.ts';
import type { Placement } from './placement.ts';
import { draftRuleFile, type RuleFileDraft, type Subject } from './rule-file-drafts.ts';
import { textEdits } from './text-edits.ts';
import { isInPrompts, newRuleAt, wantedOf } from './written-rules.ts';

export interface Draft {
  ruleFiles: RuleFileDraft[];
  /** Text files that are changed, new or removed. */
  texts: FileEdit[];
  /** Text files that are no longer referred to but are kept (shown paths). */
  textsLeft: string[];
  variables: ReturnType<Registry['variables']>;
  /** Rules that cannot be edited in their file, or would become invalid. */
  failed: Map<Subject, FileFinding | 'edit'>;
}

/** Drafts the new files. The same input gives the same names. */
export function draftFiles(edits: readonly Edit[], placements: readonly Placement[], input: PullInput): Draft {
  const referred = new Set(
    input.accounts.flatMap(({ rules }) =>
      rules.flatMap(({ references }) => references.flatMap((one) => (one.kind === 'file' ? [one.file] : []))),
    ),
  );
  const registry = createRegistry(input, referred);
  const texts = textEdits(edits, input, registry);
  const wanted = new Map(edits.map((edit) => [edit.source, wantedOf(edit, texts, input, registry)]));
  const fresh = placements.map((placement) => newRuleAt(placement, input, registry));
  const draft: Draft = {
    ruleFiles: [],
    texts: [...texts.files, ...registry.texts()],
    textsLeft: [],
    variables: [],
    failed: new Map(),
  };
  for (const [source, rule] of wanted) {
    const problem = rule === null ? null : shapeProblem(rule.rule);
    if (problem !== null) draft.failed.set(source, problem);
  }
  if (draft.failed.size > 0) return draft;
  const present = rulesByFile(input);
  const added = groupBy(fresh, ({ file }) => file);
  for (const file of new Set([...present.keys(), ...added.keys()])) {
    const change = { file, rules: present.get(file) ?? [], wanted, added: added.get(file) ?? [] };
    if (change.added.length === 0 && !change.rules.some((rule) => wanted.has(rule))) continue;
    const drafted = draftRuleFile(change, input);
    if ('file' in drafted) draft.ruleFiles.push(drafted);
    else for (const subject of drafted.failed) draft.failed.set(subject, 'edit');
  }
  if (input.options.prune && input.isComplete) removeTexts(referred, texts.referred, input, draft);
  draft.variables = registry.variables();
  return draft;
}

function rulesByFile({ accounts, where }: PullInput): Map<string, LoadedRule[]> {
  const files = new Map<string, LoadedRule[]>();
  for (const file of accounts.flatMap((account) => account.files)) files.set(file.path, []);
  for (const rule of new Set(accounts.flatMap((account) => account.rules))) {
    files.get(path.resolve(where.cwd, rule.spot.file))?.push(rule);
  }
  return files;
}

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
    const edit = fileEdit(file, 'text', null, [], input);
    if (edit.before === null) continue;
    if (isInPrompts(file, input)) texts.push(edit);
    else textsLeft.push(edit.shown);
  }
}
