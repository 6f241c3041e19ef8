/** A run and the live rules, as its way back looks at them. */
import { groupBy } from '../../model/group-by.ts';
import type { JournalChange, OutcomeLine } from '../../model/journal.ts';
import type { PlanSettings } from '../../model/project.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import type { AccountRedactor } from '../../planning/account-redactor.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import { type Comparison, comparison } from '../../planning/compared.ts';
import { unparked } from '../../planning/parking.ts';
import type { PlanFlags } from '../../planning/plan-account.ts';
import type { RecallSources } from './recall.ts';

/** A change of the run, with all that its journal has about it, in order. */
export interface RunChange {
  change: JournalChange;
  outcomes: readonly OutcomeLine[];
}

export interface RollbackInput {
  account: string;
  /** The name of the run. */
  of: string;
  /** The changes of the run in this account. */
  run: readonly RunChange[];
  live: readonly LiveRule[];
  settings: PlanSettings;
  flags: PlanFlags;
  redactor: AccountRedactor;
  variable: RecallSources['variable'];
  /** The time now. */
  at: Date;
  /** The earlier run that parked a rule, by its id; null where it is not known. */
  parkedBy: (id: string) => string | null;
  /** The ids that were live when the rollback was planned, to tell what it made since; null while it is planned. */
  planned: ReadonlySet<string> | null;
}

/** A live rule with its canonical form, that of a parked rule as it was. */
export interface Live {
  rule: LiveRule;
  body: RuleBody;
}

export interface RollbackView {
  comparison: Comparison;
  known: RecallSources;
  byId: ReadonlyMap<string, Live>;
  /** Live rules of a name (in canonical form), those of the run's own changes left out. */
  others: (name: string) => readonly Live[];
  /** Whether a rule came up after the rollback was planned, so that it is its work. */
  isNew: (rule: LiveRule) => boolean;
}

/** The live rules of an account as a rollback looks at them. */
export function viewOf({ run, live, settings, redactor, variable, planned }: RollbackInput): RollbackView {
  const byId = new Map(live.map((rule): [string, Live] => [rule.id, { rule, body: canonicalLive(unparked(rule)) }]));
  const own = idsOf(run);
  const others = groupBy(
    [...byId.values()].filter(({ rule }) => !own.has(rule.id)),
    ({ rule }) => canonicalName(rule.name),
  );
  return {
    comparison: comparison(settings),
    known: { variable, redactor },
    byId,
    others: (name) => others.get(name) ?? [],
    isNew: ({ id }) => planned !== null && !planned.has(id),
  };
}

/** The ids of the rules that changes of a run are about. */
function idsOf(run: readonly RunChange[]): Set<string> {
  const ids = run.map(({ change, outcomes }) => change.id ?? outcomes.at(-1)?.id ?? null);
  return new Set(ids.filter((id) => id !== null));
}
