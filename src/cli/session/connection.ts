/** Where the service of an account is, and the key to it. The key is sent there and to no other place. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import { KEY_VARIABLE } from '../../model/account-name.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Secret } from '../../planning/secrets.ts';
import { carriesKey, checkApiKey, checkBaseUrl } from '../../service/address.ts';
import { type HttpProxy, proxyFor } from '../../service/proxy.ts';
import type { Invocation } from '../command.ts';
import { straying } from './destinations.ts';
import { NEVER_SENT, ownKeys } from './keys.ts';
import { type Project, text } from './settings.ts';

export interface Connection {
  baseUrl: string;
  apiKey: string;
  allowHttp: boolean;
  timeoutMs: number;
  /** null: none. */
  proxy: HttpProxy | null;
  /** Of commands that say for how long what may pass is tried again. */
  retryForMs?: number;
  patient?: true;
}

/** A function that takes a selected account; gives its connection, or everything that is missing or unusable. */
export function connector(
  invocation: Invocation,
  project: Project,
): (account: AccountSettings) => Connection | Diagnostic[] {
  const { options } = invocation;
  const { selected } = project;
  const keys = ownKeys(invocation, project).map(({ value }) => value);
  // Most accounts have one address, and each has a key of its own.
  const known = new Map<string, boolean>();
  const showsKey = (url: string): boolean => {
    const shows = known.get(url) ?? carriesKey(url, ...keys);
    known.set(url, shows);
    return shows;
  };
  const allowHttp = options.allowHttp === true;
  const timeoutMs = Number(options.timeout) * 1000;
  const retries =
    options.retryFor === undefined ? {} : { retryForMs: Number(options.retryFor) * 1000, patient: true as const };
  return (account) => {
    const problems: Diagnostic[] = [];
    const say: Say = (finding, key) => {
      const place = key === null ? {} : project.locate?.(['accounts', account.name, key]);
      problems.push({ ...finding, severity: 'error', account: account.name, ...place } as Diagnostic);
      return null;
    };
    for (const flag of ['baseUrl', 'apiKeyFile', 'apiKey'] as const) {
      if (options[flag] === undefined || selected.length === 1) continue;
      const args = { flag: FLAGS[flag], selected: selected.map(({ name }) => name) };
      say({ code: 'account-needed', args }, null);
    }
    // Node has read it before the program runs: from then on it prints what is sent, the key in its header too.
    const debug = invocation.io.env.NODE_DEBUG;
    if (debug) say({ code: 'node-debug', args: { value: debug } }, null);
    const baseUrl = baseUrlOf(account, invocation, allowHttp, say);
    const key = apiKeyOf(account, invocation, project.cwd, say);
    const stray = baseUrl === null ? null : straying(account, baseUrl.url, invocation);
    if (stray !== null) say(stray, baseUrl?.key ?? null);
    if (baseUrl !== null && showsKey(baseUrl.url)) {
      say({ code: 'base-url-carries-key', args: { from: baseUrl.from } }, null);
    }
    const proxy = baseUrl === null ? null : proxyFor(new URL(baseUrl.url).origin, invocation.io.env);
    if (proxy !== null && 'unusable' in proxy) {
      say({ code: 'proxy-unusable', args: { variable: proxy.unusable } }, null);
      return problems;
    }
    if (baseUrl === null || key === null || problems.length > 0) return problems;
    return { baseUrl: baseUrl.url, apiKey: key, allowHttp, timeoutMs, proxy, ...retries };
  };
}

/** `apiKey` is no flag: the action has an input for it. */
const FLAGS = { baseUrl: '--base-url', apiKeyFile: '--api-key-file', apiKey: 'api-key' } as const;

/** Keeps a problem of an account; with the key of the account's settings that it is about. */
type Say = (finding: Finding, key: 'baseUrl' | 'apiKey' | null) => null;

function baseUrlOf(account: AccountSettings, { io, options }: Invocation, allowHttp: boolean, say: Say) {
  const flag = text(options.baseUrl);
  const own = flag === undefined && account.baseUrl !== null;
  const url = flag ?? account.baseUrl ?? io.env.INBOXCTL_BASE_URL;
  const from = flag !== undefined ? '--base-url' : own ? `the account ${account.name}` : 'INBOXCTL_BASE_URL';
  const key = own ? ('baseUrl' as const) : null;
  if (!url) return say({ code: 'base-url-missing', args: {} }, null);
  const checked = checkBaseUrl(url, { allowHttp });
  if ('ok' in checked) return { url: checked.ok, from, key };
  const { problem } = checked;
  if (problem === 'plain-http') return say({ code: 'base-url-http', args: { from, host: new URL(url).host } }, key);
  return say({ code: 'base-url-unusable', args: { from, problem } }, key);
}

function apiKeyOf({ apiKeyVariable }: AccountSettings, { io, options }: Invocation, cwd: string, say: Say) {
  const file = text(options.apiKeyFile);
  const check: Check = { env: io.env, say };
  if (file !== undefined) return keyOfFile(file, cwd, check);
  const given = text(options.apiKey);
  if (given !== undefined) return checkedKey(given, 'api-key', 'the input api-key', check);
  if (apiKeyVariable === null) {
    const value = io.env.INBOXCTL_API_KEY;
    if (value === undefined) return say({ code: 'api-key-missing', args: {} }, null);
    return checkedKey(value, 'INBOXCTL_API_KEY', 'INBOXCTL_API_KEY', check);
  }
  if (!KEY_VARIABLE.test(apiKeyVariable)) {
    return say({ code: 'account-key-variable', args: { name: apiKeyVariable, problem: 'reserved' } }, 'apiKey');
  }
  const value = io.env[apiKeyVariable];
  if (!value) return say({ code: 'account-key-unset', args: { name: apiKeyVariable } }, 'apiKey');
  return checkedKey(value, apiKeyVariable, `the variable ${apiKeyVariable}`, check);
}

interface Check {
  env: Record<string, string | undefined>;
  say: Say;
}

function keyOfFile(file: string, cwd: string, check: Check) {
  try {
    return checkedKey(readFileSync(path.resolve(cwd, file), 'utf8'), file, `the file ${file}`, check);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    return check.say({ code: 'file-unreadable', args: { what: 'The API key file', file, reason } }, null);
  }
}

function checkedKey(key: string, name: string, from: string, { env, say }: Check) {
  const checked = checkApiKey(key);
  if (!('ok' in checked)) return say({ code: 'api-key-unusable', args: { from, problem: checked.problem } }, null);
  const other = NEVER_SENT.find(({ variable }) => env[variable]?.trim() === checked.ok);
  if (other === undefined) return checked.ok;
  return say({ code: 'account-key-variable', args: { name, problem: other.of } }, null);
}

/** Takes an address as written and the secrets of this run; gives it as it may be shown, or null: it may hold a password. */
export function shownBaseUrl(url: string, keys: readonly Secret[]): string | null {
  const checked = checkBaseUrl(url, { allowHttp: true });
  return 'ok' in checked && !carriesKey(checked.ok, ...keys.map(({ value }) => value)) ? checked.ok : null;
}

/** What is wrong with the connections of the selected accounts. */
export function connectionProblems(invocation: Invocation, project: Project): Diagnostic[] {
  return project.selected.map(connector(invocation, project)).flatMap((made) => (Array.isArray(made) ? made : []));
}

/** What is wrong with the addresses of the selected accounts and the names of their keys' variables, without the keys. */
export function offlineProblems(invocation: Invocation, project: Project): Diagnostic[] {
  return connectionProblems(invocation, project).filter(({ code }) => !NEEDS_ENVIRONMENT.has(code));
}

/** What only matters once something is sent. */
const NEEDS_ENVIRONMENT: ReadonlySet<Diagnostic['code']> = new Set([
  'base-url-missing',
  'api-key-missing',
  'api-key-unusable',
  'account-key-unset',
  'api-key-elsewhere',
  'api-key-host',
  'node-debug',
  'proxy-unusable',
]);

/**
 * Takes the project; gives a problem for each account that is the same inbox as one before it: the same key, whatever the
 * name of the host, or without their keys the same address and variable. Each would undo what the other does.
 */
export function sameInboxes({ accounts, locate }: Project, env: Record<string, string | undefined>): Diagnostic[] {
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
    return [{ code: 'account-same-inbox', args: { name, other }, severity: 'error', ...place }];
  });
}

function inboxOf({ baseUrl, apiKeyVariable }: AccountSettings, env: Record<string, string | undefined>): string {
  const variable = apiKeyVariable ?? 'INBOXCTL_API_KEY';
  const key = env[variable]?.trim();
  if (key) return key;
  const url = baseUrl ?? env.INBOXCTL_BASE_URL ?? '';
  const checked = checkBaseUrl(url, { allowHttp: true });
  return JSON.stringify(['ok' in checked ? checked.ok : url, variable]);
}
