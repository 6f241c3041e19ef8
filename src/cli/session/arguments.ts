/** The options that a session is opened with: where to work, and how to connect. */

import { shellWord } from '../../diagnostics/shell-word.ts';
import { type Shard, shownShard } from '../../model/shard.ts';

/** Which project, and which of its accounts. */
export interface ProjectArguments {
  directory?: string | undefined;
  /** The project file; left out: found from the directory upwards. */
  config?: string | undefined;
  /** Globs; left out: all accounts. */
  account?: readonly string[] | undefined;
  /** Of those accounts. */
  shard?: Shard | undefined;
  /** Globs of rules; left out: all of them. */
  only?: readonly string[] | undefined;
}

/** Where a key comes from if not from a variable. */
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
  /** In seconds: how long to retry temporary errors. Left out: only reads, and not for long. */
  retryFor?: number | undefined;
}

export type SessionArguments = ProjectArguments & ConnectionArguments;

/** The options that say which project, accounts and service a command is about, with their flags. */
const WHICH = {
  directory: '-C',
  config: '--config',
  account: '--account',
  only: '--only',
  baseUrl: '--base-url',
  apiKeyFile: '--api-key-file',
} as const;

/** The options that another command about the same inboxes needs too, as they are typed. */
export function sameInboxes(args: SessionArguments): string[] {
  const words = Object.entries(WHICH).flatMap(([key, flag]) => {
    const values = [args[key as keyof typeof WHICH] ?? []].flat();
    return values.flatMap((value) => [flag, shellWord(value)]);
  });
  const share = args.shard === undefined ? [] : ['--shard', shownShard(args.shard)];
  return [...words, ...share, ...(args.allowHttp === true ? ['--allow-http'] : [])];
}
