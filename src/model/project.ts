/** The settings of each account of a project that planning works with. */
import type { ListedAccount } from './accounts.ts';
import type { AccountKey, WrittenAccount, WrittenProject } from './written-project.ts';

/** A project file together with its account files. */
export interface ProjectSettings extends Omit<WrittenProject, 'accounts'> {
  /** The paths of their rules and tests are relative to the project file. */
  accounts?: Record<string, WrittenAccount | null> | null | undefined;
}

/** What declared rules are forbidden. null: anything goes. */
export type Policy = ListedAccount['policy'];

/** The settings that decide what a plan contains, with nothing left out. */
export type PlanSettings = Pick<
  ListedAccount,
  'undeclared' | 'ignore' | 'actionOrder' | 'ignoreDifferences' | 'guard' | 'policy'
>;

/** An account as the project file, or a file of its own, has it. */
export interface AccountSettings {
  name: string;
  /** Relative to the project file. */
  rules: string[];
  /** Whether a file says so: by default it is the folder `rules`. */
  namesRules: boolean;
  /** Folders and files of tests, relative to the project file, and whether a file says so: by default it is the folder `tests`. */
  tests: string[];
  namesTests: boolean;
  baseUrl: string | null;
  /** The variable that holds the API key; null where the account names none. */
  apiKeyVariable: string | null;
  /** The same two at the top of the project file, which the environment overrides. */
  shared: { baseUrl: string | null; apiKeyVariable: string | null };
  plan: PlanSettings;
  /** Where a key that this account works with stands in the settings: `['accounts', 'alice', 'policy']` or `['policy']`. */
  pathOf: (key: AccountKey) => (string | number)[];
}

/** The name of the only account of a project that lists none. */
export const DEFAULT_ACCOUNT = 'default';

/** What counts where a setting is left out. The descriptions of the schema say the same. */
export const DEFAULTS = { undeclared: 'delete', actionOrder: 'exact', guard: { maxDeletes: '25%' } } as const;

/** Takes a project; gives its accounts with their settings, in the order of the file (numbers before other names). */
export function accountsOf(written: ProjectSettings): AccountSettings[] {
  if (written.accounts == null) return [accountSettings(DEFAULT_ACCOUNT, {}, written)];
  return Object.entries(written.accounts).map(([name, own]) => accountSettings(name, own ?? {}, written));
}

function accountSettings(name: string, own: WrittenAccount, project: ProjectSettings): AccountSettings {
  const [guard, policyOf] = [own.guard ?? project.guard, own.policy ?? project.policy];
  return {
    name,
    rules: own.rules ?? project.rules ?? ['rules'],
    namesRules: (own.rules ?? project.rules) != null,
    tests: own.tests ?? project.tests ?? ['tests'],
    namesTests: (own.tests ?? project.tests) != null,
    baseUrl: own.baseUrl ?? null,
    apiKeyVariable: own.apiKey?.env ?? null,
    shared: { baseUrl: project.baseUrl ?? null, apiKeyVariable: project.apiKey?.env ?? null },
    plan: {
      undeclared: own.undeclared ?? project.undeclared ?? DEFAULTS.undeclared,
      ignore: own.ignore ?? project.ignore ?? [],
      actionOrder: own.actionOrder ?? project.actionOrder ?? DEFAULTS.actionOrder,
      ignoreDifferences: own.ignoreDifferences ?? project.ignoreDifferences ?? [],
      guard: { maxDeletes: guard?.maxDeletes ?? DEFAULTS.guard.maxDeletes },
      policy: {
        forbidActions: policyOf?.forbidActions ?? [],
        forwardTo: policyOf?.forwardTo ?? null,
        webhookHosts: policyOf?.webhookHosts ?? null,
        confine: policyOf?.confine ?? [],
        forbidPitfalls: policyOf?.forbidPitfalls ?? false,
      },
    },
    pathOf: (key) => (own[key] == null ? [key] : ['accounts', name, key]),
  };
}
