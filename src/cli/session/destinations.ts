/** Decides where keys may go, regardless of the project file, which may come from a cloned repository. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { NamedBy } from '../../diagnostics/probes.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { AccountKey } from '../../model/written-project.ts';
import type { Io } from '../io.ts';
import type { SessionArguments } from './arguments.ts';
import { keyVariableOf } from './keys.ts';

/** An unchecked address, and what names it. */
export type WrittenUrl = { url: string; by: NamedBy };

/** The address of an account: of `--base-url`, else of the files, else of INBOXCTL_BASE_URL; null if none is set. */
export function writtenBaseUrl(
  account: AccountSettings,
  { INBOXCTL_BASE_URL: ofEnvironment }: Io['env'],
  { baseUrl: typed }: SessionArguments = {},
): WrittenUrl | null {
  if (typed !== undefined) return { url: typed, by: 'flag' };
  if (account.baseUrl !== null) return { url: account.baseUrl, by: levelOf(account, 'baseUrl') };
  return ofEnvironment ? { url: ofEnvironment, by: 'environment' } : null;
}

/** Whether the account itself or the top level of the project file has a setting that the files have. */
export function levelOf({ pathOf }: AccountSettings, key: AccountKey): 'account' | 'project' {
  return pathOf(key).length === 1 ? 'project' : 'account';
}

/** The hosts that keys may go to, in lower case; null for all. */
export function allowedHosts({ INBOXCTL_ALLOWED_HOSTS: listed }: Io['env']): string[] | null {
  return listed?.trim() ? listed.toLowerCase().split(/[\s,]+/) : null;
}

/** Why the key of an account may not go to a checked address; null if it may. */
export function straying(
  account: AccountSettings,
  address: string,
  env: Io['env'],
  args: SessionArguments,
): Finding | null {
  const { name } = account;
  const { host, origin } = new URL(address);
  const allowed = allowedHosts(env);
  if (allowed !== null && !allowed.includes(host)) {
    const url = allowed.find((one) => URL.canParse(one) && new URL(one).host === host) ?? null;
    return { code: 'api-key-host', args: { name, host, url } };
  }
  const home = env.INBOXCTL_BASE_URL;
  // A flag, or an input of the action, is given for this account on purpose.
  const isGiven = [args.baseUrl, args.apiKeyFile, args.apiKey].some((given) => given !== undefined);
  // On Windows, names of variables ignore case.
  if (!home || isGiven || keyVariableOf(account).toUpperCase() !== 'INBOXCTL_API_KEY') return null;
  const only = URL.canParse(home) ? new URL(home).origin : null;
  return only === origin ? null : { code: 'api-key-elsewhere', args: { name, origin, only } };
}
