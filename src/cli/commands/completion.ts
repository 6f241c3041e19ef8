import { TEXT } from '../../report/formats.ts';
import type { ArgumentsOf, CommandDefinition, Invocation, Result } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts';
import { EXIT } from '../exit-code.ts';

/** The lines to run once, or to add to the file `where`. */
const SETUP: Record<Shell, { where: string; line: string }> = {
  bash: { where: 'put this line into ~/.bashrc', line: 'eval "$(inboxctl completion bash)"' },
  zsh: { where: 'put this line into ~/.zshrc, below compinit', line: 'eval "$(inboxctl completion zsh)"' },
  fish: { where: 'run this once', line: 'inboxctl completion fish > ~/.config/fish/completions/inboxctl.fish' },
};

export const definition = {
  arguments: [{ name: '<shell>', description: 'which shell: bash, zsh or fish', choices: SHELLS }],
  description:
    'Prints a script that lets the shell complete commands, options, their fixed values and file names when you press TAB.',
  options: [],
  examples: Object.fromEntries(SHELLS.map((shell) => [SETUP[shell].line, `${shell}: ${SETUP[shell].where}`])),
} as const satisfies CommandDefinition;

/** `inboxctl completion`: prints the script for a shell. */
export async function run({
  args: { shell },
  commands,
}: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<string>> {
  const { where, line } = SETUP[shell];
  // zsh looks for it in the first line.
  const tag = shell === 'zsh' ? '#compdef inboxctl\n' : '';
  const head = `# Completion of inboxctl for ${shell}. To set it up, ${where}:\n#   ${line}\n`;
  return { code: EXIT.done, document: `${tag}${head}\n${completionScript(shell, await commands())}\n`, formats: TEXT };
}
