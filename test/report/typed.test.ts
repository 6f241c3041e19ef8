/** A command to be typed, and a line to be copied, is on one line of a terminal, however narrow that is. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Probed } from '../../src/diagnostics/results.ts';
import { doctorReport } from '../../src/report/doctor.ts';
import { hangTyped } from '../../src/report/lines.ts';
import { renderProblems } from '../../src/report/print/problems.ts';
import { printTerminal } from '../../src/report/print/terminal.ts';
import type { TextOptions } from '../../src/report/style.ts';
import { forAll } from '../harness/for-all.ts';

const TEXT = { color: false, unicode: true, width: 80, verbose: false };
const doctorText = (probed: Probed[], options: TextOptions) => printTerminal(doctorReport(probed), options);
const RUN = '20261121T092233Z-3f2a9c0d1e4b';

describe('a command', () => {
  it('at the end of a remedy is not broken', () => {
    const text = renderProblems(
      [{ code: 'rollback-which', args: { run: RUN, rollbackOf: RUN, more: [] }, severity: 'error' }],
      TEXT,
    );
    expect(text.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`inboxctl rollback ${RUN}$`)));
  });

  it('in a remedy of doctor is not broken', () => {
    const args = { message: 'no answer', remedy: `Then look at it again with \`inboxctl rollback ${RUN}\`.` };
    const finding = { code: 'service-failed', args } as const;
    const text = doctorText([{ result: 'failed', account: 'alice', probe: 'key', finding }], TEXT);
    expect(text).toContain(`inboxctl rollback ${RUN}`);
  });

  const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,12}$/), { maxLength: 40 }).map((all) => all.join(' '));
  const command = fc
    .array(fc.stringMatching(/^[a-z'-]{1,30}$/), { minLength: 1, maxLength: 12 })
    .map((all) => `inboxctl ${all.join(' ')}`);
  const width = fc.integer({ min: 60, max: 200 });

  it.each([
    ['between backticks', (before: string, typed: string, after: string) => `${before} (\`${typed}\`). ${after}`],
    ['after a colon', (before: string, typed: string) => `${before}: ${typed}`],
    ['below a sentence', (before: string, typed: string, after: string) => `${before}:\n${typed}\n${after}`],
  ])('%s is never broken, and nothing is lost', (_, textOf) =>
    forAll([words, command, words, width], 100, (before, typed, after, columns) => {
      const text = textOf(`T${before}`, typed, `T${after}`);
      const lines = hangTyped('error: ', text, columns);
      expect(lines.filter((line) => line.includes(typed))).toHaveLength(1);
      expect(lines.filter((line) => line.length > columns && !line.includes(typed))).toEqual([]);
      for (const line of lines.slice(1)) expect(line).toMatch(/^ {7}\S/);
      expect(lines.join(' ').replaceAll(/\s+/g, ' ')).toBe(`error: ${text}`.replaceAll(/\s+/g, ' ').trimEnd());
    }),
  );
});

it('a text that fills its line is not followed by an empty one', () => {
  const typed = `inboxctl ${'a'.repeat(70)}`;
  const before = 'a'.repeat(60);
  expect(hangTyped('error: ', `${before} \`${typed}\``, 67)).toEqual([`error: ${before}`, `       \`${typed}\``]);
});

it('a command as wide as its line is directly below a text that fills one', () => {
  const typed = `inboxctl ${'a'.repeat(51)}`;
  const before = `${'a'.repeat(59)}:`;
  expect(hangTyped('error: ', `${before} ${typed}`, 67)).toEqual([`error: ${before}`, `       ${typed}`]);
});

it('a line of YAML to be copied is not broken', () => {
  const from = 'Newsletters and other mail that is sent to many people, of which most is not read at once';
  const text = renderProblems([{ code: 'likely-rename', args: { from, meant: from }, severity: 'warning' }], TEXT);
  expect(text).toContain(`\n  renamedFrom: ${JSON.stringify(from)}\n`);
});
