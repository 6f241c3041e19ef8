/** The workflows of GitHub Actions that a starting project has: one for pull requests, one for merges. */

export interface WorkflowSettings {
  /** The version of inboxctl to run. */
  version: string;
  /** The folder of the project in its repository, with `/`; empty at the root. */
  folder: string;
  /** Names of what is no secret, and of what is. */
  variables: readonly string[];
  secrets: readonly string[];
}

/** Files by their path from the root of the repository. */
export function workflowFiles(settings: WorkflowSettings): Record<string, string> {
  return {
    '.github/workflows/inboxctl-plan.yml': planWorkflow(settings),
    '.github/workflows/inboxctl-apply.yml': applyWorkflow(settings),
  };
}

function planWorkflow(settings: WorkflowSettings): string {
  return `# Checks the rules of each pull request, and shows what merging it would change in the inbox.
${unpublished(settings)}name: inboxctl plan

on: pull_request

permissions:
  contents: read

concurrency:
  group: inboxctl-plan-\${{ github.ref }}
  cancel-in-progress: true
${folderLines(settings)}
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
${SETUP}      - run: npx --yes ./inboxctl-${settings.version}.tgz validate

  plan:
    needs: validate
    # Pull requests from forks and of Dependabot are given no secrets, and there is no plan without them.
    if: github.event.pull_request.head.repo.full_name == github.repository && github.actor != 'dependabot[bot]'
    runs-on: ubuntu-latest
    # Whoever may push a branch can change \`baseUrl\` in inboxctl.yaml, or this file, and so where the API key is sent. To
    # guard it, make it a secret of an environment with reviewers, and name that here.
    # environment: inbox-plan
    steps:
${SETUP}      - run: npx --yes ./inboxctl-${settings.version}.tgz plan
${environmentLines(settings)}`;
}

function applyWorkflow(settings: WorkflowSettings): string {
  return `# Brings the inbox to what the default branch declares, whenever something is merged.
${unpublished(settings)}name: inboxctl apply

on:
  push:
  # By hand too: after a failure that is over, or after changes in the web page.
  workflow_dispatch:

permissions:
  contents: read

# One after the other: an apply under way is never cancelled.
concurrency:
  group: inboxctl-apply-\${{ github.ref }}
  cancel-in-progress: false
${folderLines(settings)}
jobs:
  apply:
    if: github.ref == format('refs/heads/{0}', github.event.repository.default_branch)
    runs-on: ubuntu-latest
    # To have each apply approved, make an environment with reviewers in the repository's settings, and name it here.
    # environment: inbox
    steps:
${SETUP}      - run: npx --yes ./inboxctl-${settings.version}.tgz apply --yes
${environmentLines(settings)}`;
}

/** Goes once the program is on npm: until then, whoever takes its name there would be given the API key. */
function unpublished({ version }: WorkflowSettings): string {
  return `#
# inboxctl is not on npm yet. In a clone of it, \`npm ci && npm run build && npm pack\` makes inboxctl-${version}.tgz: commit
# that file beside inboxctl.yaml, and it is what runs here.
`;
}

/** The whole history: `undeclared: declared-before` reads it. No credentials stay behind for what runs afterwards. */
const SETUP = `      - uses: actions/checkout@v6
        with: { fetch-depth: 0, persist-credentials: false }
      - uses: actions/setup-node@v6
        with: { node-version: 24 }
`;

function folderLines({ folder }: WorkflowSettings): string {
  if (folder === '') return '';
  // A JSON string is one of YAML too.
  return `\ndefaults:\n  run:\n    working-directory: ${JSON.stringify(folder)}\n`;
}

/** Only the step that needs them has them. */
function environmentLines({ variables, secrets }: WorkflowSettings): string {
  const lines = [
    '          # One line for each variable that the rules refer to with { env: NAME }, and for each API key.',
    ...variables.map((name) => `          ${name}: \${{ vars.${name} }}`),
    ...secrets.map((name) => `          ${name}: \${{ secrets.${name} }}`),
  ];
  return `        env:\n${lines.join('\n')}\n`;
}
