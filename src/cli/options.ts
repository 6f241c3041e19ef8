/** Options that several commands share, and how their values are read. */
import { InvalidArgumentError } from 'commander';
import { SHARD_FORM, shardIn } from '../model/shard.ts';
import type { OptionDefinition } from './command.ts';

/** A parser for whole numbers from `least` up to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It takes a whole number ${range}.`);
  };
}

export const directory: OptionDefinition = { flags: '-C, --directory <DIR>', description: 'work as if started in DIR' };

export const config: OptionDefinition = {
  flags: '--config <FILE>',
  description: 'the project file',
  defaultText: 'inboxctl.yaml here or above',
};

/** Which accounts of the project to work with. */
export const account: OptionDefinition = {
  flags: '--account <NAME>',
  description: 'only this account; may be given several times, and `*` is any run of characters',
  defaultText: 'all accounts',
  parse: (name, earlier) => [...(Array.isArray(earlier) ? earlier : []), name],
};

/** Which of the accounts that `account` leaves: a share for each of several machines. Its value is a Shard. */
export const shard: OptionDefinition = {
  flags: '--shard <I/N>',
  description: 'only this share of the accounts, such as 3/20; others that come and go move none',
  parse: (text) => {
    const read = shardIn(text);
    if (read === null) throw new InvalidArgumentError(SHARD_FORM);
    return read;
  },
};

export const color: OptionDefinition = {
  flags: '--color <WHEN>',
  description: 'colour the output',
  choices: ['auto', 'always', 'never'],
  default: 'auto',
};

export const format: OptionDefinition = {
  flags: '--format <FORMAT>',
  description: 'what to print',
  choices: ['text', 'json'],
  default: 'text',
};

export const quiet: OptionDefinition = { flags: '--quiet', description: 'print no progress, warnings and notes' };

export const verbose: OptionDefinition = {
  flags: '--verbose',
  description: 'say more: ids, digests, and long texts as a whole',
};

/** How the service is reached. */
export const connection: readonly OptionDefinition[] = [
  {
    flags: '--base-url <URL>',
    description: "the service's address, ending in /api/v1",
    defaultText: 'INBOXCTL_BASE_URL',
  },
  {
    flags: '--api-key-file <FILE>',
    description: 'read the API key from FILE',
    defaultText: 'the variable INBOXCTL_API_KEY',
  },
  { flags: '--allow-http', description: 'send the API key over http:// to another machine' },
  {
    flags: '--timeout <SECONDS>',
    description: 'how long one request may take',
    parse: wholeNumber(1, 3600),
    default: 60,
  },
];

/** How a plan is carried out. */
export const carryingOut: readonly OptionDefinition[] = [
  { flags: '--yes', description: 'do not ask' },
  {
    flags: '--concurrency <N>',
    description: 'requests at once, over all accounts of a service',
    parse: wholeNumber(1, 64),
    default: 4,
  },
  {
    flags: '--retry-for <SECONDS>',
    description: 'how long to try again what may pass: too many requests, 5xx, no connection',
    parse: wholeNumber(0, 86_400),
    default: 120,
  },
  { flags: '--fail-fast', description: 'end at the first change that fails' },
  { flags: '--journal-secrets', description: 'keep the values of variables in the journal too' },
];

/** What lifts the guards. */
export const guards: readonly OptionDefinition[] = [
  { flags: '--max-deletes <N>', description: 'delete up to N rules', parse: wholeNumber(0) },
  { flags: '--allow-empty', description: 'go on although the files declare no rule' },
  {
    flags: '--allow-loss',
    description: 'replace rules although parts of them that no request can carry are lost',
  },
];

/** What may be carried out, besides what a plan file holds. */
export const expect: OptionDefinition = {
  flags: '--expect <DIGEST>',
  description: 'carry out only the change, or the whole plan, of this digest; may be given several times',
  parse: (text, earlier) => {
    if (!/^sha256:[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It takes sha256: and 64 hex digits.');
    return [...(Array.isArray(earlier) ? earlier : []), text.toLowerCase()];
  },
};

export const common: readonly OptionDefinition[] = [directory, config, account, shard, format, color, quiet];
