/** What there is to say about the way back to before a run: each code with its arguments. */
type None = Record<never, never>;
type Op = 'create' | 'replace' | 'delete';

export interface RollbackNotices {
  /** Somebody changed the rule after the run, at these paths; that is taken back too. */
  'rollback-changed-since': { op: Exclude<Op, 'create'>; fields: string[] };
  /** Whether the run made this change cannot be told, so the rule is left alone. */
  'rollback-unclear': { op: Op };
  /** The rule that the run created is gone; one of its name was made since, and is left alone. */
  'rollback-made-anew': None;
  /** Not one of the rules that the run left is live, and the key of the account is another one. */
  'rollback-other-inbox': None;
  /** An earlier run put the rule aside and gave its name to another one: both come back with that run only. */
  'rollback-parked-by': { run: string };
  /** Rules that the run created are not deleted while others (`because`) cannot come back. */
  'rollback-deletes-held': { rules: string[]; because: string[] };

  /** Rules that are made again: another id, no history. `gone`: those that the run did not delete. */
  'rollback-new-ids': { rules: string[]; gone: string[] };
  /** Actions that no request can carry. */
  'rollback-actions-lost': { rules: string[]; types: string[] };
  /** What rules had under keys that inboxctl does not know. */
  'rollback-unknown-lost': { rules: string[]; keys: string[] };
  /** Rules that were switched on or off, and may not be so again. */
  'rollback-enabled': { rules: string[]; was: 'on' | 'off' };
  /** Variables that hold another value than then; not `sure`: that cannot be told. */
  'rollback-other-value': { rules: string[]; variables: string[]; sure: boolean };
  /** Texts with a secret in them: the live text shows alike, and is kept. */
  'rollback-alike': { rules: string[] };

  /** Why a change is refused: a text with a secret in it is not in the journal. */
  'rollback-text-lost': None;
  /** The service would not take the rule as it was: it has no condition, no action that can be sent, or lacks a field. */
  'rollback-incomplete': { lacks: 'condition' | 'actions' } | { lacks: 'field'; type: string; field: string };
  'rollback-ignored': { glob: string };

  /** Accounts of the run that are not in the project, or at another address now. */
  'rollback-account-gone': { name: string };
  'rollback-account-moved': { was: string; is: string };
  /** The run changed nothing, or nothing of the selected accounts. */
  'rollback-nothing': { run: string; accounts: string[] };
  /** The newest run is a rollback that did not get to its end: which of the two is meant? */
  'rollback-which': { run: string; rollbackOf: string };
  /** Said at the end: the files declare what was taken back. `of`: what the run was. */
  'rollback-files': { of: 'apply' | 'rollback' };
}
