import { shownShard } from '../../model/shard.ts';
import { shellWord } from '../../report/shell-word.ts';
import type { SessionArguments } from '../session/arguments.ts';

/** What says which project, accounts and service a command is about; each option with its flag. */
const WHICH = {
  directory: '-C',
  config: '--config',
  account: '--account',
  baseUrl: '--base-url',
  apiKeyFile: '--api-key-file',
} as const;

/** Of the options of a command those that another one about the same inboxes needs too, as they are typed. */
export function sameInboxes(args: SessionArguments): string[] {
  const words = Object.entries(WHICH).flatMap(([key, flag]) => {
    const values = [args[key as keyof typeof WHICH] ?? []].flat();
    return values.flatMap((value) => [flag, shellWord(value)]);
  });
  const share = args.shard === undefined ? [] : ['--shard', shownShard(args.shard)];
  return [...words, ...share, ...(args.allowHttp === true ? ['--allow-http'] : [])];
}
