/** Pulls onto real files without a service, for tests that need many of them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isHideable, Redactor } from '../../src/diagnostics/redactor.ts';
import { checkedRule, declare } from '../../src/engine/declare.ts';
import { counted } from '../../src/engine/overrides.ts';
import { diskOf, writeFiles } from '../../src/engine/pull/disk.ts';
import type { PullAccount, PullOptions } from '../../src/engine/pull/input.ts';
import { planPull } from '../../src/engine/pull.ts';
import { accountsOf, type ProjectSettings } from '../../src/model/project.ts';
import type { LiveRule } from '../../src/model/rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { type AccountPlan, planAccount } from '../../src/planning/plan-account.ts';
import { createLoader } from '../../src/source/load/loader.ts';
import { readProjectFile } from '../../src/source/load/project-file.ts';
import { projectOf } from './project.ts';

type Variables = Record<string, string>;

export interface Pulling {
  folder: string;
  env?: Variables;
  options?: Partial<PullOptions>;
  /** The live rules of each account that is selected; `null`: it could not be read. */
  live: Record<string, readonly LiveRule[] | null>;
}

type Decided = ReturnType<typeof planPull>;

/** The live rules of the only account, or of each. */
type Inbox = readonly LiveRule[] | Pulling['live'];

/** Pulls into a project of these files; gives the folder, what was decided, and a file as it is then (null: gone). */
export async function pullInto(files: Record<string, string>, inbox: Inbox, how: Partial<Pulling> = {}) {
  const folder = projectOf(files);
  const live = Array.isArray(inbox) ? { default: inbox as readonly LiveRule[] } : (inbox as Pulling['live']);
  const plan = await pullOnto({ folder, live, ...how });
  const read = (name: string) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  return { ...plan, folder, read, shown: plan.files.map(({ shown }) => shown) };
}

/** Decides a pull and writes its files. */
export async function pullOnto(pulling: Pulling): Promise<Decided> {
  const plan = decide(pulling);
  const { left } = await writeFiles(plan.files, () => false);
  if (left.length > 0) throw new Error(`Not written: ${left[0]?.shown}`);
  return plan;
}

/** Decides a pull; nothing is written. */
export function decide({ folder, env = {}, options = {}, live }: Pulling): Decided {
  const { where, referenceContext, loader, accounts, file } = open(folder, env);
  const read = accounts.map(({ name, rules, plan, pathOf }): PullAccount => {
    const roots = rules.map((root) => path.resolve(folder, root));
    const loaded = loader.load(roots);
    const own = live[name];
    return {
      name,
      roots,
      settings: plan,
      ignore: { file, path: pathOf('ignore') },
      ownRules: { file, path: ['accounts', name, 'rules'] },
      rules: loaded.rules.map(({ source }) => source),
      counted: counted(loaded).rules.map(({ source }) => source),
      files: loaded.files,
      live: own === undefined ? 'not-selected' : (own ?? 'not-read'),
    };
  });
  const variables = loader.secrets().filter(({ value }) => isHideable(value));
  return planPull({
    accounts: read,
    where,
    home: folder,
    settingsFiles: new Set([file]),
    options: { only: null, prune: false, keepRoots: true, ...options },
    isComplete: true,
    referenceContext,
    variables,
    secrets: [...variables, ...referenceContext.keys.map(({ value }) => ({ name: 'KEY', value }))],
    locate: loader.locate,
    disk: diskOf(folder),
  });
}

/** What a plan of an account would do now; throws with the problems of its files, if there are some. */
export function planOn(folder: string, live: readonly LiveRule[], env: Variables = {}, name = 'default'): AccountPlan {
  const { loader, accounts } = open(folder, env);
  const account = accounts.find((one) => one.name === name);
  if (account === undefined) throw new Error(`There is no account ${name}`);
  const roots = account.rules.map((root) => path.resolve(folder, root));
  const [declared] = declare([{ name, roots, settings: account.plan, policyPlace: () => null }], loader);
  if (declared === undefined) throw new Error('Nothing was declared');
  const errors = declared.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors, null, 2));
  return planAccount({
    account: name,
    baseUrl: '',
    declared: declared.rules,
    live,
    settings: account.plan,
    flags: { allowEmpty: true, allowLoss: false, maxDeletes: null },
    redactor: accountRedactor('key', new Redactor([])),
    declaredBefore: null,
    violations: [],
    placeOf: declared.placeOf,
  });
}

function open(folder: string, env: Variables) {
  const file = path.join(folder, 'inboxctl.yaml');
  const read = readProjectFile(file, folder);
  const project: ProjectSettings = 'project' in read ? read.project : {};
  const where = { cwd: folder, projectFolder: folder };
  const referenceContext = {
    variable: (name: string) => env[name],
    unset: 'warning' as const,
    keys: [{ of: 'API key' as const, value: 'the-api-key-itself' }],
  };
  const loader = createLoader(where, referenceContext, (source, find) => ({ ...checkedRule(source, find), source }));
  return { file, where, referenceContext, loader, accounts: accountsOf(project) };
}
