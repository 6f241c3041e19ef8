/** What a session is opened with: of the options of a command those that say where to work, and how to connect. */
import type { Shard } from '../../model/shard.ts';

/** Which project, and which of its accounts. */
export interface ProjectArguments {
  directory?: string | undefined;
  /** The project file; left out: found from the directory upwards. */
  config?: string | undefined;
  /** Globs; left out: all accounts. */
  account?: readonly string[] | undefined;
  /** Of those accounts. */
  shard?: Shard | undefined;
}

/** Where a key comes from that no variable holds. */
export interface KeyArguments {
  apiKeyFile?: string | undefined;
  /** The key itself: an input of the action, and no flag. */
  apiKey?: string | undefined;
}

export interface ConnectionArguments extends KeyArguments {
  baseUrl?: string | undefined;
  allowHttp?: boolean | undefined;
  /** In seconds, of one request; 60 if left out. */
  timeout?: number | undefined;
  /** In seconds: how long to try again what may pass. Left out: only reads, and not for long. */
  retryFor?: number | undefined;
}

export type SessionArguments = ProjectArguments & ConnectionArguments;
