/** The ways on from drift: to adopt, to ignore or to revert it, with what to type. */

import { shellWord } from '../../diagnostics/shell-word.ts';
import { fenced } from '../../report/markdown/escape.ts';
import type { Target } from '../comment/marker.ts';

const IGNORE = `- **Ignore it.** In \`inboxctl.yaml\`, \`ignore\` names rules that are never touched, and \`ignoreDifferences\` fields that do not count:

${indented(
  fenced(
    `ignore: ["Cold Email*"]
ignoreDifferences: [{ rule: "Archive *", fields: ["actions/*/fields/folderName"] }]`,
    'yaml',
  ),
)}`;

const REVERT =
  '- **Revert it.** Run the workflow that applies by hand, with `require-review: false`: it brings the inbox back to what the files of the default branch say. Whatever is merged next does so too, for the changes that its plan shows.';

/** In an issue. `isAlone`: a pull request was not asked for. */
export function waysFrom(target: Target, isAlone: boolean): string {
  const adopt = `- **Adopt it.** In a clone of this repository, with the API key in the environment, this writes the inbox into the files; commit what it wrote.${isAlone ? ' With `drift-report: pull-request` this job does it.' : ''}

${indented(fenced(pullCommand(target), 'sh'))}`;
  return ['### What to do', '', adopt, '', IGNORE, '', REVERT].join('\n');
}

/** In a pull request that adopts it. */
export function waysFromAdoption(): string {
  const adopt =
    '- **Adopt it.** Merge this pull request: the files then say what is in the inbox. Its branch is written anew as long as the inbox changes. If others add commits to it, it is left as it is, and the next run opens another pull request. Where it was made with the token of the job, no workflow runs on it until somebody closes and reopens it.';
  const ignore = `${IGNORE}\n\n  This pull request is closed when nothing else differs.`;
  return ['### What to do', '', adopt, '', ignore, '', `${REVERT} This pull request is closed then.`].join('\n');
}

function pullCommand({ workingDirectory, config, accounts, shard }: Target): string {
  const words = [
    ...(workingDirectory === '.' ? [] : ['-C', workingDirectory]),
    ...(config === null ? [] : ['--config', config]),
    ...accounts.flatMap((account) => ['--account', account]),
    ...(shard === undefined ? [] : ['--shard', shard]),
  ];
  return ['inboxctl pull --prune', ...words.map(shellWord)].join(' ');
}

/** Below an item of a list. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
