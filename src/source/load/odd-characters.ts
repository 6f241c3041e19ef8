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
      const odd = role === 'value' && !isBroken ? null : oddIn(source);
      if (odd !== null) {
        const { at, ...args } = odd;
        findings.push({ code: 'yaml-odd-character', args, range: [start + at, start + at + odd.found.length] });
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

/** A character in the place of one of YAML: before a key or an item, and after a dash or the name of a key. */
function oddIn(source: string): { at: number; found: string; plain: string } | null {
  const key = /^(?:-|[\w-]+:?)/.exec(source)?.[0] ?? '';
  for (const at of new Set([0, key.length])) {
    const found = /^[^\p{ASCII}]/u.exec(source.slice(at))?.[0] ?? '';
    const plain = plainOf(found);
    const isMeant =
      at === 0
        ? plain !== '-' || source[1] === ' '
        : /[-:]$/.test(key)
          ? ['', ' '].includes(plain ?? '-')
          : plain === ':';
    if (plain !== null && isMeant) return { at, found, plain };
  }
  return null;
}

/** The character of YAML that one looks like; empty for one that draws nothing, null for any other. */
function plainOf(character: string): string | null {
  if (character !== '' && withoutHidden(character) === '') return /\p{Zs}/u.test(character) ? ' ' : '';
  if (/\p{Pd}/u.test(character)) return '-';
  const form = character.normalize('NFKC');
  return /^[-:,[\]{}]$/.test(form) ? form : null;
}
