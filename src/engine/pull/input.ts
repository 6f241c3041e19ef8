/** The input of a pull: values, and a way to look at the files that it may change. */
import type { Redactor, Secret } from '../../diagnostics/redactor.ts';
import type { PlanSettings } from '../../model/project.ts';
import type { FileEdit } from '../../model/pull.ts';
import type { LiveRule, Path } from '../../model/rule.ts';
import type { Only } from '../../planning/only.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { Locate } from '../../source/load/locate.ts';
import type { ReferenceContext } from '../../source/load/references.ts';
import { shownPath, type Where } from '../../source/paths.ts';
import type { Disk } from './disk.ts';

/** An account of the project, selected or not: all accounts that share a file must agree on it. */
export interface PullAccount {
  name: string;
  /** Rules folders or files, absolute, in the order of the project file. */
  roots: readonly string[];
  settings: PlanSettings;
  /** Where its `ignore` is: in the project file, or in a file of its own (absolute path). */
  ignore: { file: string; path: Path };
  /** The same for `rules` of its own, which it may not have yet. */
  ownRules: { file: string; path: Path };
  /** Without problems if the account was selected. Accounts that share a rule share the value. */
  rules: readonly LoadedRule[];
  counted: readonly LoadedRule[];
  files: readonly RuleFile[];
  /** The live rules, or why they are unknown. */
  live: readonly LiveRule[] | 'not-selected' | 'not-read' | 'refused';
}

export interface PullOptions {
  /** The rules to pull; all others stay as they are in the files. */
  only: Only | null;
  /** Remove rules from the files that are gone from the service. */
  prune: boolean;
  /** Keep the folders and files that the project file lists, even if empty. */
  keepRoots: boolean;
}

export interface PullTask {
  accounts: readonly PullAccount[];
  where: Where;
  /** Absolute: the folder of the project file. */
  home: string;
  /** Absolute: the project file, which need not be there, and those of accounts. */
  settingsFiles: ReadonlySet<string>;
  options: PullOptions;
  /** Whether all rule files of all accounts were read. Only then is it certain that nothing refers to a file. */
  isComplete: boolean;
  referenceContext: ReferenceContext;
  /** The values of the variables in rule files, if set. */
  variables: readonly Secret[];
  /** Values that must not be written to any file: the keys, and the values of variables in use. */
  secrets: readonly Secret[];
  locate: Locate;
  disk: Disk;
}

export interface PullInput extends PullTask {
  redactor: Redactor;
}

/** What becomes of a file (absolute) as it is now. `rules`: the names of those that it is about. */
export function fileEdit(
  file: string,
  kind: FileEdit['kind'],
  after: string | null,
  rules: string[],
  { disk, where }: PullInput,
): FileEdit {
  return { path: file, shown: shownPath(file, where.cwd), kind, before: disk.read(file), after, rules };
}
