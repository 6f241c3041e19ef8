/**
 * The selected accounts with a way to their inboxes, before any of their files is read: what a service answers to the
 * first question takes as long as reading the files does, so it is asked first.
 */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { AccountSettings } from '../../model/project.ts';
import { type Client, createClients } from '../../service/client.ts';
import { Connections } from '../../service/connections.ts';
import type { Invocation } from '../command.ts';
import { UserError } from '../user-error.ts';
import { type Connection, connector, sameInboxes } from './connection.ts';
import { ownKeys } from './keys.ts';
import { openSettings, type Project, workingFolder } from './settings.ts';

/** An account that can be asked. */
export interface ConnectedAccount {
  settings: AccountSettings;
  connection: Connection;
  client: Client;
}

/** An account that cannot, and why. */
interface UnconnectedAccount {
  settings: AccountSettings;
  problems: Diagnostic[];
}

export interface ConnectedProject {
  project: Project;
  keys: ReturnType<typeof ownKeys>;
  /** In the order of the project file. */
  accounts: (ConnectedAccount | UnconnectedAccount)[];
  /** Sets what the clients hide in the words of their services. Nothing may be made of an answer before. */
  hideBy: (hide: (text: string) => string) => void;
  close: () => Promise<void>;
}

/** Reads the settings, and sends nothing. Throws a UserError where two accounts are one inbox. */
export function connectProject(invocation: Invocation): ConnectedProject {
  const project = openSettings(invocation, workingFolder(invocation));
  const twins = sameInboxes(project, invocation.io.env);
  if (twins.length > 0) throw new UserError(twins);
  const connect = connector(invocation, project);
  let hide = (_text: string): string => {
    throw new Error('What must be hidden is not known before the files are read');
  };
  const connections = new Connections();
  const clientFor = clientMaker((text) => hide(text), connections);
  const accounts = project.selected.map((settings): ConnectedAccount | UnconnectedAccount => {
    const connection = connect(settings);
    if (Array.isArray(connection)) return { settings, problems: connection };
    return { settings, connection, client: clientFor(connection) };
  });
  return {
    project,
    keys: ownKeys(invocation, project),
    accounts,
    hideBy: (how) => {
      hide = how;
    },
    close: async () => {
      await Promise.all(connectedOf(accounts).map(({ client }) => client.close()));
      await connections.close();
    },
  };
}

/** A function from a connection to its client. Most accounts have one service: what is said of it is there once. */
function clientMaker(hide: (text: string) => string, shared: Connections): (connection: Connection) => Client {
  const makers = new Map<string, (apiKey: string) => Client>();
  return ({ apiKey, ...service }) => {
    const maker = makers.get(service.baseUrl) ?? createClients({ ...service, hide }, shared);
    makers.set(service.baseUrl, maker);
    return maker(apiKey);
  };
}

/** Those of accounts that can be asked. */
export function connectedOf(accounts: ConnectedProject['accounts']): ConnectedAccount[] {
  return accounts.filter((one) => 'client' in one);
}
