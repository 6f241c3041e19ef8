/** How a live text comes into a file: as it is, as a file of its own, or as a variable because it is secret. */
import type { PullInput } from './input.ts';
import { Unplaced } from './unplaced.ts';

/** A text with more lines than this reads better in a file of its own. */
const MOST_LINES = 3;

/** As the loader takes a variable: blank ones are not set, short ones cannot be hidden. In characters. */
const LEAST_SECRET = 4;

/** Whether a text can be a variable. */
export function isHideable(text: string): boolean {
  return text.trim().length >= LEAST_SECRET;
}

export type TextKind = (text: string, key: string) => string | Unplaced;

/**
 * Takes what is secret; gives what a live text is written as. Whoever knows a webhook's URL may call it, and a text
 * that holds a secret would store it in the clear.
 */
export function textKind({ options, hide }: Pick<PullInput, 'options' | 'hide'>, isNew: boolean): TextKind {
  return (text, key) => {
    const isSecret = key === 'webhookUrl' || hide(text) !== text;
    if (isSecret && !options.inlineSecrets && isHideable(text)) return new Unplaced(text, key, 'variable');
    const lines = text.replace(/\n$/, '').split('\n').length;
    return isNew && lines > MOST_LINES ? new Unplaced(text, key, 'file') : text;
  };
}
