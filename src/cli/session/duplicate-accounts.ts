import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import { checkBaseUrl } from '../../service/address.ts';
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

function inboxOf({ baseUrl, apiKeyVariable }: AccountSettings, env: Record<string, string | undefined>): string {
  const variable = apiKeyVariable ?? 'INBOXCTL_API_KEY';
  const key = env[variable]?.trim();
  if (key) return key;
  const url = baseUrl ?? env.INBOXCTL_BASE_URL ?? '';
  const checked = checkBaseUrl(url, { allowHttp: true });
  return JSON.stringify(['ok' in checked ? checked.ok : url, variable]);
}
