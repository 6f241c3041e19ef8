/** No file that the loader would refuse for its size: the whole pull is refused then, even with --force. */
import { expect, it } from 'vitest';
import { describe } from '../../../src/diagnostics/describe.ts';
import { projectOf } from '../../harness/project.ts';
import { decide } from '../../harness/pulling.ts';
import { live } from './live.ts';

const big = (name: string, kilobytes: number) => live(name, { ai: 'x'.repeat(kilobytes * 1000) });
const written = (name: string) => `name: ${name}\ncondition: { aiInstructions: x }\nactions: [{ type: ARCHIVE }]\n`;
const TWO = [big('A', 600), big('B', 600)];

it.each([
  ['a new rule', {}, [big('A', 1100)], 'rules/a.yaml'],
  ['new rules in one file', { 'inboxctl.yaml': 'rules: [mine.yaml]\n' }, TWO, 'mine.yaml'],
  ['changed rules', { 'rules/a.yaml': `${written('A')}---\n${written('B')}` }, TWO, 'rules/a.yaml'],
])('refuses %s', (_, files, rules, file) => {
  const { impossible } = decide({ folder: projectOf(files), live: { default: rules } });
  expect(impossible.map((one) => describe(one))).toEqual([
    {
      message: `Refused: ${file} would be larger than 1 MiB, and could not be read.`,
      remedy:
        "Move some of its rules to another file, or shorten their texts in the service's web page. Nothing was written.",
    },
  ]);
});
