/**
 * Widths are those of a light library. It counts marks of Indic scripts that take a column of their own as none, and the
 * signs of some rare scripts (Yi, Tangut) as one column: terminals do not agree on these.
 */
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { cutTo, textWidth } from '../../src/report/width.ts';

it.each([
  ...['Newsletters', 'Größe über alles', 'Счета и квитанции', 'ειδήσεις', '漢字かなカナ한국어', 'عربي עברית', 'ไทย'],
  ...['e\u0301\u0302', '👍 👍🏽 👩‍👩‍👧 🇩🇪 ❤️ ⚠', '− ~ + ✓ … █░ │'],
])('%s is as wide as terminals show it', (text) => {
  expect(textWidth(text)).toBe(stringWidth(text));
});

it.each([
  ['marks on one letter', `Z${'\u0301'.repeat(100_000)}`],
  ['pictures joined into one', '👨\u200d'.repeat(50_000)],
])('cuts %s, which take hardly a column', (_, text) => {
  const cut = cutTo(80, text, '…');
  expect(cut.length).toBeLessThan(1_000);
  expect(cut).toMatch(/…$/);
});

it('cuts to columns', () => {
  expect(cutTo(10, 'Newsletter', '…')).toBe('Newsletter');
  expect(cutTo(10, 'Newsletters', '…')).toBe('Newslette…');
  expect(cutTo(10, '漢字かなカナ', '…')).toBe('漢字かな…');
  expect(cutTo(8, 'e\u0301'.repeat(8), '…')).toBe('e\u0301'.repeat(8));
});
