/** Finds valid settings and variables that would send a key or a change to the wrong inbox. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { shellWord } from '../../diagnostics/yaml-text.ts';
import { nearest } from '../../model/nearest.ts';
import type { AccountSettings } from '../../model/project.ts';
import { checkBaseUrl } from '../../service/address.ts';
import type { OptionDefinition } from '../command.ts';
import type { Io } from '../io.ts';
import { common, only } from '../options.ts';
import type { SessionArguments } from './arguments.ts';
import { straying, writtenBaseUrl } from './destinations.ts';
import { keyVariableOf, signingKeysIn } from './keys.ts';
import type { Project } from './settings.ts';

/** Reports accounts that are one inbox: the same key, or without keys the same address and variable. */
export function duplicateAccounts({ accounts, locate }: Project, env: Io['env']): Diagnostic[] {
  const first = new Map<string, string>();
  return accounts.flatMap((account): Diagnostic[] => {
    const { name } = account;
    const inbox = inboxOf(account, env);
    const other = first.get(inbox);
    if (other === undefined) {
      first.set(inbox, name);
      return [];
    }
    const place = locate?.(['accounts', name], 'key');
    return [{ code: 'account-same-inbox', args: { accounts: [other, name], by: 'key' }, severity: 'error', ...place }];
  });
}

function inboxOf(account: AccountSettings, env: Io['env']): string {
  const variable = keyVariableOf(account);
  const key = env[variable]?.trim();
  if (key) return key;
  return JSON.stringify([plainUrl(writtenBaseUrl(account, env)?.url ?? ''), variable]);
}

/** An address without what makes no difference, if it is valid. */
function plainUrl(url: string): string {
  const checked = checkBaseUrl(url, { allowHttp: true });
  return 'ok' in checked ? checked.ok : url;
}

/** Reports whether INBOXCTL_BASE_URL is set to another address than the files name for an account. */
export function hasOtherBaseUrl({ baseUrl }: AccountSettings, { INBOXCTL_BASE_URL: set }: Io['env']): boolean {
  return Boolean(set) && baseUrl !== null && plainUrl(baseUrl) !== plainUrl(set ?? '');
}

/** Reports whether INBOXCTL_API_KEY is set to another key than the variable of an account. */
export function hasOtherKey(account: AccountSettings, env: Io['env']): boolean {
  const set = env.INBOXCTL_API_KEY?.trim();
  return Boolean(set) && env[keyVariableOf(account)]?.trim() !== set;
}

/** Warns if INBOXCTL_BASE_URL is the address of no selected account: it may be meant to be that of all. */
export function unusedBaseUrl({ selected }: Project, env: Io['env'], args: SessionArguments): Diagnostic[] {
  if (args.baseUrl !== undefined || selected.some((account) => !hasOtherBaseUrl(account, env))) return [];
  const isRefused = (account: AccountSettings) => {
    const url = account.baseUrl ?? '';
    return URL.canParse(url) && straying(account, url, env, args) !== null;
  };
  // A refusal names both addresses.
  return selected.every(isRefused) ? [] : [{ code: 'base-url-unused', args: {}, severity: 'warning' }];
}

/** Without it a key may go anywhere, so a misspelled name is an error: a warning would come too late. */
const LIMIT = 'INBOXCTL_ALLOWED_HOSTS';
const READ = ['INBOXCTL_BASE_URL', 'INBOXCTL_API_KEY', 'INBOXCTL_SIGNING_KEY', LIMIT];

/** Variables that nothing reads. Other keys than ours may be of other projects. */
export function misspelledVariables(
  env: Io['env'],
  accounts: readonly AccountSettings[],
  options: readonly OptionDefinition[] = [],
): Diagnostic[] {
  const known = new Set([...READ, ...accounts.map(keyVariableOf)]);
  const unset = new Map([...known].filter((name) => !env[name]).map((name) => [withoutPrefix(name), name]));
  const names = [...unset.keys()];
  const set = Object.keys(env).filter((name) => /^INBOX/i.test(name) && env[name] && !known.has(name));
  return set.sort().flatMap((variable): Diagnostic[] => {
    const name = withoutPrefix(variable);
    // The second finds names that leave words out, such as INBOXCTL_KEY for INBOXCTL_API_KEY.
    const near = nearest(name, names) ?? names.find((one) => one.endsWith(`_${name.toUpperCase()}`));
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`;
    const value = env[variable] ?? '';
    const isMeant = ({ flags }: OptionDefinition) => flags.split(/[ ,]+/).includes(flag);
    const { flags = '' } = [...options, ...common, only].find(isMeant) ?? {};
    // That of a key file may be the key itself.
    const option = flags.includes('<') ? `${flag} ${/KEY/i.test(name) ? 'FILE' : shellWord(value)}` : flag;
    const isOff = flags === '' || (option === flag && /^(0|no|off|false)$/i.test(value));
    const isSwitch = isOff && /^(1|yes|on|true)$/i.test(value);
    const meant = isOff ? unset.get(near ?? '') : option;
    const isSilent = /^(0|no|off|false)$/i.test(value) || !/^INBOXCTL_(?!.*KEY)/.test(variable);
    if (meant === undefined && !isSwitch && isSilent) return [];
    const args = { variable, meant: isOff || options.some(isMeant) ? (meant ?? null) : null };
    const isLimit = meant === LIMIT && (!options.length || options.some(({ flags }) => /--base-url/.test(flags)));
    return [{ code: 'variable-misspelled', args, severity: !isOff || isSwitch || isLimit ? 'error' : 'warning' }];
  });
}

function withoutPrefix(variable: string): string {
  return variable.replace(/^INBOX[^_]*_/i, '');
}

/** In characters: some 120 bits if they are random. Comments publish what a key signs, so a shorter one could be guessed. */
const LEAST_SIGNING_KEY = 20;

/** A signing key that could be guessed. Says once what is wrong, whichever lines it is about. */
export function shortSigningKeys(env: Io['env']): Diagnostic[] {
  if (signingKeysIn(env).every(({ length }) => length >= LEAST_SIGNING_KEY)) return [];
  return [{ code: 'signing-key-too-short', args: { least: LEAST_SIGNING_KEY }, severity: 'error' }];
}
