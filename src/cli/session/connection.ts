/** The address of an account's service, and its key, which is sent only there. */
import type { Diagnostic, Finding } from '../../diagnostics/diagnostic.ts';
import type { Secret } from '../../diagnostics/redactor.ts';
import { KEY_VARIABLE } from '../../model/account-name.ts';
import { onceFor } from '../../model/once-for.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Path } from '../../model/rule.ts';
import { systemReason } from '../../model/system-reason.ts';
import { carriesKey, checkApiKey, checkBaseUrl, isLoopback, meantBaseUrl } from '../../service/address.ts';
import { type HttpProxy, proxyFor } from '../../service/proxy.ts';
import type { LocateSetting } from '../../source/load/settings-text.ts';
import type { Io } from '../io.ts';
import type { SessionArguments } from './arguments.ts';
import { levelOf, straying, writtenBaseUrl } from './destinations.ts';
import { type Key, keyFileText, keyVariableOf, neverSentIn } from './keys.ts';

export interface Connection {
  baseUrl: string;
  apiKey: string;
  allowHttp: boolean;
  /** By default, as long as services are known to take. */
  timeoutMs?: number;
  /** null for none. */
  proxy: HttpProxy | null;
  /** For commands with an option for how long to retry temporary errors. */
  retryForMs?: number;
  patient?: true;
}

/** The inputs of connections. */
interface Settings {
  io: Pick<Io, 'env'>;
  args: SessionArguments;
  project: { cwd: string; selected: readonly AccountSettings[]; locate: LocateSetting | null };
  keys: readonly Key[];
}

/** Returns a function from a selected account to its connection, or to everything that is missing or unusable. */
export function connector({ io: { env }, args, project, keys }: Settings) {
  const { selected } = project;
  // Most accounts share an address and differ in their keys.
  const showsKey = onceFor((url: string) => carriesKey(url, ...keys.map(({ value }) => value)));
  const { allowHttp = false, timeout, retryFor } = args;
  const patience = timeout === undefined ? {} : { timeoutMs: timeout * 1000 };
  const retries = retryFor === undefined ? {} : { retryForMs: retryFor * 1000, patient: true as const };
  return (account: AccountSettings): Connection | Diagnostic[] => {
    const problems: Diagnostic[] = [];
    const say: SayProblem = (finding, at) => {
      const place = at === null ? {} : project.locate?.(at);
      problems.push({ ...finding, severity: 'error', account: account.name, ...place } as Diagnostic);
      return null;
    };
    for (const flag of ['baseUrl', 'apiKeyFile', 'apiKey'] as const) {
      if (args[flag] === undefined || selected.length === 1) continue;
      const names = selected.map(({ name }) => name);
      say({ code: 'account-needed', args: { flag: FLAGS[flag], selected: names } }, null);
    }
    // Node reads it before the program starts. From then on it prints what is sent, including the header with the key.
    if (env.NODE_DEBUG) say({ code: 'node-debug', args: { value: env.NODE_DEBUG } }, null);
    const baseUrl = baseUrlOf(account, env, args, say);
    const key = apiKeyOf(account, env, { ...args, cwd: project.cwd }, say);
    if (
      baseUrl !== null &&
      env.NODE_TLS_REJECT_UNAUTHORIZED === '0' &&
      !allowHttp &&
      !isLoopback(new URL(baseUrl.url).hostname)
    ) {
      say({ code: 'base-url-unverified', args: {} }, null);
    }
    const stray = baseUrl === null ? null : straying(account, baseUrl.url, env, args);
    if (stray !== null) say(stray, baseUrl?.at ?? null);
    const swapped = swappedIn(problems, account.name);
    if (swapped !== null) return swapped;
    if (baseUrl !== null && showsKey(baseUrl.url)) {
      say({ code: 'base-url-carries-key', args: { from: baseUrl.from } }, null);
    }
    const proxy = baseUrl === null ? null : proxyFor(new URL(baseUrl.url).origin, env);
    if (proxy !== null && 'unusable' in proxy) {
      say({ code: 'proxy-unusable', args: { variable: proxy.unusable } }, null);
      return problems;
    }
    if (baseUrl === null || key === null || problems.length > 0) return problems;
    return { baseUrl: baseUrl.url, apiKey: key, allowHttp, ...patience, proxy, ...retries };
  };
}

/** `apiKey` is not a flag: the action has an input for it. */
const FLAGS = { baseUrl: '--base-url', apiKeyFile: '--api-key-file', apiKey: 'api-key' } as const;

/** Records a problem of an account. `at`: the path of the setting. */
type SayProblem = (finding: Finding, at: Path | null) => null;

/** One problem instead of two if the key and the address are swapped. */
function swappedIn(problems: readonly Diagnostic[], account: string): Diagnostic[] | null {
  const url = problems.find((one) => one.code === 'base-url-unusable');
  const key = problems.find((one) => one.code === 'api-key-unusable' && one.args.problem === 'url');
  if (url?.code !== 'base-url-unusable' || key?.code !== 'api-key-unusable') return null;
  const args = { url: url.args.from, key: key.args.from };
  return [{ code: 'connection-swapped', args, severity: 'error', account }];
}

function baseUrlOf(account: AccountSettings, env: Io['env'], args: SessionArguments, say: SayProblem) {
  const { allowHttp = false } = args;
  const written = writtenBaseUrl(account, env, args);
  if (!written?.url) return say({ code: 'base-url-missing', args: {} }, null);
  const { url, by } = written;
  const from = { ...SAID_BY, account: `the account ${account.name}` }[by];
  const at = by === 'account' || by === 'project' ? account.pathOf('baseUrl') : null;
  const checked = checkBaseUrl(url, { allowHttp });
  if ('ok' in checked) return { url: checked.ok, from, at };
  const { problem } = checked;
  if (problem === 'plain-http') return say({ code: 'base-url-http', args: { from, host: new URL(url).host } }, at);
  return say({ code: 'base-url-unusable', args: { from, problem, meant: meantBaseUrl(url, allowHttp) } }, at);
}

const SAID_BY = { flag: '--base-url', environment: 'INBOXCTL_BASE_URL', project: 'the project' } as const;

function apiKeyOf(
  account: AccountSettings,
  env: Io['env'],
  { apiKeyFile: file, apiKey: given, cwd }: SessionArguments & { cwd: string },
  say: SayProblem,
) {
  const checked = (key: string, name: string, from: string) => {
    const read = checkApiKey(key);
    if (!('ok' in read)) return say({ code: 'api-key-unusable', args: { from, problem: read.problem } }, null);
    const other = neverSentIn(env).find(({ value }) => value === read.ok);
    if (other === undefined) return read.ok;
    return say({ code: 'account-key-variable', args: { name, problem: other.of } }, null);
  };
  if (file !== undefined) {
    try {
      return checked(keyFileText(file, cwd), file, `the file ${file}`);
    } catch (error) {
      const reason = systemReason(error);
      return say({ code: 'file-unreadable', args: { what: 'The API key file', file, reason } }, null);
    }
  }
  if (given !== undefined) return checked(given, 'api-key', 'the input api-key');
  const variable = keyVariableOf(account);
  const value = env[variable];
  if (account.apiKeyVariable === null) {
    return value === undefined ? say({ code: 'api-key-missing', args: {} }, null) : checked(value, variable, variable);
  }
  const at = account.pathOf('apiKey');
  if (!KEY_VARIABLE.test(variable)) {
    return say({ code: 'account-key-variable', args: { name: variable, problem: 'reserved' } }, at);
  }
  if (!value) {
    const isOwn = levelOf(account, 'apiKey') === 'account';
    return say({ code: 'account-key-unset', args: { names: [variable], isOwn } }, at);
  }
  return checked(value, variable, `the variable ${variable}`);
}

/** An address as it may be shown; null if it may contain a password or a key. */
export function shownBaseUrl(url: string, keys: readonly Secret[]): string | null {
  const checked = checkBaseUrl(url, { allowHttp: true });
  return 'ok' in checked && !carriesKey(checked.ok, ...keys.map(({ value }) => value)) ? checked.ok : null;
}
