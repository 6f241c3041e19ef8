/** What is done to the files that declare the rules. */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { type Content, SENDERS, soleSender, written } from './written.ts';

/** A change of the files; `rule` counts through the declared ones. */
export type FileEdit =
  | { does: 'add'; name: string; content: Content }
  | { does: 'change'; rule: number; content: Content }
  | { does: 'remove' | 'forget-renames'; rule: number }
  | { does: 'rename'; rule: number; to: string; says: boolean }
  /** `isOpen`: the last one takes what nobody has, so that it is no circle. */
  | { does: 'rotate-names'; rule: number; count: number; isOpen: boolean }
  | { does: 'rotate-senders'; count: number; isOpen: boolean };

/** A name that no other edit gives. */
const UNUSED = 'F';

/** Takes what is declared; gives it edited, and always so that all of it can be live together. */
export function edited(declared: readonly ResolvedRule[], edit: FileEdit): ResolvedRule[] {
  const rules = declared.map((rule) => ({ ...rule }));
  if (edit.does === 'add')
    return withSenders([...rules.filter(({ name }) => name !== edit.name), written(edit.name, edit.content)]);
  if (edit.does === 'rotate-senders') return withSendersRotated(rules, edit.count, edit.isOpen);
  const at = edit.rule % Math.max(1, rules.length);
  const rule = rules[at];
  if (rule === undefined) return rules;
  switch (edit.does) {
    case 'remove':
      return rules.filter((one) => one !== rule);
    case 'forget-renames':
      return rules.map(({ renamedFrom: _, ...one }) => one);
    case 'change':
      rules[at] = { ...written(rule.name, edit.content), ...renamed(rule.renamedFrom) };
      return withSenders(rules);
    case 'rename':
      return renamedTo(rules, rule, edit.to, edit.says);
    case 'rotate-names':
      return rotated(rules, at, edit.count, edit.isOpen);
  }
}

/** So many rules that look at the sender alone each take that of the next one. */
function withSendersRotated(rules: ResolvedRule[], count: number, isOpen: boolean): ResolvedRule[] {
  const circle = rules.filter((rule) => soleSender(rule) !== null).slice(-count);
  const unused = SENDERS.find((sender) => rules.every((rule) => soleSender(rule) !== sender));
  return rules.map((rule) => {
    if (isOpen && unused !== undefined && rule === circle.at(-1))
      return { ...rule, condition: { static: { from: unused } } };
    const next = circle.includes(rule) ? circle[(circle.indexOf(rule) + 1) % circle.length] : rule;
    return { ...rule, condition: next?.condition ?? rule.condition };
  });
}

function renamed(from: string | null | undefined) {
  return from == null ? {} : { renamedFrom: from };
}

function renamedTo(rules: ResolvedRule[], rule: ResolvedRule, to: string, says: boolean): ResolvedRule[] {
  if (rule.name === to) return rules;
  const { renamedFrom: _, ...rest } = rule;
  const others = rules.filter((one) => one !== rule && one.name !== to);
  return withoutRepeats([...others, { ...rest, name: to, ...renamed(says ? rule.name : null) }]);
}

/** So many rules in a row each take the name of the next one, and say so. */
function rotated(rules: ResolvedRule[], at: number, count: number, isOpen: boolean): ResolvedRule[] {
  const circle = Array.from({ length: Math.min(count, rules.length) }, (_, step) => (at + step) % rules.length);
  if (circle.length < 2) return rules;
  const names = circle.map((place) => rules[place]?.name ?? '');
  const taken = names[0] ?? '';
  const free = isOpen && rules.every(({ name }) => name !== UNUSED) ? UNUSED : taken;
  const next = [...rules];
  for (const [step, place] of circle.entries()) {
    const rule = rules[place] as ResolvedRule;
    next[place] = { ...rule, name: names[step + 1] ?? free, renamedFrom: rule.name };
  }
  return withoutRepeats(next);
}

/** Two rules renamed from one name are an error: the later one in the list is the newer. */
function withoutRepeats(rules: ResolvedRule[]): ResolvedRule[] {
  return rules.map((rule, at) => {
    const isTaken = rules
      .slice(at + 1)
      .some(({ renamedFrom }) => renamedFrom != null && renamedFrom === rule.renamedFrom);
    const { renamedFrom: _, ...rest } = rule;
    return isTaken || rule.renamedFrom === rule.name ? rest : rule;
  });
}

/** No two rules that look at the sender alone share one. */
export function withSenders(rules: ResolvedRule[]): ResolvedRule[] {
  const taken = new Set<string>();
  return rules.map((rule) => {
    const sender = soleSender(rule);
    if (sender === null) return rule;
    const free = taken.has(sender) ? SENDERS.find((one) => !taken.has(one)) : sender;
    taken.add(free ?? sender);
    return free === undefined ? rule : { ...rule, condition: { static: { from: free } } };
  });
}
