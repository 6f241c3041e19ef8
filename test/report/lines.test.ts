import fc from 'fast-check';
import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { hang } from '../../src/report/lines.ts';

const color = createColors(true);

describe('a line that fits', () => {
  it('is what wrapping would make of it', () => {
    const word = fc.string({ unit: fc.constantFrom(...'ab ~{%é漢') });
    const part = fc.tuple(word, fc.constantFrom(String, color.red, color.bold)).map(([text, paint]) => paint(text));
    fc.assert(
      fc.property(fc.array(part), fc.integer({ min: 20, max: 60 }), (parts, width) => {
        const line = parts.join('');
        const [first = '', ...rest] = wrapAnsi(line, width, { hard: true, trim: false }).split('\n');
        fc.pre(rest.length === 0);
        expect(hang('', line, width)).toEqual([first.trimEnd()]);
      }),
    );
  });
});
