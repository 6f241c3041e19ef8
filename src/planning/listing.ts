/** Lists the live rules of an account, with how each compares with the files. */
import { isSendable } from '../model/action-types.ts';
import { compareNames, compareText } from '../model/compare-text.ts';
import { firstGlob } from '../model/glob.ts';
import type { ListedRule, RuleState } from '../model/listing.ts';
import type { ShownRule } from '../model/plan.ts';
import type { DeclaredRule, LiveRule } from '../model/rule.ts';
import { comparison } from './compared.ts';
import { type Candidate, match } from './matching.ts';
import type { AccountInput } from './plan-account.ts';

type ListingInput = Pick<AccountInput, 'account' | 'declared' | 'live' | 'settings' | 'redactor' | 'placeOf'>;

/** Sorted by name. A second live rule with a declared name counts as undeclared. */
export function listing({ account, declared, live, settings, redactor, placeOf }: ListingInput): ListedRule[] {
  const { matches, left } = match(declared, live, comparison(settings));
  const isIgnored = firstGlob(settings.ignore);
  const byName = new Map(declared.map((rule) => [rule.body.name, rule]));
  const listed = ({ live: one, body }: Candidate, state: RuleState, rule: DeclaredRule | null): ListedRule => ({
    account,
    name: redactor.text(body.name),
    id: one.id,
    enabled: one.enabled,
    state,
    source: rule === null || state === 'undeclared' ? null : (placeOf(rule.spot) ?? null),
    rule: withAllActions(redactor.rule(body, rule), one),
  });
  const rules = [
    ...matches.flatMap(({ rule, candidate, equal }) =>
      candidate === null ? [] : [listed(candidate, equal ? 'as-declared' : 'differs', rule)],
    ),
    ...left.flatMap(({ name, rest }) =>
      rest.map((one) => listed(one, isIgnored(name) === null ? 'undeclared' : 'ignored', byName.get(name) ?? null)),
    ),
  ];
  return rules.sort((a, b) => compareNames(a.name, b.name) || compareText(a.id, b.id));
}

/** Adds the actions that no request can carry, in their positions: a list of live rules shows them too. */
function withAllActions(shown: ShownRule, live: LiveRule): ShownRule {
  const sendable = [...(shown.actions ?? [])];
  const actions = live.actions.map(({ type, delayInMinutes }) =>
    isSendable(type) ? (sendable.shift() ?? null) : { type, messagingChannelId: null, fields: null, delayInMinutes },
  );
  return { ...shown, actions };
}
