/** Turns a way back into work: what is shown of it, and what is sent. */
import type { JournalChange } from '../../model/journal.ts';
import type { ReferenceAt, RuleBody } from '../../model/rule.ts';
import { textAt } from '../../model/texts.ts';
import type { RuleWithReferences } from '../../planning/account-redactor.ts';
import { type Work, workOf } from '../../planning/changes.ts';
import { type Recalled, recall } from './recall.ts';
import type { RollbackInput, RollbackView, Way } from './way-back.ts';

export interface WorkBack {
  work: Work;
  /** The rule as it was, with doubts about its texts; null if there was none. */
  recalled: Recalled | null;
}

export function workBack(
  { wanted }: JournalChange,
  { kept, live }: Extract<Way, { kind: 'back' }>,
  context: Pick<RollbackInput, 'account' | 'redactor'> & Pick<RollbackView, 'comparison' | 'known'>,
): WorkBack {
  const as = live?.body ?? null;
  const made = wanted === null ? null : recall(wanted, as, null, context.known);
  const was = kept === null ? null : recall(kept, as, wanted, context.known);
  const body = was && (as === null ? was.body : context.comparison.sent(was.body, as));
  const secrets = { live: together(made, was, as), wanted: together(was, made, body) };
  const candidate = live && { live: live.rule, body: live.body };
  const isRenamed = body !== null && as !== null && as.name !== body.name;
  const more = isRenamed ? { renamedFrom: context.redactor.text(as.name) } : {};
  const work = workOf({ candidate, wanted: body, secrets }, context, more);
  return { work: { ...work, secrets }, recalled: was && body && { ...was, body } };
}

/**
 * The rule whose references say what is secret in both forms of a rule: a value of a variable in one form is that
 * variable's in the other too. A text that is plain in `first` stays plain, because the journal shows it.
 */
function together(
  first: RuleWithReferences | null,
  second: RuleWithReferences | null,
  rule: RuleBody | null,
): RuleWithReferences {
  const one = first ?? second;
  if (one === null) throw new Error('A change of a run has no rule');
  if (first === null || second === null) return one;
  const named = new Set(first.references.map(({ path }) => path.join('/')));
  const isPlain = (path: ReferenceAt['path']) =>
    !named.has(path.join('/')) && textAt(first.body, path) === (rule === null ? undefined : textAt(rule, path));
  return {
    body: { ...first.body, actions: [...first.body.actions, ...second.body.actions] },
    references: [
      ...first.references,
      ...second.references.flatMap((reference): ReferenceAt[] => {
        const [key, index, ...rest] = reference.path;
        // The texts of actions tell which of them are plain.
        if (key === 'actions')
          return [{ ...reference, path: [key, Number(index) + first.body.actions.length, ...rest] }];
        return isPlain(reference.path) ? [] : [reference];
      }),
    ],
  };
}
