/** The completion scripts, made from the definitions of the commands. They never start the program. */
import { type Command, option } from '../command.ts';
import { config, directory } from '../options.ts';

/** What is completed: the names of all commands, and `lines` makes lines for each of them and for the start of a line. */
interface Completed {
  names: readonly string[];
  lines: (made: (of: ReturnType<typeof completedOf>) => string | string[]) => string;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  const names = [...commands.map(({ name }) => name), 'help'];
  /** The beginning of a line, where options may come before the command. */
  const start: Command = {
    name: '',
    summary: '',
    description: '',
    arguments: [{ name: '<command>', description: '', choices: names }],
    options: [directory, config, option('--version', 'print the version')],
    examples: {},
  };
  const help: Command = { ...start, name: 'help', summary: 'prints the help of a command', options: [] };
  const completed = [start, ...commands, help].map(completedOf);
  return SCRIPTS[shell]({ names, lines: (made) => completed.flatMap(made).join('\n') });
}

function completedOf({ name, summary, options, arguments: operands = [] }: Command) {
  return {
    name,
    summary,
    operands: operands.map((operand) => ({ name: operand.name, choices: operand.choices?.join(' ') ?? '' })),
    options: [...options, option('-h, --help', 'print the help')].map(({ flags, description, choices = [] }) => {
      const [, short, long = '', value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.+)>)?$/.exec(flags) ?? [];
      return { short, long, value, description, choices: choices.join(' ') };
    }),
  };
}

const isPath = (name: string) => /file|path|dir/i.test(name);

// With an empty `words` the shell completes files; a space stands for nothing at all. bash splits `--format=j` at the `=`.
const bash = ({ names, lines }: Completed) => `_inboxctl() {
  local word=\${2#=} before=$3 command= options= words= one
  [[ $before == = ]] && before=\${COMP_WORDS[COMP_CWORD-2]}
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $one in ${names.join(' | ')}) command=$one; break ;; esac
  done
  case "$command $before" in
    *'>' | *'<') ;;
${lines(({ name, options, operands }) => [
  ...options.flatMap(({ short, long, value, choices }) => {
    if (value === undefined) return [];
    const flags = [short, long].flatMap((flag) => (flag === undefined ? [] : `'${name} ${flag}'`));
    return `    ${flags.join(' | ')}) words='${choices || (isPath(value) ? '' : ' ')}' ;;`;
  }),
  `    '${name} '*) options='${options.map(({ long }) => long).join(' ')}' words=${
    operands.some((one) => one.choices !== '' || isPath(one.name))
      ? `'${operands.map(({ choices }) => choices).join(' ')}'`
      : '$options'
  } ;;`,
])}
  esac
  [[ $word == -* ]] && words=\${options:-$words}
  [[ -z $words ]] || compopt +o default 2>/dev/null
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _inboxctl inboxctl`;

const inZsh = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const zshAction = (name: string, choices: string) => (choices ? `(${choices})` : isPath(name) ? '_files' : ' ');

const zsh = ({ names, lines }: Completed) => `_inboxctl() {
  local -a before=($words[2,CURRENT-1]) names=(
${lines(({ name, summary }) => (name === '' ? [] : `    ${inZsh(`${name}:${summary}`)}`))}
  )
  case $before[(r)(${names.join('|')})] in
${lines(({ name, options, operands }) => {
  const flags = options.map(({ short, long, value, description, choices }) => {
    const spec = `[${description.replace(/[[\]\\]/g, '\\$&')}]${value === undefined ? '' : `:${value}:${zshAction(value, choices)}`}`;
    const flag = `${long}${value === undefined ? '' : '='}`;
    return `'*'${short === undefined ? flag : `{${short},${flag}}`}${inZsh(spec)}`;
  });
  const words = operands.map((one, index) => {
    const place = one.name.includes('...') ? '*' : index + 2;
    return inZsh(`${place}:${one.name.replace(/\W/g, '')}:${zshAction(one.name, one.choices)}`);
  });
  const all = name === '' ? [inZsh('1:command:{_describe command names}')] : [inZsh('1: : '), ...words];
  return `    ${inZsh(name)}) _arguments -S ${[...flags, ...all].join(' ')} ;;`;
})}
  esac
}
if [[ $funcstack[1] == _inboxctl ]]; then _inboxctl "$@"; else compdef _inboxctl inboxctl; fi`;

const inFish = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

const fish = ({ names, lines }: Completed) => `complete -c inboxctl -f
${lines(({ name, summary, options, operands }) => {
  const first = `not __fish_seen_subcommand_from ${names.join(' ')}`;
  const when = (condition: string) => `complete -c inboxctl -n ${inFish(condition)}`;
  const line = when(name === '' ? first : `__fish_seen_subcommand_from ${name}`);
  const words = operands.flatMap((one) =>
    one.choices ? `${line} -a '${one.choices}'` : isPath(one.name) ? `${line} -F` : [],
  );
  return [
    ...options.map(({ short, long, value, description, choices }) => {
      const takes = value === undefined ? '' : choices ? ` -x -a '${choices}'` : isPath(value) ? ' -r -F' : ' -x';
      return `${line}${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${long.slice(2)}${takes} -d ${inFish(description)}`;
    }),
    ...(name === '' ? [] : [...words, `${when(first)} -a ${name} -d ${inFish(summary)}`]),
  ];
})}`;

const SCRIPTS: Record<Shell, (completed: Completed) => string> = { bash, zsh, fish };
