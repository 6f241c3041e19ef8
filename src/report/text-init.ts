/** What `init` wrote and what is left to do, for people. A command to copy stands on a line of its own. */
import type { NextStep, StartingFile } from '../model/init.ts';
import { harmless } from './harmless.ts';
import { count, hang } from './lines.ts';
import { type Style, styleOf, type TextOptions } from './style.ts';

const REMARKS: Record<StartingFile['status'], string> = {
  created: '',
  extended: 'lines were added',
  kept: 'kept',
  differs: 'kept, but not what this version writes',
};

/** Takes the files; gives a line for each and the counts. */
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
  return hang(`  ${signs[status]} `, harmless(file) + remark, style.width);
}

/**
 * Takes what to do next, and the folder to do it in where that is another than the one that people are in; gives numbered
 * steps.
 */
export function textNextSteps(steps: readonly NextStep[], folder: string | null, options: TextOptions): string {
  const style = styleOf(options);
  const head = folder === null ? 'Next:' : `Next, in ${harmless(folder)}:`;
  const lines = steps.flatMap((step, index) => {
    const { text, commands } = wordsFor(step);
    const first = `  ${index + 1}. `;
    const indent = ' '.repeat(first.length + 2);
    return [
      ...hang(first, text, style.width),
      ...commands.map((command) => indent + harmless(command).replaceAll('…', style.dots)),
    ];
  });
  return steps.length === 0 ? '' : `\n${[style.color.bold(head), ...lines].join('\n')}\n`;
}

function wordsFor(step: NextStep): { text: string; commands: readonly string[] } {
  switch (step.step) {
    case 'set-connection':
      return {
        text: "Say where the inbox is. A key is made in its settings, in the service's web page; give it RULES_READ and RULES_WRITE.",
        commands: step.missing.map((name) => `export ${name}=${EXAMPLES[name] ?? '…'}`),
      };
    case 'check-connection':
      return { text: 'See whether the inbox can be reached.', commands: ['inboxctl doctor'] };
    case 'pull':
      return { text: 'Write the live rules into files.', commands: ['inboxctl pull'] };
    case 'write-rules':
      return { text: 'Write a rule: rules/example.yaml shows the form.', commands: ['inboxctl validate'] };
    case 'plan':
      return { text: 'See what would change in the inbox; nothing is sent.', commands: ['inboxctl plan'] };
    case 'set-variables':
      return {
        text: 'Keep the values of these variables where you keep secrets, and set them: the rules refer to them.',
        commands: step.names.map((name) => `export ${name}=…`),
      };
    case 'store-on-github':
      return {
        text: "Give the workflows what they need: in the repository's settings on GitHub, or with its command line.",
        commands: [
          ...step.variables.map((name) => `gh variable set ${name}`),
          ...step.secrets.map((name) => `gh secret set ${name}`),
        ],
      };
    case 'git-init':
      return { text: 'Keep it in git.', commands: ['git init'] };
    case 'commit':
      return {
        text: 'Commit it.',
        commands: [`git add ${step.files.map(quoted).join(' ')}`, 'git commit -m "Inbox rules as code"'],
      };
  }
}

const EXAMPLES: Record<string, string> = { INBOXCTL_BASE_URL: 'https://mail.example.com/api/v1' };

/** As a shell reads it back. */
function quoted(file: string): string {
  return /^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
