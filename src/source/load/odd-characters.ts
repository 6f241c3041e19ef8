/** Characters that word processors, chats and web pages put in place of those of YAML, such as curly quotes. */
import { type Document, isPair, visit } from 'yaml';
import { CURLY_QUOTE, looksAlike } from '../../diagnostics/look-alike.ts';
import { withoutHidden } from '../../diagnostics/unseen.ts';
import { STATIC_KEYS } from '../../model/rule.ts';
import type { Ranged } from './file-problems.ts';
import { rangeOf } from './node-places.ts';
import { KNOWN_KEYS } from './repairs.ts';

/** Where such characters change what a document says. They are fine inside values. */
export function oddCharacters(document: Document.Parsed, text: string): Ranged[] {
  const findings: Ranged[] = [];
  const isBroken = document.errors.length > 0;
  visit(document, {
    Scalar: (role, node, path) => {
      if (node.type !== 'PLAIN') return;
      const [start, end] = rangeOf(node);
      const source = text.slice(start, end);
      const list = path.at(-2);
      const isValue = role === 'value' || (isPair(list) && STATIC_KEYS.some((key) => key === String(list.key)));
      const odd = isValue && !isBroken ? null : oddIn(source);
      if (odd !== null) {
        const { at, ...args } = odd;
        findings.push({ code: 'yaml-odd-character', args, range: [start + at, start + at + odd.found.length] });
      }
      const plain = role === 'key' && !odd ? [...KNOWN_KEYS].find((key) => looksAlike(source, key)) : undefined;
      if (plain !== undefined && plain !== source) {
        findings.push({ code: 'yaml-odd-character', args: { found: source, plain }, range: [start, end] });
      }
      // A comma ended a text in such quotes.
      const found = role === 'key' ? (CURLY_QUOTE.exec(source.slice(-1))?.[0] ?? '') : '';
      if (found) findings.push({ code: 'yaml-odd-character', args: { found, plain: '"' }, range: [end - 1, end] });
    },
  });
  return findings;
}

/** A character in place of one of YAML: before a key or an item, or after a dash or the name of a key. */
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

/** The character of YAML that one looks like; empty for an invisible one, else null. */
function plainOf(character: string): string | null {
  if (character !== '' && withoutHidden(character) === '') return /\p{Zs}/u.test(character) ? ' ' : '';
  // Dashes, a minus, bullets.
  if (/[\p{Pd}\u2212\u2022\u2023\u00b7\u25a0-\u25ff]/u.test(character)) return '-';
  const form = character.normalize('NFKC');
  return /^[-:,[\]{}]$/.test(form) ? form : null;
}
