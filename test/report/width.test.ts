/**
 * Widths are those of a light library. It counts marks of Indic scripts that take a column of their own as none, and the
 * signs of some rare scripts (Yi, Tangut) as one column: terminals do not agree on these.
 */
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { textWidth } from '../../src/report/width.ts';

it.each([
  'Newsletters',
  'Größe über alles',
  'Счета и квитанции',
  'ειδήσεις',
  '漢字かなカナ한국어',
  'عربي עברית',
  'ไทย',
  'e\u0301\u0302',
  '👍 👍🏽 👩‍👩‍👧 🇩🇪 ❤️ ⚠',
  '− ~ + ✓ … █░ │',
])('%s is as wide as terminals show it', (text) => {
  expect(textWidth(text)).toBe(stringWidth(text));
});
