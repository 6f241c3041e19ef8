/** What can be wrong with the plan file that an apply is given: each code with its arguments. */

/** As the user named it. */
type File = { file: string };

export interface PlanFileProblems {
  /** In bytes. */
  'plan-file-too-big': File & { limit: number };
  'plan-file-not-utf8': File;
  'plan-file-not-json': File & { empty: boolean };
  /** A higher formatVersion than this program knows. */
  'plan-file-newer': File & { version: number };
  /** JSON, but not a plan: `key` is the first that does not fit, with dots; empty for the whole. `more` others do not fit. */
  'plan-file-not-plan': File & { key: string; more: number };
  /** A change whose digest is not that of its content. */
  'plan-file-change-edited': File & { op: string; name: string };
  /** Changes were added or taken away: the digest of the whole is not theirs. */
  'plan-file-edited': File;
}
