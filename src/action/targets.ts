/**
 * The accounts of a job, and where their keys would go. Files that nobody has merged can say what they like, so of those the
 * address is taken from the workflow's input alone, or must be a host that the workflow lists.
 */

import type { Io } from '../cli/io.ts';
import { sortAccounts } from '../cli/session/accounts.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import type { Connection } from '../cli/session/connection.ts';
import { allowedHosts, writtenBaseUrl } from '../cli/session/destinations.ts';
import { openSession } from '../cli/session/session.ts';
import type { Project } from '../cli/session/settings.ts';
import { type Parts, say, theirs } from '../diagnostics/message.ts';
import { messageLine } from '../report/document.ts';
import type { Inputs } from './inputs.ts';

export interface Targets {
  project: Project;
  /** All keys that are set. They appear nowhere. */
  keys: string[];
  /** By name; those whose address and key are both there. */
  connections: ReadonlyMap<string, Connection>;
  /** Why the keys go nowhere; null where they may. */
  refusal: Parts | null;
  /** What the signatures of comments are made with; null where there is no key. Appears nowhere. */
  reviewKey: string | null;
}

/** `args` are those that commands get. Throws a UserError with what is wrong with the project file. */
export function targetsOf(io: Io, args: SessionArguments, inputs: Inputs, isProposal: boolean): Targets {
  const session = openSession({ io, args }, { sends: false, project: 'optional' });
  const { project } = session;
  const { open, closed } = sortAccounts(session, ({ name }, connection) => ({ name, connection }));
  const connections = new Map(open.map(({ name, connection }) => [name, connection]));
  const stray = closed
    .flatMap(({ problems }) => problems)
    .find(({ code }) => code === 'api-key-host' || code === 'api-key-elsewhere');
  return {
    project,
    keys: session.keys.map(({ value }) => value),
    connections,
    refusal: stray === undefined ? refusalOf(io, inputs, project, isProposal) : messageLine(stray),
    reviewKey: reviewKeyOf(inputs.signingKey, connections),
  };
}

function refusalOf({ env }: Io, { baseUrl }: Inputs, { selected }: Project, isProposal: boolean): Parts | null {
  if (!isProposal || baseUrl !== null || allowedHosts(env) !== null) return null;
  for (const account of selected) {
    const url = writtenBaseUrl(account, env)?.url ?? '';
    if (!URL.canParse(url)) continue;
    return say`The key of the account ${theirs(account.name)} would go to ${theirs(new URL(url).host)}. Only the files of the default branch may choose a host, and this run is not on it. Give the address in the input base-url, or list its host in allowed-hosts.`;
  }
  return null;
}

/** The signing key; without one the key of the account, or those of all: a job with other keys cannot tell then. */
function reviewKeyOf(signingKey: string | null, connections: ReadonlyMap<string, Connection>): string | null {
  if (signingKey !== null) return signingKey;
  const keys = [...connections].map(([name, { apiKey }]) => [name, apiKey] as const).sort();
  if (keys.length <= 1) return keys[0]?.[1] ?? null;
  return JSON.stringify(keys);
}
