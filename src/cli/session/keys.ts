/** The keys that inboxctl itself uses: those of inboxes, and those that are never sent to the service. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isHideable, type Secret } from '../../diagnostics/redactor.ts';
import type { KeyKind } from '../../diagnostics/references.ts';
import type { AccountSettings } from '../../model/project.ts';
import { type SealKey, sealKeyOf } from '../../planning/account-redactor.ts';
import type { Io } from '../io.ts';
import type { KeyArguments } from './arguments.ts';

/**
 * The signing keys of an environment, one a line; empty if it has none. The first makes tags and signatures. The others
 * are earlier ones, which still verify what they made.
 */
export function signingKeysIn({ INBOXCTL_SIGNING_KEY: lines = '' }: Io['env']): string[] {
  return lines.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
}

/** The keys that are never sent to the service. */
export function neverSentIn(env: Io['env']): Key<'signing key' | 'GitHub token'>[] {
  const tokens = ['GITHUB_TOKEN', 'GH_TOKEN'].map((name) => ({ name, value: env[name], of: 'GitHub token' as const }));
  const signing = signingKeysIn(env).map((value) => ({
    name: 'INBOXCTL_SIGNING_KEY',
    value,
    of: 'signing key' as const,
  }));
  return usable([...signing, ...tokens]);
}

type KeySettings = Pick<AccountSettings, 'apiKeyVariable' | 'shared'>;

/**
 * The variable for the key of an account, unless an argument gives the key: its own, which nothing in the environment
 * overrides; else INBOXCTL_API_KEY if set; else the one at the top of the project file.
 */
export function keyVariableOf({ apiKeyVariable, shared }: KeySettings, env: Io['env']): string {
  if (apiKeyVariable !== null) return apiKeyVariable;
  return env.INBOXCTL_API_KEY ? 'INBOXCTL_API_KEY' : (shared.apiKeyVariable ?? 'INBOXCTL_API_KEY');
}

/** The variables that the settings of accounts name for their keys. */
export function keyVariablesOf(accounts: readonly KeySettings[]): string[] {
  return [...new Set(accounts.flatMap((one) => [one.apiKeyVariable ?? [], one.shared.apiKeyVariable ?? []].flat()))];
}

/** The parts of a project that its keys depend on. */
interface Accounts {
  cwd: string;
  accounts: readonly KeySettings[];
  /** Those of a bundle that no account has. */
  spareKeys?: readonly Pick<Key, 'name' | 'value'>[];
}

export type Key<Of extends KeyKind = KeyKind> = Secret & { of: Of };

/** The keys in the environment that apply to every project. */
export function keysIn(env: Io['env']): Key[] {
  const apiKey = { name: 'INBOXCTL_API_KEY', value: env.INBOXCTL_API_KEY, of: 'API key' as const };
  return [...usable([apiKey]), ...neverSentIn(env)];
}

/** All keys that are set: those of the accounts, of `--api-key-file` and of a bundle, and those that are never sent. */
export function keysOf(env: Io['env'], { apiKeyFile: file, apiKey }: KeyArguments, project: Accounts): Key[] {
  const { cwd, accounts, spareKeys = [] } = project;
  const inFile = file === undefined ? [] : [{ name: file, value: keyInFile(file, cwd), of: 'API key' as const }];
  const ofInput = [{ name: 'api-key', value: apiKey, of: 'API key' as const }];
  const inVariables = keyVariablesOf(accounts).map((name) => ({ name, value: env[name] }));
  const apiKeys = [...inVariables, ...spareKeys].map(({ name, value }) => ({ name, value, of: 'API key' as const }));
  return [...usable([...inFile, ...ofInput, ...apiKeys]), ...keysIn(env)];
}

/** Keys that may have sealed a snapshot: signing keys and API keys. */
export function sealKeysOf(keys: readonly Key[]): SealKey[] {
  return keys.filter(({ of }) => of !== 'GitHub token').map(({ value }) => sealKeyOf(value));
}

function usable<Of extends KeyKind>(keys: readonly { name: string; value: string | undefined; of: Of }[]): Key<Of>[] {
  return keys.flatMap(({ value, ...key }) => {
    const trimmed = value?.trim() ?? '';
    return isHideable(trimmed) ? [{ ...key, value: trimmed }] : [];
  });
}

const texts = new Map<string, string>();

/** The text of the file of `--api-key-file`. It is read once in a run, since it may be a pipe. Throws what reading throws. */
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
