/**
 * What a pull request changes in the settings that hold apply back: whoever may change those may do with the inbox what
 * they like, and the plan shows nothing of it.
 */
import { type AccountSettings, accountsOf, type PlanSettings, type ProjectSettings } from '../../model/project.ts';

export interface SettingChange {
  /** As it is called in the project file. */
  setting: string;
  /** The accounts that it changes for. */
  accounts: string[];
  /** As JSON; null in a list of what is allowed: anything. */
  from: string;
  to: string;
}

const SETTINGS: Record<string, (settings: PlanSettings) => unknown> = {
  'guard.maxDeletes': ({ maxDeletes }) => maxDeletes,
  'policy.forbidActions': ({ policy }) => sorted(policy.forbidActions),
  'policy.forwardTo': ({ policy }) => sorted(policy.forwardTo),
  'policy.webhookHosts': ({ policy }) => sorted(policy.webhookHosts),
  ignore: ({ ignore }) => sorted(ignore),
  undeclared: ({ undeclared }) => undeclared,
};

/**
 * Takes the project file at the base and as it is now (what is not there has only defaults). An account that only one of
 * them has is compared with what the other says for all accounts: a new name must not be a way around the policy.
 */
export function settingChanges(base: ProjectSettings, head: ProjectSettings): SettingChange[] {
  const [before, after] = [settingsOf(base), settingsOf(head)];
  const changes = new Map<string, SettingChange>();
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(name) ?? ofAll(base), after.get(name) ?? ofAll(head)];
    for (const [setting, read] of Object.entries(SETTINGS)) {
      const [from, to] = [JSON.stringify(read(was)), JSON.stringify(read(is))];
      if (from === to) continue;
      const id = JSON.stringify([setting, from, to]);
      const known = changes.get(id);
      if (known === undefined) changes.set(id, { setting, accounts: [name], from, to });
      else known.accounts.push(name);
    }
  }
  return [...changes.values()];
}

function settingsOf(project: ProjectSettings): Map<string, PlanSettings> {
  return new Map(accountsOf(project).map(({ name, plan }) => [name, plan]));
}

function ofAll(project: ProjectSettings): PlanSettings {
  const [only] = accountsOf({ ...project, accounts: null });
  return (only as AccountSettings).plan;
}

/** Their order decides nothing. */
function sorted(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...new Set(list)].sort();
}
