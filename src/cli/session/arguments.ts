/** The options of a session: where to work, and how to connect. */
import type { SameInboxes } from '../../diagnostics/commands.ts';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { shownShard } from '../../model/shard.ts';
import type { NextApply } from '../../report/plan-next.ts';
import type { OptionValues } from '../command.ts';
import type {
  account,
  base,
  carryingOut,
  config,
  connection,
  directory,
  expect,
  guards,
  only,
  shard,
} from '../options.ts';

type Shared = OptionValues<
  readonly [
    ...[typeof directory, typeof config, typeof account, typeof shard, typeof only, typeof base, typeof expect],
    ...typeof connection,
    ...typeof guards,
    ...typeof carryingOut,
  ]
>;

/** The values of the options that commands share. A command has some of them. */
export type SessionArguments = { [Name in keyof Shared]?: Shared[Name] | undefined } & {
  /** The key itself, and the bundle itself: inputs of the action, not flags. */
  apiKey?: string | undefined;
  apiKeys?: string | undefined;
};

/** The options, as typed, of the command that carries a plan out. `planFile`: the saved plan. */
export function nextApply(args: SessionArguments, planFile: string | undefined): NextApply {
  const { maxDeletes = null, allowEmpty = false, allowLoss = false } = args;
  const expected = args.expect === undefined ? [] : [`--expect ${args.expect}`];
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

/** The same for a command about rules that it names. */
export function inboxOptions({ account, shard, only: _, ...place }: SessionArguments): SameInboxes {
  return { place: sameInboxes(place), accounts: sameInboxes({ account, shard }) };
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
