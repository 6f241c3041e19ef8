/** What a pull is decided from: values, and a way to look at the files that it may touch. */

import type { Redactor, Secret } from '../../diagnostics/redactor.ts';
import type { PlanSettings } from '../../model/project.ts';
import type { LiveRule, Path } from '../../model/rule.ts';
import type { Only } from '../../planning/only.ts';
import type { RuleFile } from '../../source/load/find-files.ts';
import type { LoadedRule } from '../../source/load/loader.ts';
import type { Locate } from '../../source/load/locate.ts';
import type { ReferenceContext } from '../../source/load/references.ts';
import type { Where } from '../../source/paths.ts';
import type { Disk } from './disk.ts';

/** An account of the project, selected or not: all who share a file have a say in it. */
export interface PullAccount {
  name: string;
  /** Rules folders or files, absolute, in the order of the project file. */
  roots: readonly string[];
  settings: PlanSettings;
  /** Where its `ignore` stands: in the project file, or in a file of its own (absolute). */
  ignore: { file: string; path: Path };
  /** Without problems where it was selected. The same value for every account that has the rule. */
  rules: readonly LoadedRule[];
  files: readonly RuleFile[];
  /** Its live rules, or why they are not known. */
  live: readonly LiveRule[] | 'not-selected' | 'not-read';
}

export interface PullOptions {
  /** All other rules stay as they are in the files. */
  only: Only | null;
  /** New rules of a folder go into one file. */
  singleFile: boolean;
  /** Rules that are gone from the service go from the files. */
  prune: boolean;
  /** Secrets are written as texts. */
  inlineSecrets: boolean;
  /** Folders and files that the project file lists are there afterwards, if only as empty ones. */
  keepRoots: boolean;
}

/** What a pull is asked to decide. */
export interface PullTask {
  accounts: readonly PullAccount[];
  where: Where;
  /** Absolute: the folder of the project file. */
  home: string;
  /** Absolute: the project file, which need not be there, and those of accounts. */
  settingsFiles: ReadonlySet<string>;
  options: PullOptions;
  /** Whether all rule files of all accounts could be read: only then is a file known to be referred to by none. */
  isComplete: boolean;
  /** What references may be made to. */
  referenceContext: ReferenceContext;
  /** The values of the variables that the rule files refer to, as far as they are set. */
  variables: readonly Secret[];
  /** Must not be written into any file: the keys, and the values of variables in use. */
  secrets: readonly Secret[];
  locate: Locate;
  disk: Disk;
}

export interface PullInput extends PullTask {
  redactor: Redactor;
}
