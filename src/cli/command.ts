/**
 * The definition of a command, as data. Its help, its page in docs/commands, the parser and the types of its arguments
 * are made from it. A file in commands/ has the definition of its command, and `run`.
 */
import { Option } from 'commander';
import type { Formats } from '../report/formats.ts';
import type { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import type { Findings } from './session/findings.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface OptionDefinition {
  /** As commander reads it: `--name <VALUE>`. */
  flags: string;
  description: string;
  /** The value of a text. `earlier`: of an option that may be repeated. Throws an InvalidArgumentError. */
  parse?: (text: string, earlier?: never) => unknown;
  choices?: readonly string[];
  default?: string | number;
  /** Describes the default if its value is not clear. */
  defaultText?: string;
}

/** `--directory` of `-C, --directory <DIR>`. */
export function longOf(flags: string): string {
  return flags.replace(/^-\w, | .*$/g, '');
}

/** Defines an option and keeps the literal type of its flags, from which the types of arguments are made. */
export function option<const Flags extends string, const More extends Omit<OptionDefinition, 'flags' | 'description'>>(
  flags: Flags,
  description: string,
  more?: More,
) {
  return { flags, description, ...more } as { flags: Flags; description: string } & More;
}

export interface ArgumentDefinition {
  /** `[name]`, `<name>`, or for several `[name...]` or `<name...>`, as commander reads it. */
  name: string;
  description: string;
  choices?: readonly string[];
}

export interface CommandDefinition {
  arguments?: readonly ArgumentDefinition[];
  /** The text of the help below the usage, in whole sentences. */
  description: string;
  options: readonly OptionDefinition[];
  /** Of a command that writes or sends: what only shows it. Empty if nothing does. */
  dry?: string;
  examples: Readonly<Record<string, string>>;
}

/** A definition with the name and the summary of the command. */
export interface Command extends CommandDefinition {
  name: string;
  summary: string;
}

/** What a file in commands/ exports for the shell. */
export type CommandModule = { definition: CommandDefinition; run: (invocation: Invocation<never>) => Promise<Result> };

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** `maxDeletes` of `--max-deletes <N>`. */
type NameOf<Flags extends string> = Flags extends `${string}--${infer Name} <${string}`
  ? CamelCase<Name>
  : Flags extends `${string}--${infer Name}`
    ? CamelCase<Name>
    : never;

type GivenValue<Option> = Option extends { parse: (...given: never[]) => infer Value }
  ? Value
  : Option extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

type ValueOf<Option extends OptionDefinition> = Option['flags'] extends `${string}<${string}`
  ? GivenValue<Option> | (Option extends { default: unknown } ? never : undefined)
  : boolean;

/** The values of options, by their names in code. A missing flag is false. */
export type OptionValues<Options extends readonly OptionDefinition[]> = {
  [Option in Options[number] as NameOf<Option['flags']>]: ValueOf<Option>;
};

type OperandOf<Argument> = Argument extends { name: infer Name }
  ? Name extends `[${infer Several}...]` | `<${infer Several}...>`
    ? { [Key in Several]: readonly string[] }
    : Name extends `[${infer Optional}]`
      ? { [Key in Optional]: GivenValue<Argument> | undefined }
      : Name extends `<${infer Required}>`
        ? { [Key in Required]: GivenValue<Argument> }
        : never
  : never;

type OperandsOf<All> = All extends readonly [infer First, ...infer Rest]
  ? OperandOf<First> & OperandsOf<Rest>
  : unknown;

/** The arguments of a command: the values of its options and operands, by their names in code. */
export type ArgumentsOf<Definition extends CommandDefinition> = OptionValues<Definition['options']> &
  (Definition extends { arguments: infer All } ? OperandsOf<All> : unknown);

/** Completes the arguments of a command with defaults. */
export function argumentsOf<Definition extends CommandDefinition>(
  { options, arguments: operands = [] }: Definition,
  given: { [Key in keyof ArgumentsOf<Definition>]?: unknown },
): ArgumentsOf<Definition> {
  const defaults = options.map(({ flags, default: value }) => {
    const made = new Option(flags);
    return [made.attributeName(), value ?? (made.required ? undefined : made.negate)] as const;
  });
  const several = operands.flatMap(({ name: word }): [string, unknown][] =>
    word.endsWith('...]') ? [[word.slice(1, -'...]'.length), []]] : [],
  );
  return { ...Object.fromEntries([...several, ...defaults]), ...given } as ArgumentsOf<Definition>;
}

/** One run of a command. */
export interface Invocation<Arguments = object> {
  io: Io;
  version: string;
  args: Arguments;
  /** The options of its command line. The action has none. */
  options?: readonly OptionDefinition[];
  terminal: Terminal;
  /** What the run has to say beside its document. */
  findings: Findings;
  /** The current time, in ms since 1970. */
  now: () => number;
  commands: () => Promise<Command[]>;
  /** Closes something when the command has ended, no matter how. */
  closeAtEnd: (opened: { close: () => Promise<void> }) => void;
}

/** The result of a command. The shell prints the document in the requested format. */
export type Result<Document = unknown> = { code: ExitCode; document: Document; formats: Formats<Document> };
