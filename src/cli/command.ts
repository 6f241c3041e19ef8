/** What a command is, as data: its help, the README's tables and the parser all come from it. */
import type { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';

export interface OptionDefinition {
  /** As commander reads it: `--name <VALUE>`. */
  flags: string;
  description: string;
  /**
   * Turns the text into the value, given the one before where an option may be given several times; throws
   * InvalidArgumentError with what is allowed.
   */
  parse?: (text: string, earlier?: unknown) => unknown;
  choices?: readonly string[];
  default?: string | number | boolean;
  /** How the default is described, where its value does not say it. */
  defaultText?: string;
}

export interface Invocation {
  io: Io;
  /** The command's name. */
  command: string;
  /** Of inboxctl, such as 0.1.0. */
  version: string;
  options: Record<string, unknown>;
  args: string[];
}

export type Command = (invocation: Invocation) => Promise<ExitCode>;

export interface CommandDefinition {
  name: string;
  /** `[name]` or `<name>`, as commander reads it. */
  argument?: { name: string; description: string; choices?: readonly string[] };
  summary: string;
  /** What the help says below the usage, in whole sentences. */
  description: string;
  options: readonly OptionDefinition[];
  examples: readonly { command: string; does: string }[];
  /** Loads the code only when the command runs. */
  load: () => Promise<Command>;
}
