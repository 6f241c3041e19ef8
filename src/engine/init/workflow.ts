/** The workflow for GitHub Actions: the name of its file, and its text, by the folder of the project and its accounts. */
import { createHash } from 'node:crypto';
import WORKFLOW from '../../../examples/workflows/inboxctl.yml';

const MOST_IN_A_JOB = 100;

/** The workflow, by its path. `folder`: the project's, with `/`; names of checks and artifacts begin with it. */
export function workflowFile(folder: string, accounts: number): Record<string, string> {
  const name = folder === '' ? 'inboxctl' : `inboxctl-${nameOf(folder)}`;
  const key = name.replace('inboxctl', 'INBOXCTL_API_KEY').replace(/\W/g, '_').toUpperCase();
  const where = folder === '' ? '.' : JSON.stringify(folder); // which is YAML too
  const here = WORKFLOW.replace(/(?<=(?:name|group|default): )inboxctl\b/g, name)
    .replaceAll('INBOXCTL_API_KEY', key)
    .replace(/(?<= working-directory: )\./g, () => where);
  const ofAll = accounts > 1 ? uncommented(here.replace(/\S.* # one inbox$/gm, '# $&'), 'several inboxes') : here;
  const text = accounts > MOST_IN_A_JOB ? uncommented(ofAll, 'above 100 inboxes') : ofAll;
  return { [`.github/workflows/${name}.yml`]: text };
}

function uncommented(text: string, mark: string): string {
  return text.replace(new RegExp(`# (.*) # ${mark}$`, 'gm'), '$1');
}

/** Two folders have two names, and each is fine in names of files and artifacts. */
function nameOf(folder: string): string {
  if (/^[\w.]+([-/][\w.]+)*$/.test(folder)) return folder.replaceAll('/', '--');
  return `${folder.replace(/[^\w.]+/g, '-')}-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`;
}

/** A workflow with the version of the action that an edited one names. */
export function pinnedAs(text: string, edited: string): string {
  const [action] = /(?<= id: inboxctl\s+uses: ).*/.exec(edited) ?? [];
  return action === undefined ? text : text.replace(/(?<= uses: )example-org\/.*/g, () => action);
}
