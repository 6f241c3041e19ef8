/** A glob fits what the regular expression fits that one would write for it. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globFits } from '../../../src/sandbox/matching/glob.ts';

it('fits as a regular expression does', () => {
  const text = (letters: string[]) =>
    fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(''));
  const pattern = text(['a', 'b', '.', '\n', '*', '*']);
  fc.assert(
    fc.property(pattern, text(['a', 'b', '.', '\n']), fc.boolean(), fc.boolean(), (glob, on, isWhole, staysInLine) => {
      const source = glob.replaceAll('.', '\\.').replaceAll('*', '.*');
      const expression = new RegExp(isWhole ? `^${source}$` : source, staysInLine ? '' : 's');
      expect(globFits(glob, on, { isWhole, staysInLine })).toBe(expression.test(on));
    }),
    { numRuns: 5_000 },
  );
});
