/** Texts of rules that are to be written, before it is decided where they stand. */
import type { Reference, WrittenRule } from '../../model/written-rule.ts';

/** A text that shall not stand in the rule file itself. */
export class Unplaced {
  readonly text: string;
  /** The key of the rule that it is for. */
  readonly key: string;
  readonly as: 'variable' | 'file';

  constructor(text: string, key: string, as: 'variable' | 'file') {
    this.text = text;
    this.key = key;
    this.as = as;
  }
}

/** A rule as it is to be written, in which a text may be an `Unplaced`. */
export type DraftRule = { [Key in keyof WrittenRule]: unknown };

/** Takes a draft, and where each text goes; gives the rule as it is written. */
export function placed(draft: DraftRule, place: (unplaced: Unplaced) => string | Reference): WrittenRule {
  const walk = (value: unknown): unknown => {
    if (value instanceof Unplaced) return place(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(draft) as WrittenRule;
}
