/** Decides where keys may go, regardless of the project file, which may come from a cloned repository. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Io } from '../io.ts';
import type { ConnectionArguments } from './arguments.ts';
import { keyVariableOf } from './keys.ts';

/** An unchecked address, and where it is written. */
export interface WrittenUrl {
  url: string;
  by: 'account' | 'environment' | 'project';
}

/**
 * The address of an account: its own, which nothing in the environment overrides; else INBOXCTL_BASE_URL; else the one
 * at the top of the project file; null if none is set.
 */
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
  args: ConnectionArguments,
): Finding | null {
  const { name, baseUrl } = account;
  const allowed = allowedHosts(env);
  if (allowed !== null && !allowed.includes(new URL(address).host)) {
    const { host } = new URL(address);
    const url = allowed.find((one) => URL.canParse(one) && new URL(one).host === host) ?? null;
    return { code: 'api-key-host', args: { name, host, url } };
  }
  const home = env.INBOXCTL_BASE_URL;
  // A flag, or an input of the action, is given for this account on purpose.
  const isGiven = [args.baseUrl, args.apiKeyFile, args.apiKey].some((given) => given !== undefined);
  // On Windows, names of variables ignore case.
  const variable = keyVariableOf(account, env);
  const isOwnKey = variable.toUpperCase() !== 'INBOXCTL_API_KEY';
  const { origin } = new URL(address);
  const { shared } = account;
  const isOfProject = account.apiKeyVariable === null && isOwnKey && shared.baseUrl !== null;
  if (isOfProject && baseUrl === null && !isGiven && home && originOf(shared.baseUrl ?? '') !== origin) {
    return { code: 'api-key-of-project', args: { variable, home: originOf(shared.baseUrl ?? ''), origin } };
  }
  if (!home || baseUrl === null || isGiven || isOwnKey) return null;
  const only = URL.canParse(home) ? new URL(home).origin : null;
  return only === origin ? null : { code: 'api-key-elsewhere', args: { name, origin, only } };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
