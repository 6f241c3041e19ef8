/** Options that several commands share, and how their values are read. */
import { InvalidArgumentError } from 'commander';
import { isDigest } from '../model/digest.ts';
import { SHARD_FORM, type Shard, shardIn } from '../model/shard.ts';
import { type OptionDefinition, option } from './command.ts';

/** A parser for an option that may be repeated. */
export function repeated(text: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, text];
}

/** A parser for whole numbers from `least` to `most`. `unit` is what they count; it is not typed. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER, unit = ''): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    const [, time, by = ''] = /^(\d+) ?(s|m|h)(ec|in|our|r)?(s|onds?|utes?)?$/i.exec(text) ?? [];
    const inSeconds = Number(time) * ({ s: 1, m: 60, h: 3600 }[by.toLowerCase()] ?? 0);
    const meant = inSeconds >= least && inSeconds <= most ? `: ${inSeconds}` : '';
    const [ofUnit, alone] = unit === '' ? ['', ''] : [` of ${unit}`, `, without a unit${meant}`];
    throw new InvalidArgumentError(`It takes a whole number${ofUnit} ${range}${alone}.`);
  };
}

const MOST_PER_SECOND = 100_000;

/** A parser for `10/s` and `10`. Throws an InvalidArgumentError that says what is allowed. */
export function perSecond(text: string): number {
  const rate = Number(/^(\d+)(?:\/s)?$/.exec(text)?.[1] ?? 0);
  if (rate >= 1 && rate <= MOST_PER_SECOND) return rate;
  throw new InvalidArgumentError(`It takes N/s, with a whole number from 1 to ${MOST_PER_SECOND}.`);
}

/** A parser for an option that must not be repeated. */
export function single(text: string, earlier?: string): string {
  if (earlier === undefined || earlier === text) return text;
  throw new InvalidArgumentError(`It takes one value, and has \`${earlier}\`.`);
}

/** A parser for the name of a plan file to write. In other programs, `--output json` means a format. */
export function fileName(text: string): string {
  const other = /\.html?$/i.test(text) ? 'html' : planFormat.choices.find((choice) => choice === text);
  if (other === undefined) return text;
  throw new InvalidArgumentError(
    `The plan file is JSON. For a format, write --format ${other}; for a file, ./plan.json.`,
  );
}

export const directory = option('-C, --directory <DIR>', 'work as if started in DIR');

export const config = option('--config <FILE>', 'the project file', { defaultText: 'inboxctl.yaml here or above' });

/** Which accounts of the project to work with. */
export const account = option(
  '--account <NAME>',
  'only this account; may be given several times, and `*` is any run of characters',
  { defaultText: 'all accounts', parse: repeated },
);

/** Which share of the accounts that `account` selects, for one of several machines. Its value is a Shard. */
export const shard = option(
  '--shard <I/N>',
  'only this share of the accounts, such as 3/20; adding or removing accounts does not move the rest',
  {
    parse: (text: string): Shard => {
      const read = shardIn(text);
      if (read === null) throw new InvalidArgumentError(SHARD_FORM);
      return read;
    },
  },
);

export const color = option('--color <WHEN>', 'color the output', {
  choices: ['auto', 'always', 'never'],
  default: 'auto',
});

export const format = option('--format <FORMAT>', 'what to print', { choices: ['text', 'json'], default: 'text' });

export const planFormat = { ...format, choices: ['text', 'json', 'markdown', 'html'] } as const;

export const quiet = option('--quiet', 'hide progress, warnings and notes');

export const verbose = option('--verbose', 'say more: ids, digests, long texts and repeated problems in full');

const baseUrl = option('--base-url <URL>', "the service's address, ending in /api/v1", {
  defaultText: 'that of inboxctl.yaml, else INBOXCTL_BASE_URL',
});

const apiKeyFile = option('--api-key-file <FILE>', 'read the API key from FILE', {
  defaultText: 'the variable that inboxctl.yaml names, else INBOXCTL_API_KEY',
});

const apiKeysFile = option('--api-keys-file <FILE>', 'read the API keys of several accounts from FILE');

const allowHttp = option(
  '--allow-http',
  'send the API key to another machine over http://, or without a check of its certificate',
);

const timeout = option('--timeout <SECONDS>', 'how long one request may take', {
  parse: wholeNumber(1, 3600, 'seconds'),
});

/** Files that the API keys are read from. */
export const keyFiles = [apiKeyFile, apiKeysFile] as const;

const service = [baseUrl, apiKeyFile, apiKeysFile, allowHttp] as const;

/** Options for the connection to the service. */
export const connection = [...service, { ...timeout, defaultText: '60' }] as const;

/** The same for a command that writes rules. */
export const writeConnection = [...service, { ...timeout, defaultText: '60, or 120 for a rule with a label' }] as const;

/** The same for a command that only checks the connection. */
export const quickConnection = [...service, { ...timeout, default: 10 }] as const;

/** Options for carrying out a plan. */
export const carryingOut = [
  option('-y, --yes', 'do not ask'),
  option('--concurrency <N>', 'requests at once, over all accounts of a service', {
    parse: wholeNumber(1, 64),
    default: 4,
  }),
  option('--retry-for <SECONDS>', 'how long to retry temporary errors: too many requests, 5xx, no connection', {
    parse: wholeNumber(0, 86_400, 'seconds'),
    default: 120,
  }),
  option('--fail-fast', 'stop at the first change that fails'),
] as const;

const maxDeletes = option('--max-deletes <N>', 'delete up to N rules', { parse: wholeNumber(0) });

const allowLoss = option('--allow-loss', 'replace rules even if that loses parts which the API cannot send');

/** What a plan is compared with. */
export const base = option(
  '--base <REF>',
  'only what the files change since this commit, such as origin/main; leave alone what differs in the inbox already',
);

/** Options that lift guards. */
export const guards = [
  maxDeletes,
  option('--allow-empty', 'go on even if the files declare no rule'),
  allowLoss,
] as const;

/** The guards of a rollback, which has no files that could declare nothing. */
export const rollbackGuards = [maxDeletes, allowLoss] as const;

/** The plan that may be carried out. */
export const expect = option('--expect <DIGEST>', 'carry out the plan only if it has this digest', {
  parse: (text: string, earlier?: string): string => {
    const digest = text.toLowerCase();
    if (!isDigest(digest)) throw new InvalidArgumentError('It takes sha256: and 64 hex digits.');
    return single(digest, earlier);
  },
});

/** Which rules a plan is about. */
export const only = option(
  '--only <NAME>',
  'only this rule, by its live or its declared name; may be given several times, and `*` is any run of characters',
  { defaultText: 'all rules', parse: repeated },
);

export const overwrite = option('--force', 'write over FILE even if the project reads it or git tracks it');

/** Mailboxes whose mails are counted. */
export const mails = option(
  '--mails <PATH>',
  'count mails of an mbox file, a Maildir, .eml files or folders of them, also as .gz; may be given several times',
  { parse: repeated },
);

export const common = commonWith(format);

/** The common options, for a command that prints in these formats. */
export function commonWith<Format extends OptionDefinition>(formats: Format) {
  return [directory, config, account, shard, formats, color, quiet, verbose] as const;
}
