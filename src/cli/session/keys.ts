/** The keys that inboxctl itself uses: those of inboxes, and those that are never sent to the service. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '../../diagnostics/redactor.ts';
import { isHideable } from '../../diagnostics/redactor.ts';
import type { KeyKind } from '../../diagnostics/references.ts';
import type { AccountSettings } from '../../model/project.ts';
import type { Io } from '../io.ts';
import type { KeyArguments } from './arguments.ts';

/** Variables whose values are never sent to the service. */
export const NEVER_SENT = [
  { variable: 'INBOXCTL_SIGNING_KEY', of: 'signing key' },
  { variable: 'GITHUB_TOKEN', of: 'GitHub token' },
  { variable: 'GH_TOKEN', of: 'GitHub token' },
] as const;

type KeySettings = Pick<AccountSettings, 'apiKeyVariable' | 'shared'>;

/**
 * The variable for the key of an account, unless an argument gives the key: its own, which nothing in the environment
 * overrides; else INBOXCTL_API_KEY if set; else the one at the top of the project file.
 */
export function keyVariableOf({ apiKeyVariable, shared }: KeySettings, env: Io['env']): string {
  if (apiKeyVariable !== null) return apiKeyVariable;
  return env.INBOXCTL_API_KEY ? 'INBOXCTL_API_KEY' : (shared.apiKeyVariable ?? 'INBOXCTL_API_KEY');
}

/** The parts of a project that its keys depend on. */
interface Accounts {
  cwd: string;
  accounts: readonly KeySettings[];
}

export type Key = Secret & { of: KeyKind };

/** The keys in the environment that apply to every project. */
export function keysIn(env: Io['env']): Key[] {
  const apiKey = { name: 'INBOXCTL_API_KEY', value: env.INBOXCTL_API_KEY, of: 'API key' as const };
  return usable([apiKey, ...NEVER_SENT.map(({ variable, of }) => ({ name: variable, value: env[variable], of }))]);
}

/** All keys that are set: those of the accounts, that of `--api-key-file`, and those that are never sent. */
export function keysOf(env: Io['env'], { apiKeyFile: file, apiKey }: KeyArguments, { cwd, accounts }: Accounts): Key[] {
  const inFile = file === undefined ? [] : [{ name: file, value: keyInFile(file, cwd), of: 'API key' as const }];
  const ofInput = [{ name: 'api-key', value: apiKey, of: 'API key' as const }];
  const variables = new Set(
    accounts.flatMap((one) => [one.apiKeyVariable ?? [], one.shared.apiKeyVariable ?? []].flat()),
  );
  const apiKeys = [...variables].map((name) => ({ name, value: env[name], of: 'API key' as const }));
  return [...usable([...inFile, ...ofInput, ...apiKeys]), ...keysIn(env)];
}

function usable(keys: readonly { name: string; value: string | undefined; of: KeyKind }[]): Key[] {
  return keys.flatMap(({ value, ...key }) => {
    const trimmed = value?.trim() ?? '';
    return isHideable(trimmed) ? [{ ...key, value: trimmed }] : [];
  });
}

function keyInFile(file: string, cwd: string): string | undefined {
  try {
    return readFileSync(path.resolve(cwd, file), 'utf8');
  } catch {
    return undefined; // said where the account's key is read
  }
}
