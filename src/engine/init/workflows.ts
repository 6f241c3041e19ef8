/** The workflows of GitHub Actions that a starting project has: one for pull requests, one for merges. */

export interface WorkflowSettings {
  /** The folder of the project in its repository, with `/`; empty at the root. */
  folder: string;
  /** One account is given its address and key as inputs; several have theirs from the project file and from variables. */
  isOneAccount: boolean;
  /** Of the addresses that stand in the project file. */
  hosts: readonly string[];
  /** Whether an address comes from INBOXCTL_BASE_URL. */
  isAddressGiven: boolean;
  /** Names of the variables that hold API keys. */
  keys: readonly string[];
  /** Names of the variables that the rules refer to. */
  references: readonly string[];
  /** Whether git's history decides what is deleted. */
  readsHistory: boolean;
}

/** Set on GitHub beside those that commands need. */
const SIGNING_KEY = 'INBOXCTL_SIGNING_KEY';
const HOST = 'INBOXCTL_HOST';
/** Where the job that applies finds keys that may write. */
export const ENVIRONMENT = 'inbox';

/** Files by their path from the root of the repository. */
export function workflowFiles(settings: WorkflowSettings): Record<string, string> {
  return {
    '.github/workflows/inboxctl-plan.yml': planWorkflow(settings),
    '.github/workflows/inboxctl-apply.yml': applyWorkflow(settings),
  };
}

/** What GitHub calls variables: what the workflows take that is no secret. */
export function workflowVariables({
  isOneAccount,
  isAddressGiven,
}: Pick<WorkflowSettings, 'isOneAccount' | 'isAddressGiven'>): string[] {
  if (!isAddressGiven) return [];
  return isOneAccount ? ['INBOXCTL_BASE_URL'] : ['INBOXCTL_BASE_URL', HOST];
}

/** The secrets that the workflows take. */
export function workflowSecrets({ keys, references }: Pick<WorkflowSettings, 'keys' | 'references'>): string[] {
  return [...new Set([...keys, SIGNING_KEY, ...references])];
}

function planWorkflow(settings: WorkflowSettings): string {
  return `# Shows in each pull request what merging it would change in the inbox, in a comment that is kept current.
${UNPUBLISHED}name: inboxctl plan

on:
  pull_request:
  # In a merge queue, so that a check that the default branch requires is there.
  merge_group:

# Nothing but what the job asks for.
permissions: {}

# The latest commit of a pull request is the one to look at.
concurrency:
  group: ${groupOf('plan', settings)}
  cancel-in-progress: true

jobs:
  plan:
    runs-on: ubuntu-latest
    timeout-minutes: 30 # GitHub's own limit is six hours
    permissions:
      contents: read # the checkout, and the project file as it was before the change
      pull-requests: write # the comment
    steps:
${checkout(settings)}
      - id: inboxctl
        uses: ${ACTION}
        with:
          mode: plan
${addressLines(settings)}${keyLines('The scope RULES_READ is enough. Pull requests from forks and of Dependabot are given none, and get checks only.', settings)}          # The same as in the workflow that applies, which knows by it what was reviewed.
${signingLine}${environmentLines(settings)}
      # The whole plan, where the comment has no room for it. Whoever can read the repository can read this too.
      - if: \${{ !cancelled() && steps.inboxctl.outputs.plan-file != '' }}
        uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        with:
          name: inboxctl-plan
          path: |
            \${{ steps.inboxctl.outputs.plan-file }}
            \${{ steps.inboxctl.outputs.markdown-file }}
`;
}

function applyWorkflow(settings: WorkflowSettings): string {
  return `# Carries out what merged pull requests showed: brings the inbox to what the default branch declares.
${UNPUBLISHED}name: inboxctl apply

on:
  # Every push, without paths: only the newest commit is carried out, so each one needs its run.
  push:
  # By hand: after a failure that is over, or to carry out what no pull request showed.
  workflow_dispatch:
    inputs:
      require-review:
        description: Carry out only what the plan of a merged pull request showed
        type: choice
        options: ['true', 'false']
        default: 'true'

# Nothing but what the job asks for.
permissions: {}

# One after the other: an apply under way is never cancelled. Of the runs that wait GitHub keeps the latest only; it
# carries out what was reviewed for the others too.
concurrency:
  group: ${groupOf('apply', settings)}
  cancel-in-progress: false

jobs:
  apply:
    if: github.ref == format('refs/heads/{0}', github.event.repository.default_branch)
    runs-on: ubuntu-latest
    timeout-minutes: 30 # GitHub's own limit is six hours
    # Made in the repository's settings, for the default branch only. It holds the key with RULES_WRITE, which takes the
    # place of the repository's secret of that name. With reviewers in it, each apply waits for one of them.
    environment: ${ENVIRONMENT}
    permissions:
      contents: read # the checkout, which commit is the newest, and which pull requests it came from
      pull-requests: write # the reviews in their comments, and to say there what became of them
    steps:
${checkout(settings)}
      - uses: ${ACTION}
        with:
          mode: apply
          # On a push: auto, which is true.
          require-review: \${{ inputs.require-review || 'auto' }}
${addressLines(settings)}${keyLines('Of the environment, with RULES_READ and RULES_WRITE.', settings)}          # The same as in the workflow that plans, which signs with it what it showed.
${signingLine}${environmentLines(settings)}`;
}

/** Goes once the action has a name of its own. */
const UNPUBLISHED = `#
# inboxctl is not published yet. Push a clone of it to a repository that your workflows may use, and write its name and
# the full hash of a commit of it in place of example-org/inboxctl and the zeros.
`;

const ACTION = `example-org/inboxctl@${'0'.repeat(40)} # the commit that you looked at`;

const signingLine = `          signing-key: \${{ secrets.${SIGNING_KEY} }}\n`;

/** No token stays behind for what runs afterwards. */
function checkout({ readsHistory }: WorkflowSettings): string {
  const depth = readsHistory
    ? '          fetch-depth: 0 # all commits: undeclared: declared-before reads them'
    : '          # With undeclared: declared-before add fetch-depth: 0, for all commits.';
  return `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false # no later step needs the token
${depth}
`;
}

/** One group for each project: what waits for another one of its group may be cancelled. */
function groupOf(name: string, { folder }: WorkflowSettings): string {
  const ref = `\${{ github.ref }}`;
  // A JSON string is one of YAML too.
  return folder === '' ? `inboxctl-${name}-${ref}` : JSON.stringify(`inboxctl-${name}-${folder}-${ref}`);
}

/** A pull request can change the project file, so where keys may go is said here. */
function addressLines({ folder, isOneAccount, isAddressGiven, hosts }: WorkflowSettings): string {
  const place = folder === '' ? '' : `          working-directory: ${JSON.stringify(folder)}\n`;
  if (isOneAccount && isAddressGiven) {
    return `${place}          # Said here, where the project file cannot change it: the key goes to this address only.
          base-url: \${{ vars.INBOXCTL_BASE_URL }}
`;
  }
  const allowed = [...hosts, ...(isAddressGiven ? [`\${{ vars.${HOST} }}`] : [])].join(', ');
  return `${place}          # Whatever the project file says, keys go to these hosts only.
          allowed-hosts: ${JSON.stringify(allowed)}
`;
}

function keyLines(which: string, { isOneAccount, keys }: WorkflowSettings): string {
  if (!isOneAccount) return '';
  return `          # ${which}\n          api-key: \${{ secrets.${keys[0]} }}\n`;
}

/** Only the step that needs them has them. */
function environmentLines({ isOneAccount, isAddressGiven, keys, references }: WorkflowSettings): string {
  const secrets = [...new Set(isOneAccount ? references : [...keys, ...references])];
  const lines = [
    ...(isAddressGiven && !isOneAccount ? [`INBOXCTL_BASE_URL: \${{ vars.INBOXCTL_BASE_URL }}`] : []),
    ...secrets.map((name) => `${name}: \${{ secrets.${name} }}`),
  ];
  const what = isOneAccount ? '' : 'for each API key, and ';
  const head = `One line ${what}for each variable that the rules refer to with { env: NAME }.`;
  if (lines.length === 0) return `        # env:\n        #   ${head}\n        #   NAME: \${{ secrets.NAME }}\n`;
  return `        env:\n          # ${head}\n${lines.map((line) => `          ${line}\n`).join('')}`;
}
