/** Decides where keys may go, regardless of the project file, which may come from a cloned repository. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Io } from '../io.ts';
import type { SessionArguments } from './arguments.ts';
import { keyVariableOf } from './keys.ts';

/** An unchecked address, and where it is written. */
export type WrittenUrl = { url: string; by: 'account' | 'environment' | 'project' };

/** The address of an account: its own, else INBOXCTL_BASE_URL, else that of the project; null if none is set. */
export function writtenBaseUrl(
  { baseUrl, shared }: Pick<AccountSettings, 'baseUrl' | 'shared'>,
  { INBOXCTL_BASE_URL: given }: Io['env'],
): WrittenUrl | null {
  if (baseUrl !== null) return { url: baseUrl, by: 'account' };
  if (given) return { url: given, by: 'environment' };
  return shared.baseUrl === null ? null : { url: shared.baseUrl, by: 'project' };
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
  const { name, baseUrl, shared } = account;
  const { host, origin } = new URL(address);
  const allowed = allowedHosts(env);
  if (allowed !== null && !allowed.includes(host)) {
    const url = allowed.find((one) => URL.canParse(one) && new URL(one).host === host) ?? null;
    return { code: 'api-key-host', args: { name, host, url } };
  }
  const home = env.INBOXCTL_BASE_URL;
  // A flag, or an input of the action, is given for this account on purpose.
  const isGiven = [args.baseUrl, args.apiKeyFile, args.apiKey].some((given) => given !== undefined);
  if (!home || isGiven) return null;
  const variable = keyVariableOf(account, env);
  // On Windows, names of variables ignore case.
  if (variable.toUpperCase() === 'INBOXCTL_API_KEY') {
    const only = URL.canParse(home) ? new URL(home).origin : null;
    return baseUrl === null || only === origin ? null : { code: 'api-key-elsewhere', args: { name, origin, only } };
  }
  if (account.apiKeyVariable !== null || baseUrl !== null || shared.baseUrl === null) return null;
  const of = URL.canParse(shared.baseUrl) ? new URL(shared.baseUrl).origin : shared.baseUrl;
  return of === origin ? null : { code: 'api-key-of-project', args: { variable, home: of, origin } };
}
