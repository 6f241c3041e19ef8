/**
 * The accounts of a job, and where their keys would go. Unmerged files can name any address, so keys go there only if
 * the address comes from the workflow's input, or if the workflow lists the host.
 */
import path from 'node:path';
import type { Io } from '../cli/io.ts';
import { openAccounts } from '../cli/session/accounts.ts';
import type { SessionArguments } from '../cli/session/arguments.ts';
import type { Connection } from '../cli/session/connection.ts';
import { allowedHosts, writtenBaseUrl } from '../cli/session/destinations.ts';
import { sealKeysOf, signingKeysIn } from '../cli/session/keys.ts';
import { openSession, type Session } from '../cli/session/session.ts';
import { type Project, settingsFilesOf } from '../cli/session/settings.ts';
import type { Described } from '../diagnostics/describe.ts';
import { readRunFrom } from '../engine/snapshot/read.ts';
import { isInside } from '../source/paths.ts';
import type { Inputs } from './inputs.ts';
import { repositoryRoot } from './repository-root.ts';

export type Targets = ReturnType<typeof targetsOf>;

/** `args`: the arguments of the commands. Throws a UserError if the project file is wrong. */
export function targetsOf(io: Io, args: SessionArguments, inputs: Inputs, isProposal: boolean) {
  const session = openSession({ io, args }, { sendsKeys: false, project: 'optional' });
  const { project } = session;
  const root = repositoryRoot(project, io.cwd());
  const { open, closed } = openAccounts(session);
  const connections = new Map(open.map(({ account, connection }) => [account.name, connection]));
  const stray = closed
    .flatMap(({ problems }) => problems)
    .find(({ code }) => code === 'api-key-host' || code === 'api-key-elsewhere');
  return {
    project,
    /** The root of the repository. */
    root,
    /** All keys that are set. Never shown. */
    keys: session.keys.map(({ value }) => value),
    /** By account name; only accounts with both an address and a key. */
    connections,
    /** Why no key may be sent; null if keys may be sent. */
    refusal: stray === undefined ? hostRefusal(io, inputs, project, isProposal) : stray,
    /** The keys of comments: the first one signs, and all of them verify. Empty if there is none. Never shown. */
    reviewKeys: reviewKeysOf(inputs.signingKey, connections),
    /** Reports whether a file (by its path from the root of the repository) is one that the project reads. */
    isRead: (file: string) => isReadBy(session, path.join(root, file)),
    /** Opens the snapshot of a run (absolute path) with all keys that are set. */
    readSnapshot: (file: string) => readRunFrom(file, sealKeysOf(session.keys), project.cwd),
  };
}

/** Files that settings are in, or that change how git checks others out, count wherever they are. */
const SETTINGS = /^(\.?inboxctl\.(ya?ml|json)|\.gitattributes|\.gitmodules)$/i;

/** A change in a submodule is one of its folder, so a path above a file that is read counts too. */
function isReadBy(session: Session, file: string): boolean {
  const { accounts, file: projectFile } = session.project;
  if ((projectFile !== null && isInside(projectFile, file)) || SETTINGS.test(path.basename(file))) return true;
  const roots = accounts.flatMap((account) => session.filesOf(account).roots);
  if (roots.some((root) => isInside(file, root) || isInside(root, file))) return true;
  // A new account file has no account yet.
  const ownFiles = settingsFilesOf(session.project).filter((own) => own !== projectFile);
  if (ownFiles.some((own) => path.dirname(own) === path.dirname(file) || isInside(own, file))) return true;
  const files = session.loadAll().flatMap((loaded) => loaded.files);
  return files.some((one) => session.loader.loaded(one.path)?.referred.some((it) => isInside(it, file)) === true);
}

function hostRefusal({ env }: Io, { baseUrl }: Inputs, { selected }: Project, isProposal: boolean): Described | null {
  if (!isProposal || baseUrl !== null || allowedHosts(env) !== null) return null;
  for (const account of selected) {
    const url = writtenBaseUrl(account, env)?.url ?? '';
    if (!URL.canParse(url)) continue;
    return { code: 'job-host', args: { account: account.name, host: new URL(url).host } };
  }
  return null;
}

/** The signing keys; without any, the keys of all accounts: a job with others then cannot verify comments. */
function reviewKeysOf(signingKey: string | null, connections: ReadonlyMap<string, Connection>): string[] {
  if (signingKey !== null) return signingKeysIn({ INBOXCTL_SIGNING_KEY: signingKey });
  const keys = [...connections].map(([name, { apiKey }]) => [name, apiKey] as const).sort();
  return keys.length <= 1 ? keys.map(([, apiKey]) => apiKey) : [JSON.stringify(keys)];
}
