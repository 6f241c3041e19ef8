/** Commands as they are typed. */
import { shownShard } from '../../model/shard.ts';
import { shardGiven } from '../session/settings.ts';

/** A word as a shell takes it. */
export function asTyped(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What says which project, accounts and service a command is about; each option with its flag. */
const WHICH = {
  directory: '-C',
  config: '--config',
  account: '--account',
  baseUrl: '--base-url',
  apiKeyFile: '--api-key-file',
} as const;

/** Takes the options of a command; gives those that another one about the same inboxes needs too, as they are typed. */
export function sameInboxes(options: Record<string, unknown>): string[] {
  const words = Object.entries(WHICH).flatMap(([key, flag]) => {
    const values = [options[key] ?? []].flat();
    return values.flatMap((value) => (typeof value === 'string' ? [flag, asTyped(value)] : []));
  });
  const shard = shardGiven(options);
  const share = shard === null ? [] : ['--shard', shownShard(shard)];
  return [...words, ...share, ...(options.allowHttp === true ? ['--allow-http'] : [])];
}
