/**
 * What is known of the live rules while an apply runs. The service has no If-Match: a rule that somebody else changed
 * since the plan would be overwritten unseen. One GET serves all changes and is good for a few seconds.
 */
import type { LiveRule } from '../model/rule.ts';
import { canonicalLive, canonicalName } from '../planning/canonical.ts';
import type { Work } from '../planning/work.ts';

/** How old a read may be, in ms, before a write that relies on it. */
const FRESH_MS = 5_000;

export interface Fresh {
  /** Whether the rule is still as the plan saw it; reads the live rules again where the last read is too old. */
  isAsPlanned(item: Work): Promise<boolean>;
}

/** Takes how to read, the rules that the plan was made from, just read, and a clock in ms. */
export function fresh(listRules: () => Promise<LiveRule[]>, planned: readonly LiveRule[], now: () => number): Fresh {
  const known = new Set(planned.map(({ id }) => id));
  let readAt = now();
  let seen = viewOf(planned, known);
  return {
    async isAsPlanned({ live, wanted }) {
      if (now() - readAt > FRESH_MS) {
        seen = viewOf(await listRules(), known);
        readAt = now();
      }
      if (live === null) return wanted === null || !seen.newNames.has(wanted.name);
      const current = seen.byId.get(live.id);
      return current !== undefined && content(current) === content(live);
    },
  };
}

/** Rules by id, and the names of those that the plan did not know: a create must not make a second one of a name. */
function viewOf(rules: readonly LiveRule[], known: ReadonlySet<string>) {
  const strangers = rules.filter(({ id }) => !known.has(id));
  return {
    byId: new Map(rules.map((rule) => [rule.id, rule])),
    newNames: new Set(strangers.map(({ name }) => canonicalName(name))),
  };
}

function content(rule: LiveRule): string {
  return JSON.stringify([canonicalLive(rule), rule.actions.map(({ type }) => type)]);
}
