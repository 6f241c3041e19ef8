/** Lists of senders that two branches change: what `fmt` writes merges, and stays in canonical form. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRuleFile } from '../../src/source/load/parse.ts';
import { forAll } from '../harness/for-all.ts';
import { inboxctl } from '../harness/inboxctl.ts';
import { commit, git, repository } from '../source/git-repository.ts';

const LISTS = 20;
const SENDERS = 60;
/** Git merges lines that have two others between them. */
const APART = 4;

const sender = fc
  .tuple(fc.stringMatching(/^[a-z]{1,12}$/), fc.constantFrom('', '@', '*@', 'news@', 'or@'))
  .map(([name, before]) => `${before}${name}.example.com`);
const comment = fc.constantFrom('', '', '', ' # a shop', " # Ann's, until March");
const line = fc.record({ sender, comment, above: fc.constantFrom('', '', '', '', '# Travel') });
type Line = typeof line extends fc.Arbitrary<infer T> ? T : never;

const change = fc.record({ at: fc.nat({ max: SENDERS - 1 }), added: fc.option(line) });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const list = fc.record({
  lines: fc.uniqueArray(line, { minLength: SENDERS, maxLength: SENDERS, selector: (one) => one.sender }),
  changes: fc.tuple(change, change).filter(([ours, theirs]) => Math.abs(ours.at - theirs.at) >= APART),
});

/** As somebody may write it: the quotes, the indentation and the order of the keys are not those of fmt. */
function written(lines: readonly Line[]): string {
  const entries = lines.flatMap(({ sender: one, comment: beside, above }) => [
    ...(above === '' ? [] : [`    ${above}`]),
    `    - '${one}'${beside}`,
  ]);
  return `condition:\n  static:\n    from:\n${entries.join('\n')}\nactions: [type: ARCHIVE]\nname: L\n`;
}

/** A change puts a sender in or takes one out. */
function changed(lines: readonly Line[], changes: readonly Change[]): Line[] {
  return lines.flatMap((one, index) => {
    const its = changes.find(({ at }) => at === index);
    if (its === undefined) return [one];
    return its.added === null ? [] : [{ ...its.added, sender: `new-${index}.example.com` }, one];
  });
}

const fileOf = (index: number) => `rules/${index}.yaml`;

test('changes of two branches merge where their lines are apart', () =>
  forAll([fc.array(list, { minLength: LISTS, maxLength: LISTS })], 1, async (lists) => {
    const folder = repository([{ 'inboxctl.yaml': 'version: 1\n' }]);
    const commitFormatted = async (linesOf: (one: (typeof lists)[number]) => Line[]) => {
      const files = lists.map((one, index) => [fileOf(index), written(linesOf(one)).replace('L', `L${index}`)]);
      commit(folder, Object.fromEntries(files));
      expect(await inboxctl(['fmt'], { cwd: folder })).toMatchObject({ code: 0 });
      commit(folder, {});
    };
    await commitFormatted(({ lines }) => lines);
    git(folder, ['branch', 'theirs']);
    await commitFormatted(({ lines, changes: [ours] }) => changed(lines, [ours]));
    git(folder, ['checkout', '--quiet', 'theirs']);
    await commitFormatted(({ lines, changes: [, theirs] }) => changed(lines, [theirs]));

    git(folder, ['merge', '--quiet', '--no-edit', 'main']);
    expect(await inboxctl(['fmt', '--check'], { cwd: folder })).toMatchObject({ code: 0 });
    for (const [index, { lines, changes }] of lists.entries()) {
      const { rules, problems } = parseRuleFile('', readFileSync(path.join(folder, fileOf(index)), 'utf8'));
      expect(problems).toEqual([]);
      const senders = changed(lines, changes).map((one) => one.sender);
      expect(rules[0]?.written.condition.static?.from).toEqual(senders);
    }
  }));
