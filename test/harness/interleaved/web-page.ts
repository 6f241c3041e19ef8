/** The second user, who edits in the web page: checked by the service as everybody, and never met by a fault. */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { WireRule } from '../../../src/sandbox/wire.ts';
import type { Witness } from './witness.ts';

/** One of the live rules, counted, or the one that the request under way is about. */
type Which = number | 'this';

export type InboxEdit =
  | { does: 'change' | 'remove' | 'switch' | 'as-declared'; rule: Which }
  | { does: 'rename'; rule: Which; to: string }
  | { does: 'create'; name: string; asDeclared: boolean };

/** What the second user has before the eyes. */
interface View {
  /** Which the second user may happen to write too. */
  declared: readonly ResolvedRule[];
  /** The rule that the request under way is about. */
  id: string | null;
}

/** Throws a Refusal where the service refuses the edit. */
export function performEdit({ store, inbox, log }: Witness, { declared, id: asked }: View, edit: InboxEdit): void {
  // Different each time, and never what a file says.
  const text = `by hand ${log.length}`;
  const send = (id: string | null, body: object) => {
    const content = store.accept(inbox, body, id);
    if (id === null) store.create(inbox, content);
    else store.replace(inbox, id, content);
  };
  const label = { type: 'LABEL' as const, fields: { label: text } };
  const declaredAs = (name: string) => declared.find((rule) => rule.name === name.trim());
  if (edit.does === 'create') {
    const { name, asDeclared } = edit;
    const rule = asDeclared ? declaredAs(name) : undefined;
    send(null, bodyOf(rule ?? { name, condition: { aiInstructions: text }, actions: [label] }, name));
    return;
  }
  const rules = inbox.rulesByAge();
  const at = edit.rule === 'this' ? rules.findIndex(({ id }) => id === asked) : edit.rule % Math.max(1, rules.length);
  const rule = rules[at];
  if (rule === undefined) return;
  const { id, name } = rule;
  if (edit.does === 'remove') store.delete(inbox, id);
  else if (edit.does === 'switch') store.put(inbox, { ...rule, enabled: !rule.enabled });
  else if (edit.does === 'rename') {
    // What is ignored from then on must not hold the sender of a rule of the files for good.
    const condition = { ...rule.condition, aiInstructions: rule.condition.aiInstructions ?? text };
    send(id, { ...rule, name: edit.to, condition });
  } else if (edit.does === 'as-declared') send(id, bodyOf(declaredAs(name) ?? rule, name));
  else send(id, { ...rule, actions: [...rule.actions.slice(0, -1), label] });
}

function bodyOf(rule: ResolvedRule | WireRule, name: string): object {
  const { runOnThreads = true, condition, actions } = rule;
  return { name, runOnThreads, condition, actions };
}
