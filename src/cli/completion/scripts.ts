/**
 * The scripts for the shells. At each TAB one asks `inboxctl completion SHELL -- LINE`, LINE being what is typed up to the cursor, and
 * reads what may come there: first `words`, `file` or `directory`, then the words, a line each. Files are left to the shell. zsh and
 * fish escape the words that they insert; bash does not, so it gets them escaped, for the part of the line that it replaces.
 */
import type { Shell } from './setup.ts';

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

// Where the condition does not hold, fish completes files.
const FISH = `function __inboxctl_words
    set -g __inboxctl_lines (inboxctl completion fish -- (commandline -cp | string collect) 2>/dev/null)
    test "$__inboxctl_lines[1]" = words
end
complete -c inboxctl -n __inboxctl_words -f -a '$__inboxctl_lines[2..]'`;

export const SCRIPTS: Record<Shell, string> = { bash: BASH, zsh: ZSH, fish: FISH };
