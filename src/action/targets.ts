/**
 * The accounts of a job, and where their keys would go. Unmerged files can name any address, so keys go there only if
 * the address comes from the workflow's input, or if the workflow lists the host.
 */

import type { Io } from '../cli/io.ts';
import { sortAccounts } from '../cli/session/accounts.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import type { Connection } from '../cli/session/connection.ts';
import { allowedHosts, writtenBaseUrl } from '../cli/session/destinations.ts';
import { openSession } from '../cli/session/session.ts';
import type { Project } from '../cli/session/settings.ts';
import type { Described } from '../diagnostics/describe.ts';
import type { Inputs } from './inputs.ts';

export interface Targets {
  project: Project;
  /** All keys that are set. Never shown. */
  keys: string[];
  /** By account name; only accounts with both an address and a key. */
  connections: ReadonlyMap<string, Connection>;
  /** Why no key may be sent; null if keys may be sent. */
  refusal: Described | null;
  /** The key that signs comments; null if there is none. Never shown. */
  reviewKey: string | null;
}

/** `args`: the arguments of the commands. Throws a UserError if the project file is wrong. */
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
    refusal: stray === undefined ? refusalOf(io, inputs, project, isProposal) : stray,
    reviewKey: reviewKeyOf(inputs.signingKey, connections),
  };
}

function refusalOf({ env }: Io, { baseUrl }: Inputs, { selected }: Project, isProposal: boolean): Described | null {
  if (!isProposal || baseUrl !== null || allowedHosts(env) !== null) return null;
  for (const account of selected) {
    const url = writtenBaseUrl(account, env)?.url ?? '';
    if (!URL.canParse(url)) continue;
    return { code: 'job-host', args: { account: account.name, host: new URL(url).host } };
  }
  return null;
}

/**
 * The signing key; without one, the keys of all accounts together. Then a job with other keys cannot verify comments.
 */
function reviewKeyOf(signingKey: string | null, connections: ReadonlyMap<string, Connection>): string | null {
  if (signingKey !== null) return signingKey;
  const keys = [...connections].map(([name, { apiKey }]) => [name, apiKey] as const).sort();
  if (keys.length <= 1) return keys[0]?.[1] ?? null;
  return JSON.stringify(keys);
}
