import type { PolicyProblems } from './file-problems.ts';
/** What a plan or an apply can have to say besides its changes: each code with its arguments. */
export interface PlanNotices {
  /** The file expects the rule switched on or off, and the live rule is not. */
  'enabled-differs': { expected: boolean };
  /** Live rules hold keys that inboxctl does not know; they are left out of everything. */
  'unknown-live-keys': { keys: string[] };
  /** Rules that have actions which no request can carry; they are left out of the comparison. */
  /**
   * Replaces that are only about what the service may never keep: `order` of actions, or a `field` that it answers
   * empty. `path` leads from the rule to it.
   */
  'never-converges': { kind: 'order' | 'field'; at: { rule: string; path: string }[] };
  'unsendable-actions': { rules: string[]; types: string[] };
  'would-drop-integration': { types: string[] };
  /** Paths of what a live rule has under keys that inboxctl does not know. */
  'would-drop-unknown': { keys: string[] };
  /** A change that takes such actions, or such values, away for good. */
  'integration-lost': { types: string[]; op: 'replace' | 'delete' };
  'unknown-lost': { keys: string[]; op: 'replace' | 'delete' };
  /** More live rules of one name, and none of them may be deleted. */
  'duplicates-kept': { count: number; kept: number };
  /** Rules that an apply put aside for changes that were not made, and put back as they were. */
  'put-back': { rules: string[] };
  /**
   * Rules that an apply put aside and that still are: whether their changes were tried in vain, and why the rules could
   * not be put back, where they might have been.
   */
  'left-parked': { rules: string[]; isUnmade: boolean; notBack: 'name-taken' | { said: string } | null };
  /** Rules that a request is about which nobody answered: the service may carry it out yet. */
  'may-land': { rules: string[] };
  /** A live rule that an apply put aside and did not put back; `as`: the name that it has meanwhile, where it has another. */
  parked: { as: string | null; becomes: 'back' | 'gone' | 'refused' | 'kept' };
  'rename-spent': { from: string; why: 'applied' | 'old-name-in-use' | 'new-name-live' | 'nothing-live' };
  'renamed-from-ignored': { from: string; glob: string };
  'declared-but-ignored': { glob: string };
  /** A replace would send a live value that the policy forbids, since the field at `path` is ignored. */
  'policy-kept': {
    [C in keyof PolicyProblems]: { path: string; code: C; args: PolicyProblems[C] };
  }[keyof PolicyProblems];
  /** Rules that the service switched during an apply, or created switched off. */
  switched: { rules: string[]; how: 'created-off' | 'replaced-off' | 'off' | 'on' };
  /** A change of an apply that failed, and what the live rules showed of it at the end. */
  'change-failed': {
    message: string;
    remedy: string | null;
    found: 'made' | 'not-made' | 'not-yet' | 'otherwise' | null;
  };
  /** Old versions of rule files that cannot be read, so that rules may have been declared in them unseen. */
  'history-unreadable': { versions: number; files: string[] };
  /** The plan file was made for another address of this account, has nothing of it, or could not read it. */
  'review-other-address': { reviewed: string; now: string };
  'review-without-account': { known: string[] };
  'review-account-failed': Record<never, never>;
  /** An account that the run left out because of its files, which say nothing of accounts; `message` is the first problem. */
  'account-unplanned': { message: string };
  'guard-nothing-declared': { deletes: number; live: number };
  /** No declared rule is live: this may be another inbox, or its rules were never adopted. */
  'guard-nothing-in-common': { deletes: number; live: number };
  /** `ignored` live rules are not counted where `setting` is a share. */
  'guard-max-deletes': {
    deletes: number;
    limit: number;
    setting: number | string;
    from: 'flag' | 'setting';
    live: number;
    ignored: number;
    /** The run that the plan goes back to before; null where it is one of the files. */
    rollbackOf: string | null;
  };
}
