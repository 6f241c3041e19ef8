/**
 * What is known of the live rules while an apply runs. The service has no If-Match: a rule that somebody else changed
 * since the plan would be overwritten unseen, and where names are not unique a second rule of one name would be made.
 * One GET serves all changes and is good for a few seconds; what the run itself did is kept up to date.
 */
import type { LiveRule } from '../model/rule.ts';
import { canonicalLive, canonicalName } from '../planning/canonical.ts';
import type { Work } from '../planning/work.ts';

/** How old a read may be, in ms, before a write that relies on it. */
const FRESH_MS = 5_000;

export interface Fresh {
  /** Why a change must not be made now, as a code, or null; reads the live rules again where the last read is too old. */
  objectionTo(item: Work): Promise<'changed-meanwhile' | 'name-not-free' | null>;
  /** Told of each change that was made. */
  done(item: Work): void;
}

/** Takes how to read, the rules that the plan was made from, just read, and a clock in ms. */
export function fresh(listRules: () => Promise<LiveRule[]>, planned: readonly LiveRule[], now: () => number): Fresh {
  let readAt = now();
  let view = viewOf(planned);
  return {
    async objectionTo({ live, wanted }) {
      if (now() - readAt > FRESH_MS) {
        view = viewOf(await listRules());
        readAt = now();
      }
      const current = live === null ? null : view.byId.get(live.id);
      if (live !== null && (!current || content(current) !== content(live))) return 'changed-meanwhile';
      if (wanted === null || (live !== null && canonicalName(live.name) === wanted.name)) return null;
      return (view.holders.get(wanted.name) ?? 0) > 0 ? 'name-not-free' : null;
    },
    done({ live, wanted }) {
      if (live !== null) hold(view, live.name, -1);
      if (wanted !== null) hold(view, wanted.name, 1);
    },
  };
}

interface View {
  byId: Map<string, LiveRule>;
  /** How many live rules have a name. */
  holders: Map<string, number>;
}

function viewOf(rules: readonly LiveRule[]): View {
  const view: View = { byId: new Map(rules.map((rule) => [rule.id, rule])), holders: new Map() };
  for (const { name } of rules) hold(view, name, 1);
  return view;
}

function hold({ holders }: View, name: string, by: number): void {
  const key = canonicalName(name);
  holders.set(key, (holders.get(key) ?? 0) + by);
}

function content(rule: LiveRule): string {
  return JSON.stringify([canonicalLive(rule), rule.actions.map(({ type }) => type)]);
}
