/** The keys that inboxctl itself uses: those of inboxes, and those that are never sent to the service. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isHideable, type Secret } from '../../diagnostics/redactor.ts';
import type { KeyKind } from '../../diagnostics/references.ts';
import type { AccountSettings } from '../../model/project.ts';
import { type SealKey, sealKeyOf } from '../../planning/account-redactor.ts';
import type { Io } from '../io.ts';

/** The signing keys, one a line; empty for none. The first signs; earlier ones still verify what they made. */
export function signingKeysIn({ INBOXCTL_SIGNING_KEY: lines = '' }: Io['env']): string[] {
  return lines.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
}

/** The keys that are never sent to the service. */
export function neverSentIn(env: Io['env']): Key<'signing key' | 'GitHub token'>[] {
  return [
    ...signingKeysIn(env).flatMap((value) => key('signing key', 'INBOXCTL_SIGNING_KEY', value)),
    ...['GITHUB_TOKEN', 'GH_TOKEN'].flatMap((name) => key('GitHub token', name, env[name])),
  ];
}

type KeySettings = Pick<AccountSettings, 'apiKeyVariable'>;

/** The variable for the key of an account: the one that the files name, else INBOXCTL_API_KEY. */
export function keyVariableOf({ apiKeyVariable }: KeySettings): string {
  return apiKeyVariable ?? 'INBOXCTL_API_KEY';
}

/** The parts of a project that its keys depend on. */
interface Accounts {
  cwd: string;
  accounts: readonly KeySettings[];
  /** Those of a bundle that no account has. */
  spareKeys?: readonly Pick<Key, 'name' | 'value'>[];
}

export type Key<Of extends KeyKind = KeyKind> = Secret & { of: Of };

/** A key, or none where the value is not set or too short to be hidden. */
function key<Of extends KeyKind>(of: Of, name: string, value = ''): Key<Of>[] {
  const trimmed = value.trim();
  return isHideable(trimmed) ? [{ name, of, value: trimmed }] : [];
}

/** The keys in the environment that apply to every project. */
export function keysIn(env: Io['env']): Key[] {
  return [...key('API key', 'INBOXCTL_API_KEY', env.INBOXCTL_API_KEY), ...neverSentIn(env)];
}

type Given = { apiKeyFile?: string | undefined; apiKey?: string | undefined };

/** All keys that are set: those of the accounts, of `--api-key-file` and of a bundle, and those that are never sent. */
export function keysOf(env: Io['env'], { apiKeyFile: file, apiKey }: Given, project: Accounts): Key[] {
  const { cwd, accounts, spareKeys = [] } = project;
  const variables = new Set([...accounts.map(keyVariableOf), 'INBOXCTL_API_KEY']);
  return [
    ...(file === undefined ? [] : key('API key', file, keyInFile(file, cwd))),
    ...key('API key', 'api-key', apiKey),
    ...[...variables].flatMap((name) => key('API key', name, env[name])),
    ...spareKeys.flatMap(({ name, value }) => key('API key', name, value)),
    ...neverSentIn(env),
  ];
}

/** Keys that may have sealed a snapshot: signing keys and API keys. */
export function sealKeysOf(keys: readonly Key[]): SealKey[] {
  return keys.filter(({ of }) => of !== 'GitHub token').map(({ value }) => sealKeyOf(value));
}

const texts = new Map<string, string>();

/** The text of a file of keys. It is read once in a run, since it may be a pipe. Throws what reading throws. */
export function keyFileText(file: string, cwd: string): string {
  const absolute = path.resolve(cwd, file);
  const text = texts.get(absolute) ?? readFileSync(absolute, 'utf8');
  texts.set(absolute, text);
  return text;
}

function keyInFile(file: string, cwd: string): string | undefined {
  try {
    return keyFileText(file, cwd);
  } catch {
    return undefined; // said where the account's key is read
  }
}
