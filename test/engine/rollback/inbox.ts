/** An inbox in memory: runs carried out in it as the service would, and their journals as they are written. */

import { Redactor, type Secret } from '../../../src/diagnostics/redactor.ts';
import { runName } from '../../../src/engine/journal/write.ts';
import type { Account } from '../../../src/engine/plan.ts';
import { rollbackPlan, rollbackPlanner } from '../../../src/engine/rollback/plan.ts';
import type { RollbackInput, RunChange } from '../../../src/engine/rollback/way-back.ts';
import { isOutbound } from '../../../src/model/action-types.ts';
import { type OutcomeLine, type PlanLine, planLine } from '../../../src/model/journal.ts';
import type { DeclaredRule, LiveRule, RuleBody } from '../../../src/model/rule.ts';
import { accountRedactor } from '../../../src/planning/account-redactor.ts';
import { canonicalLive } from '../../../src/planning/canonical.ts';
import type { Work } from '../../../src/planning/changes.ts';
import { type AccountPlan, planAccount } from '../../../src/planning/plan-account.ts';
import { accountOf } from '../../harness/account.ts';
import { planLineOf } from '../../harness/journal.ts';

export interface Run {
  plan: PlanLine;
  outcomes: OutcomeLine[];
  parts: null;
}

interface Inbox {
  live: () => LiveRule[];
  /** Somebody else's doing. */
  edit: (change: (rules: LiveRule[]) => LiveRule[]) => void;
  /** Plans and carries out; `upTo` changes are made, and as many outcomes as `told` are written. */
  apply: (declared: readonly DeclaredRule[], cut?: Cut) => Run;
  planner: (run: Run) => ReturnType<typeof rollbackPlanner>;
  planBack: (run: Run, more?: Partial<RollbackInput>) => AccountPlan;
  rollback: (run: Run, cut?: Cut, more?: Partial<RollbackInput>) => Run;
}

interface Cut {
  upTo?: number;
  told?: number;
}

/** The first line of the journal of an apply of these changes, as it is read back. */
export function planOf(account: Account, work: readonly Work[]): PlanLine {
  const start = {
    by: 'apply' as const,
    rollbackOf: null,
    version: '0.1.0',
    digest: `sha256:${'0'.repeat(64)}`,
    keyId: account.redactor.keyId,
    at: new Date(0),
    pid: 1,
    parts: [{ account, work }],
  };
  return planLine.parse(planLineOf(runName(start), start));
}

/** Takes the live rules and the variables of the environment. */
export function inboxOf(rules: readonly LiveRule[], env: Record<string, string> = {}): Inbox {
  let live = [...rules];
  let made = 0;
  const secrets = (): Secret[] => Object.entries(env).map(([name, value]) => ({ name, value }));
  const taking = (declared: readonly DeclaredRule[]) => {
    return accountOf(declared, {
      baseUrl: 'https://mail.example.com/api/v1',
      redactor: accountRedactor('key', new Redactor(secrets())),
    });
  };

  const send = ({ live: old, wanted, change }: Work): string | null => {
    if (wanted === null) {
      live = live.filter(({ id }) => id !== old?.id);
      return change.id;
    }
    const id = old?.id ?? `made-${made++}`;
    const rule = answered(wanted, id, old);
    live = old === null ? [...live, rule] : live.map((one) => (one.id === id ? rule : one));
    return id;
  };

  const carryOut = (account: Account, work: readonly Work[], { upTo = work.length, told = upTo }: Cut): Run => {
    const possible = work.filter(({ change }) => change.refused === undefined);
    const plan = planOf(account, possible);
    const ids = possible.slice(0, upTo).map(send);
    const outcomes = ids.slice(0, told).map((id, change): OutcomeLine => {
      return { kind: 'outcome', change, status: 'done', id, at: '2026-01-01T00:00:00Z' };
    });
    return { plan, outcomes, parts: null };
  };

  const inputOf = (run: Run, more: Partial<RollbackInput>): RollbackInput => {
    const account = taking([]);
    return {
      account: account.name,
      of: run.plan.run,
      run: changesOf(run),
      live,
      settings: account.settings,
      flags: account.flags,
      redactor: account.redactor,
      variable: (name) => {
        const value = env[name];
        return value === undefined ? { finding: { code: 'variable-unset', args: { name, empty: false } } } : { value };
      },
      at: new Date('2026-01-01T00:01:00Z'),
      planned: null,
      ...more,
    };
  };

  return {
    live: () => live,
    edit: (change) => {
      live = change(live);
    },
    apply: (declared, cut = {}) => {
      const account = taking(declared);
      const flags = { ...account.flags, allowLoss: true };
      const { work } = planAccount({ ...account, flags, account: account.name, live, declaredBefore: null });
      return carryOut(account, work, cut);
    },
    planner: (run) => rollbackPlanner(taking([]), run, inputOf(run, {})),
    planBack: (run, more = {}) => rollbackPlan(inputOf(run, more)).plan,
    rollback: (run, cut = {}, more = {}) => {
      const { plan, declared } = rollbackPlan(inputOf(run, more));
      return carryOut(taking(declared), plan.work, cut);
    },
  };
}

/** The changes of a run with what its journal has of each. */
function changesOf({ plan, outcomes }: Run): RunChange[] {
  return plan.changes.map((change, index) => ({
    change,
    outcomes: outcomes.filter((outcome) => outcome.change === index),
  }));
}

/** As measured: an operator that nobody set is AND; what sends is created switched off; no request carries INTEGRATION. */
function answered(wanted: RuleBody, id: string, old: LiveRule | null): LiveRule {
  return {
    id,
    enabled: old?.enabled ?? !isOutbound(wanted.actions),
    createdAt: old?.createdAt ?? '2026-02-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
    ...wanted,
    condition: { ...wanted.condition, conditionalOperator: wanted.condition.conditionalOperator ?? 'AND' },
    actions: wanted.actions.map((action) => ({ ...action, integrationName: null, integrationToolName: null })),
  };
}

/** The rules as they do their work, by name. */
export function contentOf(rules: readonly LiveRule[]): RuleBody[] {
  return rules.map(canonicalLive).sort((a, b) => (a.name < b.name ? -1 : 1));
}
