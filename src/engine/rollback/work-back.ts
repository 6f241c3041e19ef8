/** A way back to what is shown of it and what carries it out. */
import type { JournalChange } from '../../model/journal.ts';
import type { Change, ShownRule } from '../../model/plan.ts';
import type { LiveRule, ReferenceAt, RuleBody } from '../../model/rule.ts';
import { changeOf } from '../../planning/changes.ts';
import type { Comparison } from '../../planning/compared.ts';
import { risksOf } from '../../planning/risks.ts';
import type { Declared, Veil } from '../../planning/secrets.ts';
import type { Work } from '../../planning/work.ts';
import { type Known, type Recalled, recall } from './recall.ts';
import type { Way } from './way-back.ts';

export interface WorkBack {
  work: Work;
  /** The rule as it was, with what is not sure of it; null where there was none. */
  recalled: Recalled | null;
}

export interface BackContext {
  account: string;
  veil: Veil;
  comparison: Comparison;
  known: Known;
}

/** Takes a change of a run and its way back; gives the work. */
export function workBack(
  { wanted }: JournalChange,
  { kept, live }: Extract<Way, { kind: 'back' }>,
  { account, veil, comparison, known }: BackContext,
): WorkBack {
  const as = live?.body ?? null;
  const made = wanted === null ? null : recall(wanted, as, null, known);
  const recalled = kept === null ? null : recall(kept, as, wanted, known);
  const secrets = { live: together(made, recalled, as), wanted: together(recalled, made, recalled?.body ?? null) };
  const change = (op: Change['op'], rule: LiveRule | null, before: ShownRule | null, after: ShownRule | null) =>
    changeOf(op, { live: rule, before, after, source: null }, account);

  if (recalled === null) {
    if (live === null) throw new Error('A rule that is gone cannot be deleted');
    const before = comparison.alone(veil.rule(live.body, secrets.live));
    return {
      work: { change: change('delete', live.rule, before, null), wanted: null, live: live.rule, secrets },
      recalled,
    };
  }
  const { body } = recalled;
  if (live === null) {
    const after = comparison.alone(veil.rule(body, secrets.wanted));
    const risks = risksOf({ before: null, after: body });
    return {
      work: { change: { ...change('create', null, null, after), risks }, wanted: body, live: null, secrets },
      recalled,
    };
  }
  const form = comparison.against(body.name);
  const [before, after] = [form(veil.rule(live.body, secrets.live)), form(veil.rule(body, secrets.wanted))];
  const risks = risksOf({ before: { body: live.body, enabled: live.rule.enabled }, after: body });
  const renamed = live.body.name === body.name ? {} : { renamedFrom: veil.text(live.body.name) };
  const replace = { ...change('replace', live.rule, before, after), risks, ...renamed };
  return { work: { change: replace, wanted: body, live: live.rule, secrets }, recalled };
}

/**
 * What tells the secrets of a rule that was as `first` and at some time as `second`: what a variable held in either is one
 * in both. But not a text that is `first`'s own and plain there: that stands in the journal.
 */
function together(first: Declared | null, second: Declared | null, rule: RuleBody | null): Declared {
  const one = first ?? second;
  if (one === null) throw new Error('A change of a run has no rule');
  if (first === null || second === null) return one;
  const named = new Set(first.references.map(({ path }) => path.join('/')));
  const isPlain = (path: ReferenceAt['path']) =>
    !named.has(path.join('/')) && textAt(first.body, path) === textAt(rule, path);
  return {
    body: { ...first.body, actions: [...first.body.actions, ...second.body.actions] },
    references: [
      ...first.references,
      ...second.references.flatMap((reference): ReferenceAt[] => {
        const [key, index, ...rest] = reference.path;
        // Of actions the texts tell which of them are plain.
        if (key === 'actions')
          return [{ ...reference, path: [key, Number(index) + first.body.actions.length, ...rest] }];
        return isPlain(reference.path) ? [] : [reference];
      }),
    ],
  };
}

function textAt(rule: RuleBody | null, path: ReferenceAt['path']): unknown {
  return path.reduce<unknown>((inner, key) => (inner instanceof Object ? Reflect.get(inner, key) : null), rule);
}
