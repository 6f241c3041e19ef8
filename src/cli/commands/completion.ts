import { TEXT } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { SCRIPTS } from '../completion/scripts.ts';
import { SETUP } from '../completion/setup.ts';
import { EXIT } from '../exit-code.ts';

/** `inboxctl completion`: prints the script for a shell. */
export async function completion({ args: { shell } }: Invocation<Arguments<'completion'>>): Promise<Result<string>> {
  const { where, line } = SETUP[shell];
  // zsh looks for it in the first line.
  const tag = shell === 'zsh' ? '#compdef inboxctl\n' : '';
  const head = `# Completion of inboxctl for ${shell}. To set it up, ${where}:\n#   ${line}\n`;
  return { code: EXIT.done, document: `${tag}${head}\n${SCRIPTS[shell]()}\n`, formats: TEXT };
}
