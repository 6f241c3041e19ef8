/** A match to a change: what is shown of it, and what carries it out. */
import type { Place } from '../model/diagnostic.ts';
import type { Change, ShownRule } from '../model/plan.ts';
import type { DeclaredRule, LiveRule, Spot } from '../model/rule.ts';
import type { Comparison } from './compared.ts';
import { changeDigest } from './digest.ts';
import type { Candidate, Match } from './matching.ts';
import { patchBetween } from './patch.ts';
import { risksOf } from './risks.ts';
import type { Veil } from './secrets.ts';
import type { Work } from './work.ts';

export interface ChangeContext {
  account: string;
  veil: Veil;
  comparison: Comparison;
  placeOf: (spot: Spot) => Place;
}

/** A create where the match has no live rule, else a replace. */
export function declaredChange({ rule, candidate, from, wanted }: Match, context: ChangeContext): Work {
  const { account, veil, comparison, placeOf } = context;
  if (candidate === null) {
    const after = comparison.alone(veil.rule(wanted, rule));
    const change = changeOf('create', { live: null, before: null, after, source: placeOf(rule.spot) }, account);
    return { change: { ...change, risks: risksOf({ before: null, after: wanted }) }, wanted, live: null };
  }
  const { live, body } = candidate;
  const form = comparison.against(rule.body.name);
  const [before, after] = [form(veil.rule(body, rule)), form(veil.rule(wanted, rule))];
  const change = changeOf('replace', { live, before, after, source: placeOf(rule.spot) }, account);
  const risks = risksOf({ before: { body, enabled: live.enabled }, after: wanted });
  const renamed = from === null ? {} : { renamedFrom: veil.text(from) };
  return { change: { ...change, risks, ...renamed }, wanted, live };
}

/** The delete of a live rule; `declared` is the rule of its name, where it is a duplicate. */
export function deletion({ live, body }: Candidate, declared: DeclaredRule | null, context: ChangeContext): Work {
  const reason = declared === null ? 'undeclared' : 'duplicate';
  const before = context.comparison.alone(context.veil.rule(body, declared));
  const change = changeOf('delete', { live, before, after: null, source: null }, context.account);
  return { change: { ...change, reason }, wanted: null, live };
}

/** Takes changes and all live rules; leaves out deletes of an id that another live rule has too, which stays. */
export function withoutKept(work: readonly Work[], live: readonly LiveRule[]): Work[] {
  const deleted = new Set(work.map(({ change, live: one }) => (change.op === 'delete' ? one : null)));
  const kept = new Set(live.filter((rule) => !deleted.has(rule)).map(({ id }) => id));
  return work.filter(({ change }) => change.op !== 'delete' || !kept.has(change.id ?? ''));
}

interface Sides {
  live: LiveRule | null;
  before: ShownRule | null;
  after: ShownRule | null;
  /** Where the rule is declared. */
  source: Place | null;
}

/** Takes the two sides of a change as they may be shown; gives it without its risks. */
export function changeOf(op: Change['op'], { live, before, after, source }: Sides, account: string): Change {
  return {
    account,
    op,
    name: (after ?? before)?.name ?? '',
    id: live?.id ?? null,
    digest: changeDigest({ account, op, before, after }),
    source,
    before,
    after,
    patch: patchBetween(before, after),
    risks: [],
  };
}
