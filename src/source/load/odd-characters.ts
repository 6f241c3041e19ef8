/** Characters of word processors, chats and web pages in the place of those that YAML is written with: to YAML they are text. */
import { type Document, visit } from 'yaml';
import { CURLY_QUOTE } from '../../diagnostics/look-alike.ts';
import { withoutHidden } from '../../diagnostics/unseen.ts';
import { rangeOf } from './node-places.ts';
import type { RangedFinding } from './plain.ts';
import type { Range } from './text-places.ts';

/** What of a document cannot be read as it was meant because of such characters. A value may have any of them. */
export function oddCharacters(document: Document.Parsed, text: string): RangedFinding[] {
  const findings: RangedFinding[] = [];
  const isBroken = document.errors.length > 0;
  let opened: Range | undefined;
  visit(document, {
    Scalar: (role, node) => {
      if (node.type !== 'PLAIN') return;
      const [start, end] = rangeOf(node);
      const source = text.slice(start, end);
      const hidden = role === 'value' && !isBroken ? null : hiddenIn(source);
      if (hidden !== null) {
        const range = [start + hidden.at, start + hidden.at + hidden.found.length] as const;
        findings.push({ code: 'yaml-hidden-character', args: { found: hidden.found }, range });
      }
      const [opens, closes] = [CURLY_QUOTE.test(source.charAt(0)), CURLY_QUOTE.test(source.slice(-1))];
      if (opens) opened = [start, end];
      // A bracket, a comma or a colon ended the text within its quotes.
      const isCut = (role === 'key' && closes && !opens) || (isBroken && opens);
      if (isCut) findings.push({ code: 'yaml-curly-quotes', args: {}, range: opened ?? [start, end] });
    },
  });
  return findings;
}

/** A character that draws nothing where YAML looks for a plain space: before a key or an item, and after a dash or a colon. */
function hiddenIn(source: string): { at: number; found: string } | null {
  const indicator = /^(?:-|[\w-]+:)/.exec(source)?.[0].length ?? 0;
  for (const at of [0, indicator]) {
    const found = leading(source.slice(at));
    if (found !== '') return { at, found };
  }
  return null;
}

function leading(text: string): string {
  let length = 0;
  for (const character of text) {
    if (/[ \t\r\n]/.test(character) || withoutHidden(character) !== '') break;
    length += character.length;
  }
  return text.slice(0, length);
}
