/** Texts of rules that are to be written, before it is decided which variable or file has them. */

import { isHideable } from '../../diagnostics/redactor.ts';
import { mapTexts, type WithTexts } from '../../model/texts.ts';
import type { Reference, WrittenRule } from '../../model/written-rule.ts';
import type { PullInput } from './input.ts';

/** A text that should not be in the rule file itself. */
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
export type DraftRule = WithTexts<WrittenRule, string | Reference | Unplaced>;

/** A draft as it is written; `place` tells where each text goes. */
export function placed(draft: DraftRule, place: (unplaced: Unplaced) => string | Reference): WrittenRule {
  return mapTexts(draft, (text) => (text instanceof Unplaced ? place(text) : text)) as WrittenRule;
}

/** A text with more lines than this reads better in a file of its own. */
const MOST_LINES = 3;

export type TextKind = (text: string, key: string) => string | Unplaced;

/**
 * What a live text is written as. Anyone who knows a webhook's URL may call it, and a text that holds a secret would
 * store it in the clear.
 */
export function textKind({ options, redactor }: Pick<PullInput, 'options' | 'redactor'>, isNew: boolean): TextKind {
  return (text, key) => {
    const isSecret = key === 'webhookUrl' || redactor.text(text) !== text;
    // What is too short to be hidden cannot be a variable.
    if (isSecret && !options.inlineSecrets && isHideable(text)) return new Unplaced(text, key, 'variable');
    const lines = text.replace(/\n$/, '').split('\n').length;
    return isNew && lines > MOST_LINES ? new Unplaced(text, key, 'file') : text;
  };
}
