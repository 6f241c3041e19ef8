import type { PlanSettings } from './accounts.ts';
import type { AccountKey, WrittenAccount, WrittenProject } from './written-project.ts';

/** A project file together with its account files, in which paths are relative to the project file too. */
export interface ProjectSettings extends Omit<WrittenProject, 'accounts'> {
  accounts?: Record<string, WrittenAccount | null> | null | undefined;
}

/** What declared rules must not do. */
export type Policy = PlanSettings['policy'];

export type { PlanSettings };

export interface AccountSettings {
  name: string;
  /** Relative to the project file. */
  rules: string[];
  /** Whether a file names them. The default is the folder `rules`. */
  namesRules: boolean;
  /** The same for folders and files of tests. */
  tests: string[];
  namesTests: boolean;
  /** null if the files name none. */
  baseUrl: string | null;
  /** The variable of the API key; null if the files name none. */
  apiKeyVariable: string | null;
  plan: PlanSettings;
  /** The path of a setting that this account uses: `['accounts', 'alice', 'policy']` or `['policy']`. */
  pathOf: (key: AccountKey) => (string | number)[];
}

export const DEFAULT_ACCOUNT = 'default';

/** The defaults of settings. The descriptions of the schema name them too. */
export const DEFAULTS = {
  undeclared: 'delete',
  actionOrder: 'exact',
  aiSelection: 'one',
  guard: { maxDeletes: '25%' },
} as const;

/** The accounts of a project, in the order of the file (numbers first). */
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
    baseUrl: own.baseUrl ?? project.baseUrl ?? null,
    apiKeyVariable: (own.apiKey ?? project.apiKey)?.env ?? null,
    plan: {
      undeclared: own.undeclared ?? project.undeclared ?? DEFAULTS.undeclared,
      ignore: own.ignore ?? project.ignore ?? [],
      actionOrder: own.actionOrder ?? project.actionOrder ?? DEFAULTS.actionOrder,
      ignoreDifferences: own.ignoreDifferences ?? project.ignoreDifferences ?? [],
      acceptPitfalls: own.acceptPitfalls ?? project.acceptPitfalls ?? [],
      aiSelection: own.aiSelection ?? project.aiSelection ?? DEFAULTS.aiSelection,
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
