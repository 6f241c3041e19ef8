/** The accounts whose statistics are read: settings and keys, but no rule files, which have no part in it. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Client, createClient } from '../../service/client.ts';
import type { Invocation } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { UserError } from '../user-error.ts';
import { connector, sameInboxes, shownBaseUrl } from './connection.ts';
import { inWordsOfService, withoutSecrets } from './hidden-secrets.ts';
import { ownKeys } from './keys.ts';
import { type ClosedAccount, closedAccount } from './project.ts';
import { openSettings, workingFolder } from './settings.ts';

export interface StatsAccounts {
  open: { name: string; client: Client }[];
  /** Those whose settings are wrong. */
  closed: ClosedAccount[];
  /** What is to be said of the selection. */
  notices: Diagnostic[];
  /** The names of all, in the order of the project file. */
  names: string[];
  /** Takes away what may be shown nowhere. */
  hide: (text: string) => string;
  close: () => Promise<void>;
}

/** Opens the selected accounts; throws a UserError where not one can be asked. */
export function openStatsAccounts(invocation: Invocation): StatsAccounts {
  const project = openSettings(invocation, workingFolder(invocation));
  const twins = sameInboxes(project, invocation.io.env);
  if (twins.length > 0) throw new UserError(twins);
  const keys = ownKeys(invocation, project);
  const hide = inWordsOfService(keys);
  const connect = connector(invocation, project);
  const open: StatsAccounts['open'] = [];
  const closed: ClosedAccount[] = [];
  for (const account of project.selected) {
    const connection = connect(account);
    if (Array.isArray(connection)) {
      const address = shownBaseUrl(account.baseUrl ?? invocation.io.env.INBOXCTL_BASE_URL ?? '', keys) ?? '';
      closed.push(closedAccount(account, { rules: [] }, address, withoutSecrets(connection, keys)));
    } else open.push({ name: account.name, client: createClient({ ...connection, hide }) });
  }
  if (open.length === 0 && closed.length > 0)
    throw new UserError(problemsOf(closed), exitCode(...closed.map(({ code }) => code)));
  return {
    open,
    closed,
    notices: project.notices,
    names: project.selected.map(({ name }) => name),
    hide,
    close: async () => void (await Promise.all(open.map(({ client }) => client.close()))),
  };
}

/** Everything that is wrong with accounts. */
export function problemsOf(closed: readonly ClosedAccount[]): Diagnostic[] {
  return closed.flatMap(({ problems }) => problems);
}
