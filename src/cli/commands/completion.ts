import { bash, fish, zsh } from '@optique/core/completion';
import type { Command } from '../command.ts';
import { SETUP, type Shell } from '../completion/setup.ts';
import { EXIT } from '../exit-code.ts';
import { userError } from '../user-error.ts';

const WRITERS = { bash, zsh, fish };

/** `inboxctl completion`: prints the script for a shell. At each TAB the script asks `inboxctl completion SHELL -- …`. */
export const completion: Command = async ({ io, args }) => {
  const [name = ''] = args;
  if (!Object.hasOwn(WRITERS, name)) throw userError({ code: 'shell-unknown', args: { name } });
  io.stdout.write(script(name as Shell));
  return EXIT.done;
};

function script(shell: Shell): string {
  const { where, line } = SETUP[shell];
  const head = `# Completion of inboxctl for ${shell}. To set it up, ${where}:\n#   ${line}\n`;
  const lines = WRITERS[shell].generateScript('inboxctl', ['completion', shell, '--']).trim();
  // zsh looks for `#compdef` in the first line.
  const [, tag = '', rest = ''] = /^(#compdef .*\n)?([\s\S]*)$/.exec(lines) ?? [];
  return `${tag}${head}\n${rest}\n`;
}
