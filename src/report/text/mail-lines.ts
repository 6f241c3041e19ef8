/** A mail, and reasons for what a rule does to it, as lines below each other. */
import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { HEADER_KEYS, type Mail } from '../../model/mail.ts';
import { hang, hangTyped, quotedBeside } from '../lines.ts';
import { marked } from '../rule-values.ts';
import type { Style } from '../style.ts';
import { cutTo } from '../width.ts';

/** A header each; one that does not fit is cut. */
export function mailLines(mail: Mail, indent: string, { width, dots }: Style): string[] {
  const headers = HEADER_KEYS.filter((key) => mail[key] !== '');
  const shown = (key: (typeof headers)[number]) => quotedBeside(mail[key], null, (text) => marked(key, text));
  const lines = headers.map((key) => cutTo(width, `${indent}${key}: ${shown(key)}`, dots));
  return [...lines, ...(mail.reply ? [`${indent}a reply in a thread`] : [])];
}

/** `said`: the remedies that the output already has. They are not repeated; new ones are added. */
export function reasonLines(
  reasons: readonly Diagnostic[],
  indent: string,
  { color, width }: Style,
  said = new Set<string>(),
): string[] {
  return reasons.flatMap((reason) => {
    const { message, remedy } = describe(reason);
    const isNew = remedy !== undefined && !said.has(remedy);
    if (isNew) said.add(remedy);
    return [...hang(indent, message, width), ...(isNew ? hangTyped(indent, color.dim(remedy), width) : [])];
  });
}
