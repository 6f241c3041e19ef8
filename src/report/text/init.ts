/** What `init` wrote and what is left to do, for people. A command to copy stands on a line of its own. */

import { count } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import type { NextStep, StartingFile } from '../../model/init.ts';
import type { NewVariable } from '../../model/pull.ts';
import { hang } from '../lines.ts';
import { inStyle, type Style, styleOf, type TextOptions } from '../style.ts';
import { widest } from '../width.ts';
import { variableUse } from './pull.ts';

const REMARKS: Record<StartingFile['status'], string> = {
  created: '',
  extended: 'lines were added',
  kept: 'kept',
  differs: 'kept, but not what this version writes',
};

/** A line for each file, the counts last. */
export function textStartingFiles(files: readonly StartingFile[], options: TextOptions): string {
  const style = styleOf(options);
  const number = (...wanted: StartingFile['status'][]) => files.filter(({ status }) => wanted.includes(status)).length;
  const [created, extended, kept] = [number('created'), number('extended'), number('kept', 'differs')];
  const counts = [
    `${count(created, 'file')} created`,
    ...(extended > 0 ? [`${extended} changed`] : []),
    ...(kept > 0 ? [`${kept} kept as ${kept === 1 ? 'it was' : 'they were'}`] : []),
  ].join(', ');
  return `${[...files.flatMap((file) => fileLines(file, style)), `${counts}.`].join('\n')}\n`;
}

function fileLines({ file, status }: StartingFile, style: Style): string[] {
  const { color } = style;
  const signs = { created: color.green('+'), extended: color.yellow('~'), kept: ' ', differs: ' ' };
  const remark = REMARKS[status] === '' ? '' : `  ${color.dim(`(${REMARKS[status]})`)}`;
  return hang(`  ${signs[status]} `, escapeControl(file) + remark, style.width);
}

/**
 * Takes what to do next, and the folder to do it in where that is another than the one that people are in; gives numbered
 * steps.
 */
export function textNextSteps(steps: readonly NextStep[], folder: string | null, options: TextOptions): string {
  const style = styleOf(options);
  const head = folder === null ? 'Next:' : `Next, in ${escapeControl(folder)}:`;
  const lines = steps.flatMap((step, index) => {
    const { text, rows = [], commands } = wordsFor(step);
    const first = ` ${String(index + 1).padStart(2)}. `;
    const indent = ' '.repeat(first.length + 2);
    return [
      ...hang(first, text, style.width),
      ...rows.flatMap(([start, rest]) => hang(`${indent}${start}  `, rest, style.width)),
      ...commands.map((command) => indent + inStyle(escapeControl(command), style)),
    ];
  });
  return steps.length === 0 ? '' : `\n${[style.color.bold(head), ...lines].join('\n')}\n`;
}

interface Words {
  text: string;
  /** A table: the first column, as wide in all, and the second. */
  rows?: readonly [string, string][];
  commands: readonly string[];
}

function wordsFor(step: NextStep): Words {
  switch (step.step) {
    case 'set-connection':
      return {
        text: "Point inboxctl at your inbox. Make an API key in its settings, in the service's web page, with RULES_READ and RULES_WRITE.",
        commands: step.missing.map((name) => `export ${name}=${EXAMPLES[name] ?? '…'}`),
      };
    case 'check-connection':
      return { text: 'Check that the inbox can be reached.', commands: ['inboxctl doctor'] };
    case 'pull':
      return { text: 'Write the live rules into files.', commands: ['inboxctl pull'] };
    case 'write-rules':
      return { text: 'Write a rule: rules/example.yaml shows the form.', commands: ['inboxctl validate'] };
    case 'write-tests':
      return {
        text: 'Say of a mail what the rules do to it: tests/example.yaml shows the form.',
        commands: ['inboxctl test'],
      };
    case 'plan':
      return { text: 'See what would change in the inbox. This only reads.', commands: ['inboxctl plan'] };
    case 'set-variables':
      return {
        text: "Set these variables before the next plan. Each is a URL that the service's web page shows; keep it where you keep secrets. Or run the command below, which writes the URLs into the files.",
        rows: variableRows(step.variables),
        commands: ['inboxctl pull --inline-secrets'],
      };
    case 'allow-hosts':
      return {
        text: 'The workflows are for one inbox, and this project has several. In the steps that run inboxctl, write this in place of `base-url:` and `api-key:`.',
        commands: [`allowed-hosts: ${JSON.stringify(step.hosts.join(', '))}`],
      };
    case 'name-action':
      return {
        text: 'No action is published yet. Push a clone of inboxctl to a repository that your workflows may use. In both workflows, write its name and the full hash of a commit in place of `example-org/inboxctl` and the zeros.',
        commands: [],
      };
    case 'extend-workflows':
      return {
        text: 'In the steps of the workflows that run inboxctl, uncomment `env:`, and add these lines below it unless they are there.',
        commands: [
          ...step.variables.map((name) => `${name}: \${{ vars.${name} }}`),
          ...step.secrets.map((name) => `${name}: \${{ secrets.${name} }}`),
        ],
      };
    case 'store-on-github': {
      const root = step.rootWithoutRemote;
      const made = root === null ? '' : ' The first command makes the repository: git knows no remote yet.';
      return {
        text: `Give the workflows what they need: in the repository's settings on GitHub, or with its command line. An API key with RULES_READ is enough here. INBOXCTL_SIGNING_KEY is a long random text of your own: apply checks with it what plan signed.${made}`,
        commands: [
          ...(root === null ? [] : [`gh repo create --private --source ${shellWord(root)}`]),
          ...step.variables.map((name) => `gh variable set ${name}`),
          ...step.secrets.map((name) => `gh secret set ${name}`),
        ],
      };
    }
    case 'make-environment':
      return {
        text: `Make an environment named ${step.name} there (Settings, Environments), for the default branch only. Its API key has RULES_READ and RULES_WRITE.`,
        commands: step.keys.map((name) => `gh secret set ${name} --env ${step.name}`),
      };
    case 'push':
      return {
        text: 'Commit the workflows as they are now, and push. Then edit a rule on a branch, and open a pull request: its first comment is the plan, and the merge applies it.',
        commands: ['git commit -a -m "Plan and apply on GitHub"', 'git push --set-upstream origin HEAD'],
      };
    case 'git-init':
      return { text: 'Keep it in git.', commands: ['git init'] };
    case 'commit':
      return {
        text: 'Commit it.',
        commands: [`git add ${step.files.map(shellWord).join(' ')}`, COMMIT],
      };
    case 'commit-pulled':
      return {
        text: `Commit what was pulled; ${step.perhaps.map(escapeControl).join(' and ')} is there only if a text is long.`,
        commands: [
          `git add ${step.surely.map(shellWord).join(' ')}`,
          ...step.perhaps.map((file) => `git add ${shellWord(file)}`),
          COMMIT,
        ],
      };
  }
}

const COMMIT = 'git commit -m "Inbox rules as code"';

/** Names of rules that stand beside a variable. */
const MOST_NAMES = 3;

function variableRows(variables: readonly NewVariable[]): [string, string][] {
  const column = widest(variables.map(({ name }) => name));
  return variables.map((variable) => [variable.name.padEnd(column), variableUse(variable, MOST_NAMES)]);
}

const EXAMPLES: Record<string, string> = { INBOXCTL_BASE_URL: 'https://mail.example.com/api/v1' };
