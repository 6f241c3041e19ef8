/**
 * A session, with which most commands begin: settings and keys, then connections, then rule files, and the secrets of
 * all of them. Settings and keys are read at once, the rest on demand.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { rowOf } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { isHideable, Redactor, type Secret } from '../../diagnostics/redactor.ts';
import { type AccountFiles, type CheckedRule, checkedRule, type Declared, declare } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import type { AccountSettings } from '../../model/project.ts';
import { type Client, createClients } from '../../service/client.ts';
import { Connections } from '../../service/connections.ts';
import type { Traffic } from '../../service/traffic.ts';
import { createLoader, type Loader } from '../../source/load/loader.ts';
import type { ReferenceContext } from '../../source/load/references.ts';
import type { Invocation } from '../command.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import type { SessionArguments } from './arguments.ts';
import { type Connection, connector, shownBaseUrl } from './connection.ts';
import { writtenBaseUrl } from './destinations.ts';
import { type Key, keysOf } from './keys.ts';
import { givenBundle, withKeys } from './read-key-bundle.ts';
import { elsewhere, openSettings, type Project, placeOfRoot, requireProject } from './settings.ts';
import { duplicateAccounts, misspelledVariables, shortSigningKeys, unusedBaseUrl } from './slips.ts';

interface Needs {
  /** `optional`: the command works without a project file and a rules folder. */
  project?: 'optional';
  /** Whether keys are sent to the service: then no two accounts may be the same inbox. */
  sendsKeys: boolean;
  /** The severity of an unset variable that a rule needs; a warning by default. */
  unset?: 'error' | 'warning';
  /** Whether rules are edited, which needs their source. */
  keepsSources?: boolean;
}

type World = Pick<Invocation<SessionArguments>, 'io' | 'args'> &
  Partial<Pick<Invocation, 'options' | 'terminal' | 'closeAtEnd'>>;

/** Reads settings and keys, hides secrets from then on, and closes with the command. Throws a UserError. */
export function openSession({ io: given, args, options, terminal, closeAtEnd }: World, needs: Needs): Session {
  const bundle = givenBundle(given, args, terminal);
  const settings = openSettings(given, args);
  if (needs.project !== 'optional') requireProject(settings);
  const { io, opened } = withKeys(given, args, bundle, settings);
  const found = elsewhere(opened);
  const slips = [...misspelledVariables(io.env, opened.accounts, options), ...shortSigningKeys(io.env)];
  if (hasErrors(slips)) throw new UserError(slips);
  const strays: Diagnostic[] = found === null ? [] : [{ ...found, severity: 'warning' }];
  const notices = [...opened.notices, ...strays, ...slips, ...readableByAll(io, args, opened.cwd)];
  if (needs.sendsKeys) notices.push(...unusedBaseUrl(opened, io.env, args));
  const project = { ...opened, notices };
  const duplicates = needs.sendsKeys ? duplicateAccounts(project, io.env) : [];
  if (duplicates.length > 0) throw new UserError(duplicates);
  const session = new Session(io, args, project, needs);
  // The bundle replaces keys of the environment, which stay secret.
  if (io !== given) session.learn(keysOf(given.env, {}, project));
  terminal?.hide(() => session.redactorOfProblems);
  closeAtEnd?.(session);
  return session;
}

/** Warns if every user of this machine can read a key file. */
function readableByAll({ geteuid }: Io, args: SessionArguments, cwd: string): Diagnostic[] {
  const file = args.apiKeyFile ?? args.apiKeysFile;
  // Windows has no such users and modes.
  if (file === undefined || geteuid?.() === undefined) return [];
  const stats = statSync(path.resolve(cwd, file), { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.mode & 0o004) === 0) return [];
  return [{ code: 'key-file-readable', args: { file }, severity: 'warning' }];
}

export class Session {
  readonly io: Io;
  readonly args: SessionArguments;
  readonly keys: readonly Key[];
  readonly references: ReferenceContext;
  readonly loader: Loader<CheckedRule>;
  project: Project;
  readonly #connections = new Connections();
  readonly #clients: Client[] = [];
  #connect: ReturnType<typeof connector> | null = null;
  #declared: Declared[] | null = null;
  #learned: Secret[] = [];
  #repeated: readonly Secret[] = [];
  #hidesAnswers: Redactor | null = null;
  #redactor: Redactor | null = null;

  constructor(io: Io, args: SessionArguments, project: Project, { unset = 'warning', keepsSources = false }: Needs) {
    this.io = io;
    this.args = args;
    this.project = project;
    this.keys = keysOf(io.env, args, project);
    this.references = { variable: (name) => io.env[name]?.replace(/\r?\n$/, ''), unset, keys: this.keys };
    this.loader = createLoader(project, this.references, (source, locate) => {
      return { ...checkedRule(source, locate), ...(keepsSources && { source }) };
    });
  }

  narrowTo(selected: AccountSettings[]): void {
    this.project = { ...this.project, selected };
  }

  filesOf(account: AccountSettings): AccountFiles {
    const { name, rules, plan, pathOf } = account;
    const { home, locate } = this.project;
    return {
      name,
      roots: rules.map((root) => path.resolve(home, root)),
      settings: plan,
      policyPlace: (inner) => locate?.([...pathOf('policy'), ...inner], 'key').place ?? null,
      rootPlace: (shown) => placeOfRoot(account, 'rules', shown, this.project),
    };
  }

  /** What each selected account declares, in order. The other files are read too: digests depend on all secrets. */
  declared(): Declared[] {
    if (this.#declared === null) {
      this.#declared = declare(
        this.project.selected.map((account) => this.filesOf(account)),
        this.loader,
      );
      this.loadAll();
    }
    return this.#declared;
  }

  /** Reads the files of all accounts. If one is wrong, whatever looks like a reference names a secret. */
  loadAll(): ReturnType<Loader<CheckedRule>['load']>[] {
    const loaded = this.project.accounts.map((account) => this.loader.load(this.filesOf(account).roots));
    if (loaded.some(({ problems }) => hasErrors(problems))) this.learn(this.loader.mentioned());
    return loaded;
  }

  /** Everything that must not be shown: keys, and the variables of all files read so far. */
  secrets(): Secret[] {
    return [...this.keys, ...this.loader.secrets(), ...this.#learned].filter(({ value }) => isHideable(value));
  }

  /**
   * Adds secrets that come from neither the environment nor the files. `repeated`: texts that are hidden in what a service
   * says alone, since elsewhere any text may be the same by chance.
   */
  learn(secrets: readonly Secret[], repeated: readonly Secret[] = []): void {
    const known = new Set(this.secrets().map(({ value }) => value));
    for (const secret of secrets) if (!known.has(secret.value)) this.#learned.push(secret);
    this.#repeated = [...this.#repeated, ...repeated.filter(({ value }) => isHideable(value))];
  }

  /** Hides all secrets known when it is called. */
  get redactor(): Redactor {
    const secrets = this.secrets();
    if (this.#redactor?.secrets.length !== secrets.length) this.#redactor = new Redactor(secrets);
    return this.#redactor;
  }

  get #redactorOfAnswers(): Redactor {
    const secrets = [...this.redactor.secrets, ...this.#repeated];
    if (this.#hidesAnswers?.secrets.length !== secrets.length) this.#hidesAnswers = new Redactor(secrets);
    return this.#hidesAnswers;
  }

  /** For diagnostics: in broken files, everything that looks like a reference counts as a secret. */
  get redactorOfProblems(): Redactor {
    return new Redactor([...this.secrets(), ...this.loader.mentioned()]);
  }

  /** The connection of a selected account, or everything that is missing or unusable. */
  connection(account: AccountSettings): Connection | Diagnostic[] {
    this.#connect ??= connector(this);
    return this.#connect(account);
  }

  /** The problems with the connections of the selected accounts. Keys that are not set are one. */
  connectionProblems(): Diagnostic[] {
    const problems = this.project.selected.flatMap((account) => {
      const connection = this.connection(account);
      return Array.isArray(connection) ? connection : [];
    });
    const unset = [...new Set(problems.flatMap((one) => (one.code === 'account-key-unset' ? one.args.names : [])))];
    if (unset.length < 2) return problems;
    const others = problems.filter(({ code }) => code !== 'account-key-unset');
    return [{ code: 'account-key-unset', args: { names: unset, isOwn: true }, severity: 'error' }, ...others];
  }

  /** The same without problems that matter only when something is sent. */
  offlineProblems(): Diagnostic[] {
    return this.connectionProblems().filter((problem) => rowOf(problem).offline !== false);
  }

  /** Clients share their connections. `traffic` counts what one sends. */
  client({ apiKey, ...service }: Connection, traffic: Traffic): Client {
    const redact = (text: string, isName = false) =>
      isName ? this.redactor.text(text) : this.#redactorOfAnswers.wordsOfService(text);
    const client = createClients({ ...service, redact }, this.#connections)(apiKey, traffic);
    this.#clients.push(client);
    return client;
  }

  /** The address of an account as it may be shown; it may contain a password. Empty if there is none. */
  addressOf(account: AccountSettings): string {
    return shownBaseUrl(writtenBaseUrl(account, this.io.env, this.args)?.url ?? '', this.keys) ?? '';
  }

  /** Ends every request under way. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.#connections.close();
  }
}
