/** Rules as the interleaved tests write them, and what a rule says: told without the planner, which is what is tested. */
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import type { WireRule } from '../../../src/sandbox/wire.ts';

/** What a rule says besides its name. */
export interface Facts {
  threads: boolean;
  operator: string | null;
  ai: string | null;
  from: string | null;
  to: string | null;
  subject: string | null;
  /** One JSON text each. */
  actions: string[];
}

/** Never touched by an apply; no rule of the files has such a name. */
export const IGNORED = 'Theirs*';

export function isIgnored(name: string): boolean {
  return name.trim().startsWith('Theirs');
}

/** Of rules that look at nothing but the sender no two share one, so that every set of them can be live. */
export const SENDERS = ['ann', 'bob', 'cleo', 'dan', 'eve', 'finn'].map((who) => `${who}@${who}.example.com`);

/** What a rule is made of. */
export interface Content {
  shape: 'ai' | 'sender' | 'either' | 'subject';
  text: string;
  sender: number;
  actions: 'label' | 'forward' | 'two';
}

/** Takes a name and what the rule is made of; gives it as a file has it. */
export function written(name: string, { shape, text, sender, actions }: Content): ResolvedRule {
  const from = SENDERS[sender % SENDERS.length] ?? '';
  const label = { type: 'LABEL' as const, fields: { label: text } };
  const condition = {
    ai: { aiInstructions: `find ${text}` },
    sender: { static: { from } },
    either: { conditionalOperator: 'OR' as const, aiInstructions: `find ${text}`, static: { from } },
    subject: { static: { from, subject: `${text}|re: ${text}` } },
  }[shape];
  return {
    name,
    condition,
    actions: {
      label: [label],
      forward: [{ type: 'FORWARD' as const, fields: { to: `${text}@example.com` } }],
      two: [{ type: 'ARCHIVE' as const }, label],
    }[actions],
  };
}

/** The sender of a rule that looks at nothing else, or null. */
export function soleSender({ condition }: ResolvedRule): string | null {
  const { aiInstructions, static: matchers } = condition;
  return aiInstructions == null && matchers?.subject == null ? (matchers?.from ?? null) : null;
}

export function factsOf({ runOnThreads, condition, actions }: ResolvedRule | WireRule): Facts {
  const { conditionalOperator, aiInstructions, static: matchers } = condition;
  return {
    threads: runOnThreads ?? true,
    operator: conditionalOperator ?? null,
    ai: aiInstructions ?? null,
    from: matchers?.from ?? null,
    to: matchers?.to ?? null,
    subject: matchers?.subject ?? null,
    actions: actions.map(({ type, fields, delayInMinutes }) => {
      const used = Object.entries(fields ?? {}).filter(([, text]) => text != null);
      return JSON.stringify([type, used.sort(), delayInMinutes ?? null]);
    }),
  };
}

/** Whether two rules say the same. An operator that `wanted` does not name may be any. */
export function says(facts: Facts, wanted: Facts): boolean {
  const operator = wanted.operator === null ? null : facts.operator;
  return JSON.stringify({ ...facts, operator }) === JSON.stringify(wanted);
}
