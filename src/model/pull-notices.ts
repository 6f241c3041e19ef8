/** What a pull can have to say besides the files that it writes: each code with its arguments. */
import type { FileProblems } from './file-problems.ts';
import type { PlanSettings, Policy } from './project.ts';

/** What a plan does with a live rule that no file declares. */
type Undeclared = PlanSettings['undeclared'];

/** For what the loader would refuse a rule. */
export type FileFinding = {
  [C in keyof FileProblems]: { code: C; args: FileProblems[C] };
}[keyof FileProblems];

/** Why the accounts that share a file do not let it be written. */
export type Disagreement = 'not-selected' | 'not-read' | 'differs';

/** Why a live rule has no place in a file. */
export type Undeclarable =
  | { why: 'no-action' | 'no-condition' | 'holds-key' | 'secret-name' | 'too-big' | 'unreadable' }
  | { why: 'refused'; problem: FileFinding };

/** The rule that a notice is about. */
type Named = { name: string };

export interface PullNotices {
  /** `path` leads to a text of the live rule; `variable` is null for a webhookUrl that stands in the file. */
  'pull-secret-changed': Named & { path: readonly (string | number)[]; variable: string | null };
  /** Texts that are not compared, since the values of these variables are not known. */
  'pull-variables-unset': { names: readonly string[] };
  'pull-gone': Named;
  /** It is live under the name `from`. */
  'pull-rename-left': Named & { from: string };
  /** An apply put it aside and did not put it back; the file has it as it was before. */
  'pull-parked': Named;
  /** `count` live rules have the name. */
  'pull-duplicates': Named & { count: number; undeclared: Undeclared };
  /** `ignored`: whether its name was added to `ignore`, or why it was not; `others` are the names that it would match. */
  'pull-undeclarable': Named & {
    reason: Undeclarable;
    ignored: 'added' | 'matches-others' | 'not-editable' | 'secret';
    others: readonly string[];
    /** The project file, as it is shown. */
    file: string;
    undeclared: Undeclared;
  };
  /**
   * `accounts` are those that share the file, or the folder of a new rule; `by` those whose live rules are not as the file,
   * and none for a new rule, whose account the notice has.
   */
  'pull-shared': Named & {
    why: Disagreement;
    accounts: readonly string[];
    by: readonly string[];
    what: 'changed' | 'gone' | 'new';
  };
  /** The live rule, written into the file, would not be valid. */
  'pull-invalid': Named & { problem: FileFinding };
  /** What the file would then say is not what is live, or the file cannot be changed so. */
  'pull-left': Named & { why: 'edit' | 'check' | 'too-big' | 'holds-key' };
  /** It is written, and breaks these settings of the account's policy. */
  'pull-policy': Named & { settings: readonly (keyof Policy)[] };
  /** A prune would remove this many of an account's declared rules; `setting` is its `maxDeletes`. */
  'pull-guard': { removed: number; declared: number; limit: number; setting: number | string; all: boolean };
  /** No rule refers to these any longer, and they are not removed. */
  'pull-texts-left': { files: readonly string[] };
  /** Live texts would go into these files, which may be anything: rules only have to name them. */
  'pull-text-outside': { files: readonly string[] };
  /** `failure` is why git does not say whether it has these files; null where it says that it has not. */
  'pull-uncommitted': {
    files: readonly string[];
    failure: 'no-git' | 'no-repository' | 'failed' | null;
    detail: string;
  };
  'git-unanswered': { detail: string };
  'pull-interrupted': { written: number; left: number };
}
