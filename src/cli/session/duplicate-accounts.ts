import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import { checkBaseUrl } from '../../service/address.ts';
import { writtenBaseUrl } from './destinations.ts';
import { keyVariableOf } from './keys.ts';
import type { Project } from './settings.ts';

/**
 * A problem for each account that is the same inbox as one before it: the same key, whatever the name of the host, or
 * without their keys the same address and variable. Each would undo what the other does.
 */
export function duplicateAccounts(
  { accounts, locate }: Project,
  env: Record<string, string | undefined>,
): Diagnostic[] {
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

function inboxOf(account: AccountSettings, env: Record<string, string | undefined>): string {
  const variable = keyVariableOf(account, env);
  const key = env[variable]?.trim();
  if (key) return key;
  const url = writtenBaseUrl(account, env)?.url ?? '';
  const checked = checkBaseUrl(url, { allowHttp: true });
  return JSON.stringify(['ok' in checked ? checked.ok : url, variable]);
}
