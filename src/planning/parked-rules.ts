import type { ArgsOf, Finding } from '../diagnostics/diagnostic.ts';
import type { LiveRule, Spot } from '../model/rule.ts';
import type { AccountRedactor } from './account-redactor.ts';
import { canonicalName } from './canonical.ts';
import type { Work } from './changes.ts';
import type { Candidate, Matching } from './matching.ts';
import type { Parked } from './parking.ts';

interface ParkedRule {
  finding: Finding<'parked'>;
  rule: string;
  spot?: Spot;
}

/** Reports what becomes of each parked rule, because it matches no mail until it is changed. */
export function parkedRules(
  { matches, left }: Matching,
  work: readonly Work[],
  redactor: AccountRedactor,
): ParkedRule[] {
  const changes = new Map<LiveRule | null, Work['change']>(work.map(({ live, change }) => [live, change]));
  const told = ({ live, parked }: Candidate, rule: string, spot?: Spot): ParkedRule[] => {
    if (parked === null) return [];
    const finding = parkedFinding(live, parked, changes.get(live), redactor);
    return [{ finding, rule, ...(spot === undefined ? {} : { spot }) }];
  };
  return [
    ...matches.flatMap(({ candidate, rule }) => (candidate === null ? [] : told(candidate, rule.body.name, rule.spot))),
    ...left.flatMap(({ name, rest }) => rest.flatMap((candidate) => told(candidate, name))),
  ];
}

/** What becomes of a parked rule, with a change or without one. */
export function parkedFinding(
  live: LiveRule,
  parked: Parked,
  change: Work['change'] | undefined,
  redactor: AccountRedactor,
): Finding<'parked'> {
  const becomes: ArgsOf<'parked'>['becomes'] =
    change === undefined ? 'kept' : change.refused !== undefined ? 'refused' : change.op === 'delete' ? 'gone' : 'back';
  const as = parked === 'name' ? redactor.text(canonicalName(live.name)) : null;
  return { code: 'parked', args: { as, becomes } };
}
