/** What a pull or fmt would change, as a patch. */
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileDiff } from '../../src/report/file-diff.ts';
import { forAll } from '../harness/for-all.ts';

function patchOf(before: string, after: string): string {
  return fileDiff({ shown: 'a.md', before, after }, (line) => line, { color: false }).text;
}

const linesOf = (count: number, words: string) => Array.from({ length: count }, (_, at) => `${words} ${at}\n`).join('');

describe('the patch of a text', () => {
  it('comes soon where 16,000 lines are rewritten, as one hunk with the lines around it', () => {
    const [head, tail] = [linesOf(9, 'head'), linesOf(9, 'tail')];
    const before = `${head}${linesOf(16_000, 'old')}${tail}`;
    const after = `${head}${linesOf(16_000, 'new')}${tail}`;
    const patch = patchOf(before, after);
    expect(patch.match(/^@@.*@@$/gm)).toEqual(['@@ -6,16008 +6,16008 @@']);
    expect(applyPatch(before, patch)).toBe(after);
  });

  it('makes the other text of one, however much differs', async () => {
    const end = fc.constantFrom('', '\n', 'end', 'end\n');
    const size = fc.constantFrom(0, 1, 3, 6);
    await forAll([size, size, end, end, fc.boolean()], 8, (heads, tails, oldEnd, newEnd, isLong) => {
      const text = (words: string, last: string) =>
        linesOf(heads, 'head') + linesOf(isLong ? 1100 : 2, words) + linesOf(tails, 'tail') + last;
      const [before, after] = [text('old', oldEnd), text('new', newEnd)];
      expect(applyPatch(before, patchOf(before, after))).toBe(after);
    });
  });

  it('is that of a new or an emptied file in full', () => {
    const long = linesOf(5000, 'line');
    expect(applyPatch('', patchOf('', long))).toBe(long);
    expect(applyPatch(long, patchOf(long, ''))).toBe('');
  });
});
