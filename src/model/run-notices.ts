/** What there is to say about runs, their journals and locks: each code with its arguments. */

export interface RunNotices {
  /** The newest run about an account was killed; `left`: how many changes the plan that this is said with has. */
  'run-unfinished': { run: string; startedAt: string; rollbackOf: string | null; left: number };
  /** Not all that the run did is in its journal; `reason` is a code of the system. */
  'journal-cut': { file: string; reason: string };
  /** `reason` is a code of the system, or what is wrong with the content. */
  'journal-unreadable': { file: string; reason: string };
  /** A rollback is not to go by this journal: it may be anybody's work. */
  'journal-untrusted': {
    file: string;
    reason: 'tracked' | 'writable' | 'owner' | 'unsealed' | 'other-key' | 'forged';
  };
  /** No run has this name; `known` are the newest, of `count`. */
  'run-unknown': { run: string; known: string[]; count: number };
  /** Several runs begin with this. */
  'run-ambiguous': { run: string; candidates: string[] };
  'runs-none': Record<never, never>;
  /** Another process works on the inbox; `file` is its lock. */
  'inbox-locked': { pid: number; file: string };
  'lock-folder-unusable': { folder: string; problem: 'link' | 'no-folder' | 'owner' };
}
