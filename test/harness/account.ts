/** Accounts as the engine and as planning take them, without a project, and with no guard in the way. */

import { Redactor } from '../../src/diagnostics/redactor.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import { type Account, planFor, planOf } from '../../src/engine/plan.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import { type AccountInput, type AccountPlan, planAccount } from '../../src/planning/plan-account.ts';
import { declaredOf } from './arbitrary.ts';
import { EMPTY_INBOX } from './identity.ts';
import { KEY } from './project.ts';
import { planSettings } from './settings.ts';

const BASE_URL = 'https://mail.example.com/api/v1';

const ALIKE = {
  baseUrl: BASE_URL,
  flags: { allowEmpty: true, allowLoss: false, maxDeletes: 1000 },
  violations: [],
  placeOf: ({ file }: { file: string }) => ({ file, line: 1, column: 1 }),
};

/** Takes what is declared; `more` comes on top. */
export function accountOf(rules: readonly (ResolvedRule | DeclaredRule)[], more: Partial<Account> = {}): Account {
  return {
    ...ALIKE,
    name: 'default',
    declared: rules.map((rule, index) => ('body' in rule ? rule : declaredOf(rule, index))),
    settings: planSettings({}),
    redactor: accountRedactor(KEY, new Redactor([])),
    declaredBefore: async () => ({ names: new Set(), notices: [] }),
    ...more,
  };
}

/** The plan of an account of these rules; `more` comes on top. */
export function accountPlan(
  declared: readonly DeclaredRule[],
  live: readonly LiveRule[],
  more: Partial<AccountInput> = {},
): AccountPlan {
  return planAccount({
    ...ALIKE,
    account: 'default',
    declared,
    live,
    settings: planSettings({}),
    redactor: accountRedactor('key', new Redactor([])),
    declaredBefore: null,
    ...more,
  });
}

/** The plan of an account that can be planned. */
export async function plannedFor(account: Account, live: readonly LiveRule[]): Promise<AccountPlan> {
  const planned = await planFor(account, live);
  if ('problem' in planned) throw new Error(planned.problem.code);
  return planned.planned;
}

/** The plan of a run with one account, which has this one. */
export function planOfOne(planned: AccountPlan, more: Partial<Account> = {}): Plan {
  const account = accountOf([], more);
  return planOf([{ account, live: [], readAt: 0, inbox: EMPTY_INBOX, planned, leftToDo: () => [] }], []);
}
