import { TEXT } from '../../report/formats.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { SETUP, type Shell } from '../completion/setup.ts';
import { EXIT } from '../exit-code.ts';

/** `inboxctl completion`: prints the script for a shell. */
export async function completion({ args: { shell } }: Invocation<Arguments<'completion'>>): Promise<Result<string>> {
  const { where, line } = SETUP[shell];
  // zsh looks for it in the first line.
  const tag = shell === 'zsh' ? '#compdef inboxctl\n' : '';
  const head = `# Completion of inboxctl for ${shell}. To set it up, ${where}:\n#   ${line}\n`;
  return { code: EXIT.done, document: `${tag}${head}\n${SCRIPTS[shell]}\n`, formats: TEXT };
}

/*
 * At each TAB a script asks `inboxctl completion SHELL -- LINE` for what may come at the cursor. LINE is what is typed up to
 * there. The answer begins with `words`, `file` or `directory`; words follow, a line each. The shell completes files itself. zsh
 * and fish escape the words that they insert. bash does not, so it gets them escaped, for the part of the line that it replaces.
 */

const BASH = `_inboxctl() {
  local kind line
  COMPREPLY=()
  {
    IFS= read -r kind
    while IFS= read -r line; do COMPREPLY+=("$line"); done
  } < <(inboxctl completion bash -- "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
  case $kind in
    words) compopt +o default ;;
    directory) compopt +o default -o dirnames ;;
  esac 2>/dev/null
}
complete -o default -F _inboxctl inboxctl`;

const ZSH = `_inboxctl() {
  local -a lines
  lines=("\${(@f)$(inboxctl completion zsh -- "\${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}")
  case $lines[1] in
    words)
      local -a texts=("\${(@)lines[2,-1]%%$'\\t'*}") shown=("\${(@)lines[2,-1]/$'\\t'/  -- }")
      compadd -l -d shown -a texts
      ;;
    file) compset -P 1 '--*='; _files ;;
    directory) compset -P 1 '--*='; _directories ;;
  esac
}
if [[ $funcstack[1] == _inboxctl ]]; then _inboxctl "$@"; else compdef _inboxctl inboxctl; fi`;

// If the condition does not hold, fish completes files.
const FISH = `function __inboxctl_words
    set -g __inboxctl_lines (inboxctl completion fish -- (commandline -cp | string collect) 2>/dev/null)
    test "$__inboxctl_lines[1]" = words
end
complete -c inboxctl -n __inboxctl_words -f -a '$__inboxctl_lines[2..]'`;

const SCRIPTS: Record<Shell, string> = { bash: BASH, zsh: ZSH, fish: FISH };
