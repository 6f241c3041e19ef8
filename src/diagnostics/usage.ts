/** Problems with a command line. The value of an unknown option is never shown, because it may be a key. */
import { joined, list, ours, type Parts, say, short, type Topic, theirs, typed } from './message.ts';

/** What to do. `text` is a command line, an option, names or a reason of ours, and behind it words to type. */
const REMEDIES = {
  run: (text: Parts) => say`Run \`${text}\`.`,
  write: (text: Parts) => say`Write ${text}.`,
  meant: (text: Parts) => say`Did you mean \`${text}\`?`,
  bare: (text: Parts) => say`Leave the name of the option out, and give ${text} alone.`,
  format: (text: Parts) =>
    say`Use --format with one of: ${text}. To write to a file, put \`> FILE\` behind the command.`,
  saved: () => say`A plan is saved first: run \`inboxctl plan --output plan.json\`, then \`inboxctl apply plan.json\`.`,
  whole: () => say`It takes no part: a run is taken back as a whole. To look first: inboxctl rollback --dry-run`,
  keeps: () =>
    say`What no file declares is deleted: \`undeclared: keep\` in inboxctl.yaml keeps it, \`ignore\` single rules.`,
  switch: () => say`The API cannot switch a rule on or off: do it in the service's web page.`,
  of: (text: Parts) => say`Commands with this option: ${text}.`,
  commands: (text: Parts) => say`The commands: ${text}.`,
  has: (text: Parts) => say`Its options: ${text}.`,
  delete: () => say`A rule or an account goes by taking it out of its file: do that, then run \`inboxctl plan\`.`,
  rename: () =>
    say`Put the new name into the file, and below it \`renamedFrom: Old name\`. Then run \`inboxctl plan\`.`,
  edit: () =>
    say`Change the files: rules are in the rules folder, accounts in inboxctl.yaml. Then run \`inboxctl plan\`.`,
  key: () =>
    say`Put the key into the variable INBOXCTL_API_KEY, or into a file for --api-key-file. Then run \`inboxctl doctor\`.`,
  asks: () => say`Leave it out to be asked first. With --yes, nothing is asked.`,
  anyway: () => say`Leave it out: the command does that anyway.`,
};

/** Null if there is nothing to add. */
export type Advice = { as: keyof typeof REMEDIES; of?: string; words?: readonly string[] } | null;

interface Advised {
  /** Without `inboxctl`. */
  command: string;
  advice: Advice;
}

function advised({ advice }: Advised): { remedy?: Parts } {
  if (advice === null) return {};
  const { of = [], words = [] } = advice;
  return { remedy: REMEDIES[advice.as](joined([...[of].flat().map(theirs), ...words.map(typed)], ' ')) };
}

export const usageProblems = {
  'command-unknown': (args: Advised) => ({
    message: args.command.startsWith('-')
      ? say`There is no command beside ${short(args.command)}.`
      : say`\`inboxctl ${short(args.command)}\` does not exist.`,
    ...advised(args),
  }),
  'option-unknown': (args: Advised & { option: string }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` has no option ${short(args.option)}.`,
    ...advised(args),
  }),
  'option-without-value': ({ option }: { option: string }) => ({
    message: say`${theirs(option)} takes no value.`,
    remedy: say`Write ${theirs(option)} alone, or leave it out.`,
  }),
  /** Two options of which each excludes the other. */
  'options-apart': ({ options }: { options: readonly string[] }) => ({
    message: say`${joined(options.map(theirs), ' and ')} do not go together.`,
    remedy: say`Leave one of them out.`,
  }),
  /** `of`: an option or an argument. `expected` describes valid values. */
  'value-invalid': (args: Advised & { of: string; value: string; expected: string }) => ({
    message: say`Invalid value for ${theirs(args.of)}: \`${short(args.value)}\`.${args.expected === '' ? [] : say` ${theirs(args.expected)}`}`,
    ...advised(args),
  }),
  /** `word` is an argument, or an option with the name of its value, as in the help. */
  'word-missing': (args: { command: string; word: string; description: string; choices: readonly string[] }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` needs one more word: ${theirs(args.word)}.`,
    remedy:
      args.choices.length > 0 ? say`Use one of: ${list(args.choices)}.` : say`That is: ${theirs(args.description)}.`,
  }),
  /** `most` is the number of words that the command accepts. */
  'argument-excess': (args: Advised & { words: readonly string[]; most: number }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` takes ${ours(['no argument', 'one argument'][args.most] ?? `at most ${args.most} arguments`)}, and here ${args.words.length === 1 ? 'is' : 'are'}: ${list(args.words, short)}.`,
    ...advised(args),
  }),
} satisfies Topic;
