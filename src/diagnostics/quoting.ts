/** Untrusted values inside a message: escapeControl, and short, since the line itself is shown below. */

import { escapeControl } from './escape-control.ts';
import { maskedUrls } from './masked-urls.ts';

/** What a YAML value can be. `nothing` is null or an empty value. */
export type ValueKind = 'text' | 'number' | 'true or false' | 'list' | 'mapping' | 'nothing';

/** In characters. */
const LONGEST = 60;

/** What a value is, as a message calls it. */
export const KIND: Record<ValueKind, string> = {
  text: 'a text',
  number: 'a number',
  'true or false': 'true or false',
  list: 'a list',
  mapping: 'a mapping',
  nothing: 'empty',
};

/** A value from a file, in quotes. */
export function shown(value: string): string {
  return `"${cut(value)}"`;
}

/** A value from a file, without quotes. */
export function cut(text: string): string {
  // What is no more than a mistake about a webhook's URL must not show it.
  const value = maskedUrls(text);
  const characters = [...value.slice(0, LONGEST * 2)];
  const isLong = value.length > LONGEST * 2 || characters.length > LONGEST;
  return escapeControl(isLong ? characters.slice(0, LONGEST - 1).join('') : value) + (isLong ? '…' : '');
}

/** Words of a service as a sentence: many end in a period themselves. */
export function saidWhole(message: string): string {
  const text = escapeControl(message).trimEnd();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
