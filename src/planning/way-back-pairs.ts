/**
 * Pairs the changes of a run with the live rules: by id, then by name. A rule that was not there before the run, and whose
 * name or content is that of one of its rules, may be one that the run made, or one that somebody made again.
 */
import { compareText } from '../model/compare-text.ts';
import { groupBy } from '../model/group-by.ts';
import type { RuleBody } from '../model/rule.ts';
import type { KeptChange, SnapshotPart } from '../model/snapshot.ts';
import { canonicalLive } from './canonical.ts';
import { patchBetween } from './changes.ts';
import { missingField } from './checks/actions.ts';
import { type Comparison, comparison } from './compared.ts';
import { unsendableTypes } from './losses.ts';
import type { Candidate } from './matching.ts';
import type { AccountInput } from './plan-account.ts';
import { isStoredForm, withSetOperator } from './stored-form.ts';

/** A change of the run, with its rules in canonical form. */
interface Done {
  change: KeptChange;
  was: RuleBody | null;
  made: RuleBody | null;
}

/** What has become of the rule of a change. */
export interface Found extends Done {
  live: Candidate | null;
  /** `several-live`, `several-before`: others have, or had, its name, so which one is meant would be a guess. */
  state: 'as-it-was' | 'as-made' | 'edited' | 'several-live' | 'several-before';
  /** Where an edited rule differs from what the run made. */
  paths: string[];
  /** Whether fields that are ignored count. */
  compared: Comparison;
}

interface PairingInput extends Pick<AccountInput, 'live' | 'settings'> {
  part: Pick<SnapshotPart, 'live' | 'changes'>;
}

/** The rules of the run now. `missing`: creates that are not found, though rules appeared that may be them. */
export function foundOf({ part, live, settings }: PairingInput): { found: Found[]; missing: KeptChange[] } {
  const whole = comparison({ ...settings, ignoreDifferences: [] });
  const ignoring = comparison(settings);
  const all = live.map((rule): Candidate => ({ live: rule, body: canonicalLive(rule) }));
  const byId = new Map(all.map((one) => [one.live.id, one]));
  const earlier = new Set(part.live.map(({ id }) => id));
  // Only these can be the work of the run, or of somebody since.
  const added = all.filter((one) => !earlier.has(one.live.id));
  added.sort((a, b) => compareText(a.live.createdAt, b.live.createdAt) || compareText(a.live.id, b.live.id));
  const addedByName = groupBy(added, ({ body }) => body.name);
  const addedByCondition = groupBy(added, ({ body }) => conditionText(body));
  const taken = new Set<Candidate>();
  const found: Found[] = [];

  const isFree = (one: Candidate) => !taken.has(one);
  const named = ({ name }: RuleBody) => (addedByName.get(name) ?? []).filter(isFree);
  const take = (done: Done, one: Candidate, { compared = whole, isOneOfSeveral = false } = {}) => {
    taken.add(one);
    const { state, paths } = stateOf(done, one, compared);
    found.push({ ...done, live: one, state: isOneOfSeveral ? 'several-live' : state, paths, compared });
  };
  const gone = (done: Done, state: Found['state']) => {
    found.push({ ...done, live: null, state, paths: [], compared: whole });
  };

  const deleted: (Done & { was: RuleBody })[] = [];
  const created: (Done & { made: RuleBody })[] = [];
  for (const change of part.changes) {
    const was = change.before && canonicalLive(change.before);
    const made = change.after && canonicalLive(change.after);
    const done: Done = { change, was, made };
    if (was === null) {
      if (made !== null) created.push({ ...done, made });
      continue;
    }
    const own = byId.get(change.before?.id ?? '');
    const again = made === null || own !== undefined ? [] : named(made).filter((one) => isStored(made, one, whole));
    const one = own ?? again[0] ?? named(was).find((free) => isAsBefore(was, free, whole));
    // An ignored field that the run changed is a part of what it did.
    const isIgnoring = own !== undefined && made !== null && changesAlike(was, made, ignoring);
    const how = { compared: isIgnoring ? ignoring : whole, isOneOfSeveral: again.length > 1 };
    if (one !== undefined) take(done, one, how);
    else if (made === null) deleted.push({ ...done, was });
    else gone(done, 'edited');
  }
  // What has the name of a deleted rule now is not as that rule was.
  for (const done of deleted) {
    const [one] = named(done.was);
    if (one === undefined) gone(done, 'as-made');
    else take(done, one);
  }
  // Of what was not there before the run, the rest may be what it created: first under its name, then under another.
  const unmet = created.filter((done) => {
    const own = named(done.made);
    for (const one of own) take(done, one, { isOneOfSeveral: own.length > 1 });
    return own.length === 0;
  });
  const missing = unmet.filter((done) => {
    const { made } = done;
    const alike = addedByCondition.get(conditionText(made)) ?? [];
    const one = alike.find((free) => isFree(free) && isStored({ ...made, name: free.body.name }, free, whole));
    if (one !== undefined) take(done, one);
    return one === undefined;
  });
  return { found, missing: added.some(isFree) ? missing.map(({ change }) => change) : [] };
}

function conditionText({ condition: { aiInstructions, static: matchers } }: RuleBody): string {
  return JSON.stringify([aiInstructions, matchers]);
}

/** Whether a live rule is `rule`, up to what services store in their own way. */
function isStored(rule: RuleBody, { body }: Candidate, { over }: Comparison): boolean {
  return isStoredForm(body, over(rule, body));
}

function isExactly(rule: RuleBody, { body }: Candidate, { over, isSame }: Comparison): boolean {
  return isSame(withSetOperator(over(rule, body)), withSetOperator(body));
}

function isAsBefore(was: RuleBody, one: Candidate, compared: Comparison): boolean {
  return isExactly(was, one, compared) || isStored(was, one, compared);
}

function stateOf({ was, made }: Done, one: Candidate, compared: Comparison): Pick<Found, 'state' | 'paths'> {
  // The run cannot have made what no request can carry.
  const hasUnsendable = was === null && unsendableTypes(one.live).length > 0;
  const isMade = made !== null && isStored(made, one, compared) && !hasUnsendable;
  const isUntold = isMade && hidesFields(one);
  if (was !== null && isExactly(was, one, compared) && !isUntold) return { state: 'as-it-was', paths: [] };
  if (isMade) return { state: 'as-made', paths: [] };
  if (was !== null && isStored(was, one, compared)) return { state: 'as-it-was', paths: [] };
  const { over, ordered } = compared;
  const rule = made ?? was;
  const patch = rule === null ? [] : patchBetween(ordered(over(rule, one.body)), ordered(one.body));
  const paths = patch.map(({ path }) => path.slice(1));
  return { state: 'edited', paths: hasUnsendable ? [...paths, 'actions'] : paths };
}

/** Whether the service does not show all that the rule has: then nobody can tell whether it is as it was. */
export function hidesFields({ body }: Candidate): boolean {
  return missingField(body).length > 0;
}

/** Whether a run changed nothing that is ignored. Globs go by the name of a rule: of a rename, nobody can tell. */
function changesAlike(was: RuleBody, made: RuleBody, { over, isSame }: Comparison): boolean {
  return was.name === made.name && isSame(over(was, made), was);
}
