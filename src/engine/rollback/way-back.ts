/**
 * Decides what became of each change of a run, and so how to undo it.
 *
 * The journal tells what was done. Where it does not, because the run was killed or an answer was lost, the live rules
 * tell: as wanted, it was done; as before, it was not; anything else is somebody's own work, and left alone.
 */
import { groupBy } from '../../model/group-by.ts';
import type { JournalChange, JournalRule, OutcomeLine } from '../../model/journal.ts';
import type { LiveRule, RuleBody } from '../../model/rule.ts';
import { canonicalLive, canonicalName } from '../../planning/canonical.ts';
import { patchBetween } from '../../planning/changes.ts';
import { comparison } from '../../planning/compared.ts';
import type { AccountInput } from '../../planning/plan-account.ts';
import { type RecallSources, recall, recallFor } from './recall.ts';

/** A change of the run, with everything that its journal says about it, in order. */
export interface RunChange {
  change: JournalChange;
  outcomes: readonly OutcomeLine[];
}

export interface RollbackInput extends Pick<AccountInput, 'account' | 'live' | 'settings' | 'flags' | 'redactor'> {
  /** The name of the run. */
  of: string;
  /** The changes of the run in this account. */
  run: readonly RunChange[];
  variable: RecallSources['variable'];
  /** The time now. */
  at: Date;
  /** For the key that made the tags of the journal; by default the current one. */
  tags?: RecallSources['redactor'];
  /** The ids that were live when the rollback was planned, to recognize rules it created since; null while planning. */
  planned: ReadonlySet<string> | null;
}

/** A live rule with its canonical form. */
interface Live {
  rule: LiveRule;
  body: RuleBody;
}

export type RollbackView = ReturnType<typeof viewOf>;

/** Indexes the live rules of an account for a rollback. */
export function viewOf({ run, live, settings, redactor, tags, variable, planned }: RollbackInput) {
  const byId = new Map(live.map((rule): [string, Live] => [rule.id, { rule, body: canonicalLive(rule) }]));
  const own = idsOf(run);
  const others = groupBy(
    [...byId.values()].filter(({ rule }) => !own.has(rule.id)),
    ({ rule }) => canonicalName(rule.name),
  );
  return {
    comparison: comparison(settings),
    known: { variable, redactor: tags ?? redactor } satisfies RecallSources,
    byId,
    /** Live rules of a name (in canonical form), those of the run's own changes left out. */
    others: (name: string): readonly Live[] => others.get(name) ?? [],
    /** Whether a rule appeared after the rollback was planned, so that the rollback created it. */
    isNew: ({ id }: LiveRule) => planned !== null && !planned.has(id),
  };
}

/** The ids of the rules that the run changed. */
function idsOf(run: readonly RunChange[]): Set<string> {
  const ids = run.map(({ change, outcomes }) => change.id ?? outcomes.at(-1)?.id ?? null);
  return new Set(ids.filter((id) => id !== null));
}

export type Way =
  /** Nothing to undo. */
  | { kind: 'not-made' }
  /** Already as before, as far as possible. `live` is the live form of `kept`. */
  | { kind: 'as-before'; kept: JournalRule | null; live: Live | null }
  /** Left alone, because it may not be the work of the run. */
  | { kind: 'left'; why: 'unclear' | 'made-anew' }
  | {
      kind: 'back';
      /** The rule as it was; null where there was none. */
      kept: JournalRule | null;
      /** The rule as it is; null where there is none. */
      live: Live | null;
      /** Paths that changed after the run, such as `actions/0/fields/label`. */
      since: string[];
      /** Whether the run replaced the rule and it was deleted since. */
      isGone: boolean;
    };

const NOT_MADE: Way = { kind: 'not-made' };
const UNCLEAR: Way = { kind: 'left', why: 'unclear' };

export function wayBack(run: RunChange, view: RollbackView): Way {
  const { live, wanted } = run.change;
  if (live === null) return wanted === null ? NOT_MADE : ofCreate(run, wanted, view);
  return wanted === null ? ofDelete(run, live, view) : ofReplace(run, live, wanted, view);
}

type Wanted = NonNullable<JournalChange['wanted']>;

function ofCreate(run: RunChange, wanted: Wanted, view: RollbackView): Way {
  const made = madeOf(run);
  if (made === 'no') return NOT_MADE;
  const id = run.outcomes.at(-1)?.id ?? null;
  const live = id === null ? undefined : view.byId.get(id);
  if (live !== undefined) {
    return { kind: 'back', kept: null, live, since: differing(wanted, live, view), isGone: false };
  }
  const named = namedAlike(wanted, view);
  if (id !== null)
    return named.length > 0 ? { kind: 'left', why: 'made-anew' } : { kind: 'as-before', kept: null, live: null };
  const same = named.find((one) => isAs(wanted, one, view));
  if (same !== undefined) return { kind: 'back', kept: null, live: same, since: [], isGone: false };
  return named.length > 0 ? UNCLEAR : NOT_MADE;
}

function ofReplace(run: RunChange, kept: JournalRule, wanted: Wanted, view: RollbackView): Way {
  const live = view.byId.get(kept.id);
  const made = madeOf(run);
  if (live === undefined) {
    if (made === 'no') return NOT_MADE;
    const again = anew(kept, wanted, view, true);
    return made === 'yes' || again.kind === 'as-before' ? again : UNCLEAR;
  }
  const back: Way = { kind: 'back', kept, live, since: [], isGone: false };
  if (made === 'no') return NOT_MADE;
  if (isBack(kept, live, wanted, view)) return { kind: 'as-before', kept, live };
  const since = differing(wanted, live, view);
  if (since.length > 0 && made === 'perhaps') return isAs(kept, live, view) ? NOT_MADE : UNCLEAR;
  return { ...back, since };
}

function ofDelete(run: RunChange, kept: JournalRule, view: RollbackView): Way {
  if (madeOf(run) === 'no' || view.byId.has(kept.id)) return NOT_MADE;
  return anew(kept, null, view, false);
}

/** For a rule that is gone: creates it again, unless an identical rule exists. */
function anew(kept: JournalRule, wanted: Wanted | null, view: RollbackView, isGone: boolean): Way {
  const named = namedAlike(kept, view);
  const same = named.find((one) => isBack(kept, one, wanted, view));
  if (same !== undefined) return { kind: 'as-before', kept, live: same };
  const live = named.find(({ rule }) => view.isNew(rule)) ?? null;
  return { kind: 'back', kept, live, since: [], isGone };
}

/** Whether the journal says that a change was made. */
function madeOf({ outcomes }: RunChange): 'yes' | 'no' | 'perhaps' {
  const last = outcomes.at(-1);
  if (last === undefined) return 'perhaps';
  if (last.status === 'done') return 'yes';
  const isOpen = outcomes.some(({ unanswered }) => unanswered === true);
  if (isOpen) return 'perhaps';
  if (last.status !== 'failed') return 'no';
  const status = last.error?.status ?? null;
  return status !== null && status >= 400 && status < 500 ? 'no' : 'perhaps';
}

/** How long a service may keep working on a request after we stopped waiting, in ms. Far longer than ever measured. */
const LATE_MS = 15 * 60_000;

/** Whether the service may still carry out a change, so that the rollback might be incomplete. */
export function mayLand(run: RunChange, { kind }: Way, now: Date): boolean {
  if (kind === 'back' || kind === 'left' || madeOf(run) !== 'perhaps') return false;
  return run.outcomes.some(({ unanswered, at }) => unanswered === true && now.getTime() - Date.parse(at) < LATE_MS);
}

function namedAlike({ name }: JournalRule | Wanted, { others }: RollbackView): readonly Live[] {
  return typeof name === 'string' ? others(canonicalName(name)) : [];
}

/** Whether a live rule is as it was before the run, as far as possible. */
function isBack(kept: JournalRule, live: Live, wanted: Wanted | null, { comparison, known }: RollbackView): boolean {
  const { body } = recall(kept, live.body, wanted, known);
  return comparison.isSame(comparison.over(body, live.body), live.body);
}

function isAs(kept: JournalRule | Wanted, live: Live, view: RollbackView): boolean {
  return differing(kept, live, view).length === 0;
}

/** The paths where a live rule differs from the journal. */
function differing(
  kept: JournalRule | Wanted,
  live: Live,
  { comparison: { over, ordered }, known }: RollbackView,
): string[] {
  const body = over(recallFor(kept, live.body, known), live.body);
  return patchBetween(ordered(body), ordered(live.body)).map(({ path }) => path.slice(1));
}
