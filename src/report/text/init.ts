/** What `init` wrote and what is left to do, for people. A command to copy stands on a line of its own. */

import { count } from '../../diagnostics/counts.ts';
import { escapeControl } from '../../diagnostics/escape-control.ts';
import { shellWord } from '../../diagnostics/shell-word.ts';
import type { LeftToDo, StartingFile } from '../../model/init.ts';
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

/** Numbered steps, to be taken in `folder` where that is another than the one that people are in. */
export function textNextSteps(
  files: readonly StartingFile[],
  left: LeftToDo,
  folder: string | null,
  options: TextOptions,
): string {
  const style = styleOf(options);
  const head = folder === null ? 'Next:' : `Next, in ${escapeControl(folder)}:`;
  const lines = nextSteps(files, left).flatMap(({ text, rows = [], commands }, index) => {
    const first = ` ${String(index + 1).padStart(2)}. `;
    const indent = ' '.repeat(first.length + 2);
    return [
      ...hang(first, text, style.width),
      ...rows.flatMap(([start, rest]) => hang(`${indent}${start}  `, rest, style.width)),
      ...commands.map((command) => indent + inStyle(escapeControl(command), style)),
    ];
  });
  return lines.length === 0 ? '' : `\n${[style.color.bold(head), ...lines].join('\n')}\n`;
}

interface NextStep {
  text: string;
  /** A table: the first column, as wide in all, and the second. */
  rows?: readonly [string, string][];
  commands: readonly string[];
}

function nextSteps(files: readonly StartingFile[], left: LeftToDo): NextStep[] {
  const { inbox, missing, unset } = left;
  const isUnread = inbox === 'not-said' || inbox === 'not-read';
  const written = files.filter(({ status }) => status === 'created' || status === 'extended');
  const workflows = (inbox === 'has-rules' ? written : files).filter(({ file }) => file.includes('.github/'));
  return [
    ...(inbox === 'empty' ? [WRITE_RULES] : []),
    // Before the pull, which writes over no file that git does not have.
    ...(written.length > 0 || isUnread ? [commitStep(written.length > 0, left)] : []),
    ...(unset.length > 0 ? [{ ...SET_VARIABLES, rows: variableRows(unset) }] : []),
    ...(missing.length > 0 ? [connectionStep(missing)] : []),
    ...(isUnread ? [PULL] : []),
    ...(workflows.length > 0 ? [ON_GITHUB] : []),
  ];
}

function commitStep(isWritten: boolean, { isInGit, projectFiles }: LeftToDo): NextStep {
  const add = `git add ${[...new Set(projectFiles.map(topOf))].map(shellWord).join(' ')}`;
  return {
    text: isWritten ? 'Commit it.' : 'Commit it, unless git has it already.',
    commands: [...(isInGit ? [] : ['git init']), add, 'git commit -m "Inbox rules as code"'],
  };
}

function connectionStep(missing: readonly string[]): NextStep {
  return {
    text: "Point inboxctl at your inbox. Make an API key in its settings, in the service's web page, with RULES_READ and RULES_WRITE.",
    commands: missing.map((name) => `export ${name}=${EXAMPLES[name] ?? '…'}`),
  };
}

const EXAMPLES: Record<string, string> = { INBOXCTL_BASE_URL: 'https://mail.example.com/api/v1' };

const WRITE_RULES: NextStep = {
  text: 'Write a rule, and say of a mail what the rules do to it: rules/example.yaml and tests/example.yaml show the forms. A plan shows what would change in the inbox. It only reads.',
  commands: ['inboxctl validate', 'inboxctl test', 'inboxctl plan'],
};

const SET_VARIABLES: NextStep = {
  text: "Set these variables before the next plan. Each is a URL that the service's web page shows; keep it where you keep secrets. Or run the command below, which writes the URLs into the files.",
  commands: ['inboxctl pull --inline-secrets'],
};

const PULL: NextStep = {
  text: 'Check that the inbox can be reached, write its live rules into files, and see what would change. Then commit what was pulled.',
  commands: ['inboxctl doctor', 'inboxctl pull', 'inboxctl plan'],
};

const ON_GITHUB: NextStep = {
  text: 'To plan in pull requests and apply on merge, give the workflows what they need: the action, variables and secrets. The guide "On GitHub" of inboxctl has the steps: docs/github.md.',
  commands: [],
};

/** The file or folder of the project, or above it, that a file is in. */
function topOf(file: string): string {
  return /^(?:\.\.\/)*[^/]+/.exec(file)?.[0] ?? file;
}

/** Names of rules that stand beside a variable. */
const MOST_NAMES = 3;

function variableRows(variables: readonly NewVariable[]): [string, string][] {
  const column = widest(variables.map(({ name }) => name));
  return variables.map((variable) => [variable.name.padEnd(column), variableUse(variable, MOST_NAMES)]);
}
