/** Options that several commands share, and how their values are read. */
import { InvalidArgumentError } from 'commander';
import { SHARD_FORM, type Shard, shardIn } from '../model/shard.ts';
import type { OptionDefinition } from './command.ts';

/** For an option that may be given several times. */
export function repeated(text: string, earlier: string[] = []): string[] {
  return [...earlier, text];
}

/** A parser for whole numbers from `least` up to `most`. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It takes a whole number ${range}.`);
  };
}

export const directory = {
  flags: '-C, --directory <DIR>',
  description: 'work as if started in DIR',
} as const satisfies OptionDefinition;

export const config = {
  flags: '--config <FILE>',
  description: 'the project file',
  defaultText: 'inboxctl.yaml here or above',
} as const satisfies OptionDefinition;

/** Which accounts of the project to work with. */
export const account = {
  flags: '--account <NAME>',
  description: 'only this account; may be given several times, and `*` is any run of characters',
  defaultText: 'all accounts',
  parse: repeated,
} as const satisfies OptionDefinition;

/** Which of the accounts that `account` leaves: a share for each of several machines. Its value is a Shard. */
export const shard = {
  flags: '--shard <I/N>',
  description: 'only this share of the accounts, such as 3/20; others that come and go move none',
  parse: (text: string): Shard => {
    const read = shardIn(text);
    if (read === null) throw new InvalidArgumentError(SHARD_FORM);
    return read;
  },
} as const satisfies OptionDefinition;

export const color = {
  flags: '--color <WHEN>',
  description: 'colour the output',
  choices: ['auto', 'always', 'never'],
  default: 'auto',
} as const satisfies OptionDefinition;

export const format = {
  flags: '--format <FORMAT>',
  description: 'what to print',
  choices: ['text', 'json'],
  default: 'text',
} as const satisfies OptionDefinition;

export const quiet = {
  flags: '--quiet',
  description: 'print no progress, warnings and notes',
} as const satisfies OptionDefinition;

export const verbose = {
  flags: '--verbose',
  description: 'say more: ids, digests, and long texts as a whole',
} as const satisfies OptionDefinition;

const baseUrl = {
  flags: '--base-url <URL>',
  description: "the service's address, ending in /api/v1",
  defaultText: 'INBOXCTL_BASE_URL',
} as const satisfies OptionDefinition;

const apiKeyFile = {
  flags: '--api-key-file <FILE>',
  description: 'read the API key from FILE',
  defaultText: 'the variable INBOXCTL_API_KEY',
} as const satisfies OptionDefinition;

const allowHttp = {
  flags: '--allow-http',
  description: 'send the API key over http:// to another machine',
} as const satisfies OptionDefinition;

const timeout = {
  flags: '--timeout <SECONDS>',
  description: 'how long one request may take',
  parse: wholeNumber(1, 3600),
  default: 60,
} as const satisfies OptionDefinition;

/** How the service is reached. */
export const connection = [baseUrl, apiKeyFile, allowHttp, timeout] as const;

/** The same for a command that only looks whether it can be reached. */
export const quickConnection = [baseUrl, apiKeyFile, allowHttp, { ...timeout, default: 10 }] as const;

/** How a plan is carried out. */
export const carryingOut = [
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
] as const satisfies readonly OptionDefinition[];

const maxDeletes = {
  flags: '--max-deletes <N>',
  description: 'delete up to N rules',
  parse: wholeNumber(0),
} as const satisfies OptionDefinition;

const allowLoss = {
  flags: '--allow-loss',
  description: 'replace rules although parts of them that no request can carry are lost',
} as const satisfies OptionDefinition;

/** What lifts the guards. */
export const guards = [
  maxDeletes,
  { flags: '--allow-empty', description: 'go on although the files declare no rule' },
  allowLoss,
] as const satisfies readonly OptionDefinition[];

/** Of a rollback, which has no files that could declare nothing. */
export const rollbackGuards = [maxDeletes, allowLoss] as const;

/** What may be carried out, besides what a plan file holds. */
export const expect = {
  flags: '--expect <DIGEST>',
  description: 'carry out only the change, or the whole plan, of this digest; may be given several times',
  parse: (text: string, earlier?: string[]): string[] => {
    if (!/^sha256:[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It takes sha256: and 64 hex digits.');
    return repeated(text.toLowerCase(), earlier);
  },
} as const satisfies OptionDefinition;

export const common = [directory, config, account, shard, format, color, quiet] as const;
