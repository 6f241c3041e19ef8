/** What is done to the files that declare the rules. */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { type Content, SENDERS, soleSender, written } from './written.ts';

/** A change of the files; `rule` counts through the declared ones. */
export type FileEdit =
  | { does: 'add'; name: string; content: Content }
  | { does: 'change'; rule: number; content: Content }
  | { does: 'remove' | 'forget-renames'; rule: number }
  | { does: 'rename'; rule: number; to: string; says: boolean }
  | { does: 'rotate-names'; rule: number; count: number }
  | { does: 'rotate-senders'; count: number };

/** Takes what is declared; gives it edited, and always so that all of it can be live together. */
export function edited(declared: readonly ResolvedRule[], edit: FileEdit): ResolvedRule[] {
  const rules = declared.map((rule) => ({ ...rule }));
  if (edit.does === 'add')
    return withSenders([...rules.filter(({ name }) => name !== edit.name), written(edit.name, edit.content)]);
  if (edit.does === 'rotate-senders') return withSendersRotated(rules, edit.count);
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
      return rotated(rules, at, edit.count);
  }
}

/** So many rules that look at the sender alone each take that of the next one. */
function withSendersRotated(rules: ResolvedRule[], count: number): ResolvedRule[] {
  const circle = rules.filter((rule) => soleSender(rule) !== null).slice(-count);
  return rules.map((rule) => {
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
function rotated(rules: ResolvedRule[], at: number, count: number): ResolvedRule[] {
  const circle = Array.from({ length: Math.min(count, rules.length) }, (_, step) => (at + step) % rules.length);
  if (circle.length < 2) return rules;
  const names = circle.map((place) => rules[place]?.name ?? '');
  const next = [...rules];
  for (const [step, place] of circle.entries()) {
    const rule = rules[place] as ResolvedRule;
    next[place] = { ...rule, name: names[(step + 1) % names.length] ?? '', renamedFrom: rule.name };
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
