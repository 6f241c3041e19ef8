/** The options of a session: where to work, and how to connect. */

import { shellWord } from '../../diagnostics/yaml-text.ts';
import { type Shard, shownShard } from '../../model/shard.ts';
import type { NextApply } from '../../report/plan-next.ts';

/** Selects a project and its accounts. */
export interface ProjectArguments {
  directory?: string | undefined;
  /** The project file; by default found from the directory upwards. */
  config?: string | undefined;
  /** Globs; by default all accounts. */
  account?: readonly string[] | undefined;
  shard?: Shard | undefined;
  /** Globs of rules; by default all. */
  only?: readonly string[] | undefined;
}

/** Where the key comes from if not from a variable. */
export interface KeyArguments {
  apiKeyFile?: string | undefined;
  /** The key itself: an input of the action, not a flag. */
  apiKey?: string | undefined;
  /** The file of a bundle, and the bundle itself, for several accounts. */
  apiKeysFile?: string | undefined;
  apiKeys?: string | undefined;
}

export interface ConnectionArguments extends KeyArguments {
  baseUrl?: string | undefined;
  allowHttp?: boolean | undefined;
  /** In seconds, for one request; by default 60. */
  timeout?: number | undefined;
  /** How long to retry temporary errors, in seconds. By default only reads are retried, and not for long. */
  retryFor?: number | undefined;
}

export type SessionArguments = ProjectArguments & ConnectionArguments;

interface NextArguments extends SessionArguments {
  base?: string | undefined;
  maxDeletes?: number | undefined;
  allowEmpty?: boolean;
  allowLoss?: boolean;
  expect?: readonly string[] | undefined;
}

/** The options, as typed, of the command that carries a plan out. `planFile`: the saved plan. */
export function nextApply(args: NextArguments, planFile: string | undefined): NextApply {
  const { maxDeletes = null, allowEmpty = false, allowLoss = false } = args;
  const expected = args.expect?.map((digest) => `--expect ${digest}`) ?? [];
  // A plan file knows its base.
  const base = planFile === undefined ? baseWords(args.base) : [];
  return {
    planFile: planFile === undefined ? null : shellWord(planFile),
    maxDeletes,
    allowEmpty,
    allowLoss,
    sameInboxes: [...expected, ...base, ...sameInboxes(args)],
  };
}

/** The option, as typed, that compares with the same base. */
export function baseWords(ref: string | undefined): string[] {
  return ref === undefined ? [] : ['--base', shellWord(ref)];
}

/** The options that select project, accounts and service, with their flags. */
const WHICH = {
  directory: '-C',
  config: '--config',
  account: '--account',
  only: '--only',
  baseUrl: '--base-url',
  apiKeyFile: '--api-key-file',
  apiKeysFile: '--api-keys-file',
} as const;

/** The options, as typed, that another command needs to work on the same inboxes. */
export function sameInboxes(args: SessionArguments): string[] {
  const words = Object.entries(WHICH).flatMap(([key, flag]) => {
    const values = [args[key as keyof typeof WHICH] ?? []].flat();
    return values.flatMap((value) => [flag, shellWord(value)]);
  });
  const share = args.shard === undefined ? [] : ['--shard', shownShard(args.shard)];
  return [...words, ...share, ...(args.allowHttp === true ? ['--allow-http'] : [])];
}
