/** Problems with a command line. The value of an unknown option is never shown, because it may be a key. */
import { joined, list, ours, type Parts, say, short, type Topic, theirs, typed } from './message.ts';

/** How to change rules in ways that other programs have commands for. */
const IN_FILES = {
  delete: say`Rules are deleted by taking them out of the files: delete the rule there, then run \`inboxctl plan\`.`,
  rename: say`Write the new name into the file, and below it \`renamedFrom: Old name\`. Then run \`inboxctl plan\`.`,
  edit: say`Rules are made and changed in the files: edit one in the rules folder, then run \`inboxctl plan\`.`,
};

interface OfCommand {
  /** Without `inboxctl`. */
  command: string;
}

function help(command: string): Parts {
  return say`See: inboxctl ${command === '' ? [] : say`${theirs(command)} `}--help`;
}

export const usageProblems = {
  /** `instead` is a command to type. `nearest` is a command with a similar spelling. */
  'command-unknown': (
    args: OfCommand & { instead: string | null; inFiles: keyof typeof IN_FILES | null; nearest: string | null },
  ) => ({
    message: say`\`inboxctl ${short(args.command)}\` does not exist.`,
    remedy:
      args.inFiles !== null
        ? IN_FILES[args.inFiles]
        : args.instead !== null
          ? say`Run \`${theirs(args.instead)}\`.`
          : args.nearest !== null
            ? say`Did you mean \`inboxctl ${theirs(args.nearest)}\`?`
            : say`All commands: inboxctl --help`,
  }),
  /** There are options, but no command. */
  'command-missing': ({ option }: { option: string }) => ({
    message: say`There is no command beside ${short(option)}.`,
    remedy: say`Add one, such as: inboxctl plan\nAll commands: inboxctl --help`,
  }),
  /** `instead` is what to write. `nearest` is an option with a similar spelling. */
  'option-unknown': (args: OfCommand & { option: string; instead: string | null; nearest: string | null }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` has no option ${short(args.option)}.`,
    remedy:
      args.instead !== null
        ? say`Write ${theirs(args.instead)}.`
        : args.nearest !== null
          ? say`Did you mean ${theirs(args.nearest)}?`
          : help(args.command),
  }),
  'option-without-value': ({ option }: { option: string }) => ({
    message: say`${theirs(option)} takes no value.`,
    remedy: say`Write ${theirs(option)} alone, or leave it out.`,
  }),
  /** A plan is the dry run of an apply. */
  'option-dry-run': ({ command }: OfCommand) => ({
    message: say`\`inboxctl ${theirs(command)}\` has no option --dry-run.`,
    remedy:
      command === 'plan'
        ? say`Leave it out: \`inboxctl plan\` changes nothing.`
        : say`Run \`inboxctl plan\`: it shows what apply would do, and changes nothing.`,
  }),
  'expect-dry-run': () => ({
    message: say`--expect limits what a rollback carries out, and --dry-run carries out nothing: they do not go together.`,
    remedy: say`Leave --expect out: with --verbose, \`inboxctl rollback --dry-run\` shows the digest of each change.`,
  }),
  /** `option` is one of those that set a header. */
  'mail-and-headers': ({ option }: { option: string }) => ({
    message: say`--mail names a whole mail, and ${theirs(option)} gives one header of a mail: they do not go together.`,
    remedy: say`Leave one of them out.`,
  }),
  'mails-and-mail': ({ option }: { option: string }) => ({
    message: say`--mails names whole mailboxes, and ${theirs(option)} is about one mail: they do not go together.`,
    remedy: say`Leave one of them out.`,
  }),
  'mail-missing': ({ option }: { option: '--live' | '--write-test' }) => ({
    message: say`${option} is about a mail, and there is none.`,
    remedy:
      option === '--live'
        ? say`Name one: inboxctl explain --live --mail FILE\nThe live rules themselves: inboxctl list`
        : say`Name one: inboxctl explain --mail FILE --write-test TESTS`,
  }),
  'write-test-and-live': () => ({
    message: say`--write-test asks the rules in the files: --live does not go with it.`,
    remedy: say`Leave one of them out.`,
  }),
  /** `expected` describes valid values. */
  'option-value': (args: OfCommand & { option: string; value: string; expected: string }) => ({
    message: say`Invalid value for ${theirs(args.option)}: \`${short(args.value)}\`. ${theirs(args.expected)}`,
    remedy: help(args.command),
  }),
  /** `option` includes the name of its value, as in the help. */
  'option-incomplete': ({ option, command }: OfCommand & { option: string }) => ({
    message: say`${theirs(option.split(' ')[0] ?? option)} needs a value: ${theirs(option)}`,
    remedy: help(command),
  }),
  'argument-missing': (args: OfCommand & { argument: string; choices: readonly string[] }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` needs one more word: ${theirs(args.argument)}.`,
    remedy:
      args.choices.length === 0
        ? help(args.command)
        : say`Write one of: ${joined(
            args.choices.map((choice) => say`inboxctl ${theirs(args.command)} ${theirs(choice)}`),
            ', ',
          )}`,
  }),
  'argument-value': (args: OfCommand & { argument: string; value: string; choices: readonly string[] }) => ({
    message: say`Invalid value for ${theirs(args.argument)}: \`${short(args.value)}\`. Use one of: ${list(args.choices)}.`,
    remedy:
      args.command === 'runs' ? say`To see one run: inboxctl runs show ${theirs(args.value)}` : help(args.command),
  }),
  /** `most` is the number of words that the command accepts. `only`: it can be limited to some rules. */
  'argument-excess': (args: OfCommand & { words: readonly string[]; most: number; only: boolean }) => ({
    message: say`\`inboxctl ${theirs(args.command)}\` takes ${ours(['no argument', 'one argument'][args.most] ?? `at most ${args.most} arguments`)}, and here ${args.words.length === 1 ? 'is' : 'are'}: ${list(args.words, short)}.`,
    remedy:
      args.words.at(-1) === 'help'
        ? help(args.command)
        : args.command === 'test'
          ? say`For some tests alone, by their names: --only NAME`
          : args.only
            ? say`For some rules alone: --only ${typed(args.words.at(-1) ?? '')}`
            : help(args.command),
  }),
} satisfies Topic;
