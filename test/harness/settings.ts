import { accountsOf, type PlanSettings, type ProjectSettings } from '../../src/model/project.ts';

/** The settings of the only account of a project without accounts. */
export function planSettings(written: ProjectSettings): PlanSettings {
  const [account] = accountsOf(written);
  if (account === undefined) throw new Error('A project has an account');
  return account.plan;
}
