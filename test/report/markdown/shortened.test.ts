/** A plan that does not fit: what will be made comes first, then what is left alone, and no group of either is missing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/model/plan.ts';
import type { Report } from '../../../src/report/document.ts';
import { planReport } from '../../../src/report/plan.ts';
import { printMarkdown } from '../../../src/report/print/markdown.ts';
import { forAll } from '../../harness/for-all.ts';
import { planOf } from '../../harness/printed.ts';
import { IS_NIGHT } from '../../harness/runs.ts';
import { shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';
import { expectInert } from './rendered.ts';

interface Group {
  op: Change['op'];
  isHeld: boolean;
  isRisky: boolean;
  accounts: number;
  /** In characters. */
  length: number;
}

const PART = '### Not from this change';

/** The changes of one rule in accounts of its own. */
function changesOf({ op, isHeld, isRisky, accounts, length }: Group, index: number): Change[] {
  const rule = (text: string) => shownRule({ aiInstructions: `${text} ${index} ${'words '.repeat(length / 6)}` });
  return Array.from({ length: accounts }, (_, at) =>
    shownChange({
      account: accountOf(index, at),
      name: nameOf(index),
      before: op === 'create' ? null : rule('before'),
      after: op === 'delete' ? null : rule('after'),
      source: op === 'delete' ? null : { file: `rules/${accountOf(index, at)}.yaml`, line: 3, column: 1 },
      risks: isRisky ? ['sends-mail'] : [],
      ...(isHeld ? { origin: 'base' } : {}),
    }),
  );
}

const nameOf = (index: number) => `Rule ${index}`;
const accountOf = (index: number, at: number) => `inbox-${index}-${at}`;

function reportOf(groups: readonly Group[]): Report {
  return planReport(planOf(shownPlan(groups.flatMap(changesOf))), { base: 'main' });
}

function printed(report: Report, maxBytes: number): string {
  const markdown = printMarkdown(report, { maxBytes, whole: 'the job summary' });
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
  expectInert(markdown);
  return markdown;
}

/** Where the group is, how many changes it says it has, and whether all of it is there. */
function shownOf(markdown: string, { accounts }: Group, index: number) {
  const heads = [`<code>${nameOf(index)}</code>`, `\`${nameOf(index)}\``].map((name) =>
    accounts === 1 ? name : `${name} in ${accounts.toLocaleString('en')} accounts`,
  );
  const lines = markdown.split('\n');
  const at = lines.findIndex(
    (line) => /^(<summary><b>|- \*\*)[+~−] /.test(line) && heads.some((head) => line.includes(head)),
  );
  const isFolded = lines[at]?.startsWith('<summary>') ?? false;
  const inside = lines.slice(at, lines.indexOf('</details>', at)).join('\n');
  const isNamed = accounts === 1 || inside.includes(`\`${accountOf(index, accounts - 1)}\``);
  return { at, isWhole: isFolded && isNamed && inside.includes('```diff') };
}

const group: fc.Arbitrary<Group> = fc.record({
  op: fc.constantFrom('create', 'replace', 'delete'),
  isHeld: fc.boolean(),
  isRisky: fc.boolean(),
  accounts: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 2, max: 8 }),
    fc.integer({ min: 9, max: IS_NIGHT ? 3_000 : 100 }),
  ),
  length: fc.constantFrom(10, 500, 2_000),
});

describe('a plan that does not fit', () => {
  it('has every group, and nothing that is left alone in full while a change that will be made is not', () =>
    forAll(
      [fc.array(group, { minLength: 1, maxLength: 12 }), fc.integer({ min: 9_000, max: 30_000 })],
      25,
      (groups, maxBytes) => {
        const markdown = printed(reportOf(groups), maxBytes);
        const shown = groups.map((one, index) => ({ ...one, ...shownOf(markdown, one, index) }));
        expect(shown.map(({ at }) => at)).not.toContain(-1);
        const [made, held] = [shown.filter(({ isHeld }) => !isHeld), shown.filter(({ isHeld }) => isHeld)];
        const part = markdown.split('\n').findIndex((line) => line.startsWith(PART));
        expect(made.filter(({ at }) => part !== -1 && at > part)).toEqual([]);
        expect(held.filter(({ at }) => at < part)).toEqual([]);
        if (made.some(({ isWhole }) => !isWhole)) expect(held.filter(({ isWhole }) => isWhole)).toEqual([]);
        const isWhole = shown.every((one) => one.isWhole);
        expect(markdown.includes('not shown in full here:** ')).toBe(!isWhole);
      },
    ));

  it('shortens a group of 6,000 to its difference and its first names', () => {
    const groups: Group[] = [
      { op: 'replace', isHeld: false, isRisky: false, accounts: 6_000, length: 10 },
      ...Array.from(
        { length: 40 },
        (): Group => ({ op: 'replace', isHeld: true, isRisky: false, accounts: 1, length: 600 }),
      ),
    ];
    const markdown = printed(reportOf(groups), 55_000);
    expect(markdown).toContain(
      '<summary><b>~ replace</b> <code>Rule 0</code> in 6,000 accounts · <code>aiInstructions changed</code></summary>',
    );
    expect(markdown).toMatch(/^- .*before 0 words/m);
    const names = [0, 1, 2, 3, 4].map((at) => `\`${accountOf(0, at)}\``).join(', ');
    expect(markdown).toContain(`\n${names} and 5,995 more\n`);
    expect(markdown).toContain(', `rules/inbox-0-4.yaml:3` and 5,995 more.');
    expect(markdown.match(/^<summary><b>/gm)).toHaveLength(1);
    expect(markdown.match(/^- \*\*~ replace\*\* `Rule \d+` · `aiInstructions changed`$/gm)).toHaveLength(40);
    expect(markdown).toContain('**6,040 of 6,040 changes not shown in full here:** 6,040 to replace.');
  });

  it('counts the groups of each part that have no room for a line', () => {
    const one = (isHeld: boolean): Group => ({ op: 'create', isHeld, isRisky: false, accounts: 1, length: 100 });
    const groups = [...Array.from({ length: 400 }, () => one(false)), ...Array.from({ length: 300 }, () => one(true))];
    const report = reportOf(groups);
    for (const maxBytes of [4_000, 20_000, 40_000]) {
      const parts = printed(report, maxBytes).split(PART);
      const counted = parts.map((part) => {
        const more = /^- and ([\d,]+) more changes?$/m.exec(part)?.[1] ?? '0';
        return (part.match(/^(<summary><b>|- \*\*)\+ create/gm)?.length ?? 0) + Number(more);
      });
      expect(counted).toEqual([400, 300]);
    }
  });
});
