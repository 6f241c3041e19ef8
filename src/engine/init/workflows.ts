/** The workflows that `init` writes: those of examples/workflows for one inbox. */
import APPLY from '../../../examples/workflows/apply.yml';
import PLAN from '../../../examples/workflows/plan.yml';

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
