import { accountsOf, type PlanSettings } from '../../src/model/project.ts';
import type { WrittenProject } from '../../src/model/written-project.ts';

/** The settings of the only account of a project without accounts. */
export function planSettings(written: WrittenProject): PlanSettings {
  const [account] = accountsOf(written);
  if (account === undefined) throw new Error('A project has an account');
  return account.plan;
}
