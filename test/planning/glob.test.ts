import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globMatcher } from '../../src/planning/glob.ts';

it('a glob matches what the regular expression of it matches', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.', '?', '[', '/'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, (glob, name) => {
      const parts = glob.split('*').map((part) => part.replace(/[.?[/]/g, '\\$&'));
      expect(globMatcher(glob)(name)).toBe(new RegExp(`^${parts.join('.*')}$`, 's').test(name));
    }),
    { numRuns: 2000 },
  );
});

it('takes no longer for a glob of many stars', () => {
  expect(globMatcher('*a'.repeat(200))('a'.repeat(20_000).concat('b'))).toBe(false);
});
