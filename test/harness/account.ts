/** An account as the engine takes it, without a project. */
import type { Account } from '../../src/engine/plan.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { hider, veil } from '../../src/planning/secrets.ts';
import { declaredOf } from './arbitrary.ts';
import { KEY } from './project.ts';
import { planSettings } from './settings.ts';

/** Takes what is declared; gives the account, with no guard in the way. */
export function accountOf(declared: readonly ResolvedRule[]): Account {
  return {
    name: 'default',
    baseUrl: '',
    declared: declared.map(declaredOf),
    settings: planSettings({}),
    flags: { allowEmpty: true, allowLoss: false, maxDeletes: 1000 },
    veil: veil(KEY, hider([])),
    violations: [],
    declaredBefore: async () => ({ names: new Set(), notices: [] }),
    placeOf: ({ file }) => ({ file, line: 1, column: 1 }),
  };
}
