/** A glob fits what the regular expression fits that one would write for it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globFits } from '../../../src/sandbox/matching/glob.ts';
import { forAll } from '../../harness/for-all.ts';

it('fits as a regular expression does', async () => {
  const text = (letters: string[]) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(''));
  const pattern = text(['a', 'b', '.', '\n', '*', '*']);
  const reading = fc.constantFrom('whole' as const, 'part' as const, 'part-in-lines' as const);
  await forAll([pattern, text(['a', 'b', '.', '\n']), reading], 1000, (glob, on, how) => {
    const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*');
    const expression = new RegExp(how === 'whole' ? `^${source}$` : source, how === 'part-in-lines' ? '' : 's');
    expect(globFits(glob, on, how)).toBe(expression.test(on));
  });
});

it('takes no longer for many stars and a long text', () => {
  expect(globFits(`${'a*'.repeat(2_000)}b`, 'a'.repeat(500_000), 'part-in-lines')).toBe(false);
  expect(globFits(`${'a*'.repeat(2_000)}b`, 'a'.repeat(500_000), 'whole')).toBe(false);
});
