import { bash, fish, zsh } from '@optique/core/completion';
import { TEXT } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { SETUP, type Shell } from '../completion/setup.ts';
import { EXIT } from '../exit-code.ts';

const WRITERS = { bash, zsh, fish };

/** `inboxctl completion`: prints the script for a shell. At each TAB the script asks `inboxctl completion SHELL -- …`. */
export async function completion({ args: { shell } }: Invocation<Arguments<'completion'>>): Promise<Result<string>> {
  return { code: EXIT.done, document: script(shell), formats: TEXT };
}

/** Where the script for bash takes a word as it is: names of rules have spaces, which bash must not split at. */
const TAKEN = '      COMPREPLY+=("$line")';
const QUOTED = `      if [[ -z "$__quote" && "$line" == *[!-A-Za-z0-9_@%+=:,./]* ]]; then printf -v line %q "$line"; fi\n`;

function script(shell: Shell): string {
  const { where, line } = SETUP[shell];
  const head = `# Completion of inboxctl for ${shell}. To set it up, ${where}:\n#   ${line}\n`;
  const made = WRITERS[shell].generateScript('inboxctl', ['completion', shell, '--']).trim();
  const lines = shell === 'bash' ? made.replace(TAKEN, QUOTED + TAKEN) : made;
  // zsh looks for `#compdef` in the first line.
  const [, tag = '', rest = ''] = /^(#compdef .*\n)?([\s\S]*)$/.exec(lines) ?? [];
  return `${tag}${head}\n${rest}\n`;
}
