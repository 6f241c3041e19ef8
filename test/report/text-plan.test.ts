import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { wordDifference } from '../../src/report/print/differences.ts';
import { styleOf } from '../../src/report/style.ts';
import { accountPlan, planOfOne } from '../harness/account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { PLAIN, textPlan } from '../harness/printed.ts';
import { shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

describe('the text of a plan', () => {
  const options = fc.record({
    color: fc.boolean(),
    unicode: fc.boolean(),
    verbose: fc.boolean(),
    width: fc.integer({ min: 60, max: 200 }),
  });
  const planOf = (written: typeof writtenRules extends fc.Arbitrary<infer T> ? T : never, there: typeof written) => {
    const live = there.map((one, index) => liveOf(declaredOf(one, index), index));
    const flags = { allowEmpty: true, allowLoss: false, maxDeletes: 0 };
    return planOfOne(accountPlan(written.map(declaredOf), live, { flags }));
  };

  it('fits every width, and holds no character that a terminal acts on', () =>
    forAll([writtenRules, writtenRules, options], 100, (written, there, how) => {
      const plain = stripVTControlCharacters(textPlan(planOf(written, there), how));
      for (const line of plain.split('\n')) {
        // Digests and commands are there to be copied: they are never broken.
        if (!/sha256:|^ +inboxctl pull /.test(line)) expect(stringWidth(line)).toBeLessThanOrEqual(how.width);
        expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      }
    }));

  it('with --verbose says what a rule is for, above its fields', () => {
    const rule = shownRule({ from: '@acme.com', subject: 'a": archive. "b' });
    const plan = { ...shownPlan([shownChange({ before: null, after: rule })]), keyId: null, notices: [] };
    const said = 'When the mail is from @acme.com and has "a\': archive. \'b" in its subject';
    const verbose = textPlan(plan, { ...PLAIN, verbose: true }).replace(/\n {6}(?=subject)/, ' ');
    expect(verbose).toMatch(/\n {6}When the mail is from @acme\.com .*\n(?: {6}.*\n)?? {6}static\.from: /);
    expect(verbose).toContain(`${said}:`);
    expect(textPlan(plan, PLAIN)).not.toContain('When');
  });

  it('says the same with and without colour', () =>
    forAll([writtenRules], 100, (written) => {
      const plan = planOf(written, []);
      expect(stripVTControlCharacters(textPlan(plan, { ...PLAIN, color: true }))).toBe(textPlan(plan, PLAIN));
    }));
});

describe('word differences', () => {
  const style = styleOf(PLAIN);
  const words = fc
    .array(fc.constantFrom('one ', 'two ', 'three', ' ', '\n', ', '), { maxLength: 12 })
    .map((all) => all.join(''));

  it('show all that was removed and added', async () => {
    const bare = (text: string) => text.replace(/\\n/g, '').replace(/\s/g, '');
    await forAll([words, words], 100, (before, after) => {
      const shown = wordDifference(before, after, style);
      const without = (drop: RegExp, keep: RegExp) => bare(shown.replace(drop, '').replace(keep, '$1'));
      expect(without(/\{\+[\s\S]*?\+\}/g, /\[-([\s\S]*?)-\]/g)).toBe(bare(before));
      expect(without(/\[-[\s\S]*?-\]/g, /\{\+([\s\S]*?)\+\}/g)).toBe(bare(after));
    });
  });

  it('shorten what did not change, at whole words', () => {
    const long = `${'far away '.repeat(50)}near`;
    expect(wordDifference(`${long} old end`, `${long} new end`, style)).toMatch(
      /^… (far away )+near \[-old-\]\{\+new\+\} end$/,
    );
  });

  it('of texts that have little in common show the differing middle as a whole', () => {
    const text = (seed: number) => Array.from({ length: 4000 }, (_, index) => `w${index * seed}`).join(' ');
    const shown = wordDifference(`same start ${text(7)} same end`, `same start ${text(11)} same end`, style);
    expect(shown.startsWith('same start w0 [-w7 w14 ')).toBe(true);
    expect(shown.match(/\[-/g)).toHaveLength(1);
    expect(shown).toContain('-]\n{+w11 w22 ');
  });

  it('of texts that are mostly rewritten show both, one below the other', () => {
    const before = 'Mail of shops about an order: receipts, refunds and tracking, but no advertising.';
    const after = 'Mail of shops that asks to rate something, such as a product, a driver or the packaging.';
    expect(wordDifference(before, after, style)).toBe(
      'Mail of shops [-about an order: receipts, refunds and tracking, but no advertising.-]\n{+that asks to rate something, such as a product, a driver or the packaging.+}',
    );
  });

  it('keep words apart that are told by color alone', async () => {
    const colored = styleOf({ ...PLAIN, color: true });
    const bare = (before: string, after: string) => stripVTControlCharacters(wordDifference(before, after, colored));
    expect(bare('Receipts and order numbers of shops', 'Receipts for order numbers of shops')).toBe(
      'Receipts and for order numbers of shops',
    );
    await forAll([words, words], 100, (before, after) => {
      const of = (text: string) => text.split(/[^a-z]+/).filter((word) => word !== '');
      const known = new Set([...of(before), ...of(after)]);
      // A line end by itself is shown as these two characters.
      const shown = of(bare(before, after).replaceAll('\\n', ' '));
      expect(shown.filter((word) => !known.has(word))).toEqual([]);
    });
  });
});
