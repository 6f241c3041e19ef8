/** The inputs and outputs of the action as data: for action.yml, docs/github-reference.md and the parser of inputs. */

export interface InputDefinition {
  description: string;
  required?: true;
  default?: string;
  values?: readonly string[];
  /** Masked in the log, and kept out of everything that is posted. Of a bundle, that is each value. */
  secret?: true | 'bundle';
  of?: { modes: readonly (typeof MODES)[number][]; required: boolean };
}

const MODES = ['validate', 'plan', 'apply', 'drift', 'rollback'] as const;
const BOOLEAN = ['true', 'false'] as const;

export const INPUTS = {
  mode: {
    description:
      'What to do: validate checks the files and runs their tests, plan shows what would change, apply carries it out, drift says how the inbox differs, rollback takes an apply back.',
    required: true,
    values: MODES,
  },
  'working-directory': {
    description:
      'The folder to work in, relative to the root of the repository. An earlier step must check the repository out.',
    default: '.',
  },
  account: {
    description: 'Only these accounts: names, one a line or with commas between them; `*` is any run of characters.',
  },
  only: {
    description:
      'Only these rules, in plan and apply: names, one a line, or "one", "two"; `*` is any run of characters. Others count as unchanged.',
  },
  shard: {
    description:
      'Only this share of the accounts, for one of several jobs: I/N, such as 3/20. Adding or removing accounts does not move the rest.',
  },
  'base-url': {
    description:
      "The service's address, ending in /api/v1. Needs exactly one account; of several, inboxctl.yaml says the addresses.",
  },
  'api-key': {
    description:
      'The API key of the inbox. Needs exactly one account; those of several are in api-keys, or in variables that inboxctl.yaml names.',
    secret: true,
  },
  'api-keys': {
    description:
      'The API keys of several accounts: a line NAME=key for each variable that inboxctl.yaml names, or JSON. Keys of other variables INBOXCTL_… are masked and not used; anything else is an error.',
    secret: 'bundle',
  },
  'github-token': {
    description:
      'The token for comments and issues. Use the same kind in the jobs of plan and apply: a comment counts only if the same account wrote it.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of workflows
    default: '${{ github.token }}',
    secret: true,
  },
  comment: {
    description: 'Whether plan keeps a comment on the pull request, and apply adds the outcome to it.',
    default: 'true',
    values: BOOLEAN,
  },
  review: {
    description:
      'What a push may carry out. approved: what the plan of a merged pull request showed and an approval covers; shown: what it showed; none: all that the plan of the commit shows, also to undo edits in the web page. The same in the jobs of plan and apply.',
    default: 'shown',
    values: ['approved', 'shown', 'none'],
  },
  'signing-key': {
    description:
      'A secret of your own, the same in the jobs of plan and apply. It is needed if they have different API keys. Each line is a key: the first one signs, and reviews of the others still count, but for changes with secrets.',
    secret: true,
  },
  'allowed-hosts': {
    description:
      'Hosts that the API key may go to, one a line or with commas between them. Off the default branch, as in pull requests, an address that is not the input base-url needs its host here.',
  },
  'run-file': {
    description:
      'The snapshot of the run to take back, in rollback: the `run-file` of the apply, or a folder with it alone, relative to the root of the repository.',
    of: { modes: ['rollback'], required: true },
  },
  'run-id': {
    description: 'The workflow run that made the snapshot, in rollback: the number in its address.',
    of: { modes: ['rollback'], required: true },
  },
  expect: {
    description:
      'What a run by hand carries out, in apply and rollback: the digest of the whole plan, as a run without it showed. Left out: only show it.',
    of: { modes: ['apply', 'rollback'], required: false },
  },
} as const satisfies Record<string, InputDefinition>;

export const FAILURE_REASONS = [
  'invalid',
  'tests-failed',
  'unauthorized',
  'unreachable',
  'plan-changed',
  'refused',
  'apply-failed',
  'bug',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

export const OUTPUTS = {
  'has-changes': 'true if the plan has changes; of drift, if the inbox is not as declared.',
  creates: 'How many rules the plan creates.',
  replaces: 'How many rules the plan replaces.',
  deletes: 'How many rules the plan deletes.',
  digest: "The plan's digest: the same for the same changes.",
  'plan-file': 'The path of the plan as JSON.',
  'markdown-file': 'The path of the plan as Markdown.',
  'run-file': 'The path of the snapshot of an apply or a rollback. It is sealed, so it may be kept as an artifact.',
  'report-file': 'The path of what an apply or a rollback did, as JSON, with start, end and retries of each account.',
  superseded: 'true if apply carried nothing out, since the default branch has a newer commit.',
  'failure-reason': `Why the job failed: ${FAILURE_REASONS.join(', ')}.`,
} as const;

export type OutputName = keyof typeof OUTPUTS;
