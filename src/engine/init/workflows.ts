/** The workflows that `init` writes, those of examples/workflows for one inbox, and what a project must add to them. */
import APPLY from '../../../examples/workflows/apply.yml';
import PLAN from '../../../examples/workflows/plan.yml';
import type { NextStep } from '../../model/init.ts';

export interface WorkflowNeeds {
  isOneAccount: boolean;
  /** Hosts of the addresses in the project file. */
  hosts: readonly string[];
  /** Whether an address comes from INBOXCTL_BASE_URL. */
  isAddressGiven: boolean;
  /** Names of the variables that hold API keys. */
  keys: readonly string[];
  /** Names of the variables that the rules refer to. */
  references: readonly string[];
  /** The root of the repository, from the working directory, where git knows no remote; else null. */
  rootWithoutRemote: string | null;
}

/** The environment that the workflow for applying names. */
const ENVIRONMENT = 'inbox';

/** Files by their path from the root of the repository. `folder` is the project's, with `/`; empty at the root. */
export function workflowFiles(folder: string): Record<string, string> {
  return {
    '.github/workflows/inboxctl-plan.yml': inFolder(PLAN, folder),
    '.github/workflows/inboxctl-apply.yml': inFolder(APPLY, folder),
  };
}

/** A group of its own for each project: what waits for another run of its group may be cancelled. */
function inFolder(text: string, folder: string): string {
  if (folder === '') return text;
  // A JSON string is one of YAML too.
  return text
    .replace(/(?<= group: )(inboxctl-\w+)-(.*)/, (_, group, ref) => JSON.stringify(`${group}-${folder}-${ref}`))
    .replace(/(?<= working-directory: )\./, () => JSON.stringify(folder));
}

/** The host of a repository that GitHub's workflows are of no use for; null where it may be on GitHub. */
export function otherForge(hosts: readonly string[]): string | null {
  if (hosts.some((host) => host.includes('github'))) return null;
  return hosts.find((host) => /gitlab|bitbucket|codeberg|gitea|forgejo|azure|visualstudio|sr\.ht/.test(host)) ?? null;
}

/** What is left to do on GitHub. The address and key of one account are inputs; those of several come from variables. */
export function workflowSteps(needs: WorkflowNeeds): NextStep[] {
  const { isOneAccount, hosts, isAddressGiven, keys, references } = needs;
  if (isOneAccount) {
    const own =
      references.length === 0 ? [] : [{ step: 'extend-workflows', variables: [], secrets: references } as const];
    return [ACTION, ...own, ...settingsSteps(['INBOXCTL_BASE_URL'], ['INBOXCTL_API_KEY'], references, needs)];
  }
  const address = isAddressGiven ? ['INBOXCTL_BASE_URL'] : [];
  const host = isAddressGiven ? ['INBOXCTL_HOST'] : [];
  return [
    ACTION,
    { step: 'allow-hosts', hosts: [...hosts, ...host.map((name) => `\${{ vars.${name} }}`)] },
    { step: 'extend-workflows', variables: address, secrets: [...new Set([...keys, ...references])] },
    ...settingsSteps([...address, ...host], keys, references, needs),
  ];
}

const ACTION: NextStep = { step: 'name-action' };

function settingsSteps(
  variables: string[],
  keys: readonly string[],
  references: readonly string[],
  { rootWithoutRemote }: WorkflowNeeds,
): NextStep[] {
  return [
    {
      step: 'store-on-github',
      rootWithoutRemote,
      variables,
      secrets: [...new Set([...keys, 'INBOXCTL_SIGNING_KEY', ...references])],
    },
    { step: 'make-environment', name: ENVIRONMENT, keys },
    { step: 'push' },
  ];
}
