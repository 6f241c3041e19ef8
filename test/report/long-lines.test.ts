/** Values of one long line: no format takes longer than they are long, and their rows fit. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'fast-string-width';
import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import { hang } from '../../src/report/lines.ts';
import { renderProblems } from '../../src/report/print/problems.ts';
import { textStep } from '../../src/report/progress.ts';
import { htmlPlan, markdownPlan, PLAIN, textPlan } from '../harness/printed.ts';
import { leastTime } from '../harness/processor-time.ts';
import { IS_NIGHT } from '../harness/runs.ts';
import { shownAction, shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

/** In characters. */
const LONG = IS_NIGHT ? 40_000 : 20_000;

const KINDS: Record<string, (length: number) => string> = {
  'one letter that is not ASCII': (length) => `${'a'.repeat(length)}é`,
  'words that are not ASCII': (length) => 'über Größe '.repeat(length / 11),
  'Chinese and Japanese': (length) => '漢字かな'.repeat(length / 4),
  'emoji joined to one': (length) => '👩‍👩‍👧'.repeat(length / 8),
  // Each is shown as an escape of seven letters.
  'marks on one letter': (length) => `e${'\u0301'.repeat(length / 5)}`,
  'a run of spaces': (length) => `é${' '.repeat(length)}b`,
  backticks: (length) => 'é`'.repeat(length / 2),
  'senders in a list': (length) => 'é@example.com, '.repeat(length / 15),
};

/** A create, a replace and a delete of rules that have the value everywhere. */
function planWith(value: string) {
  const rule = (text: string) =>
    shownRule({ aiInstructions: text }, [shownAction('FORWARD', { to: text })], { name: value });
  const half = value.length / 2;
  const other = `${value.slice(0, half)} another ${value.slice(half)}`;
  return shownPlan([
    shownChange({ before: null, after: rule(value) }),
    shownChange({ before: rule(value), after: rule(other) }),
    shownChange({ before: rule(value), after: null }),
  ]);
}

const FORMATS: Record<string, (value: string) => string> = {
  text: (value) => textPlan({ ...planWith(value), keyId: null, notices: [] }, PLAIN),
  'text with --verbose': (value) =>
    textPlan({ ...planWith(value), keyId: null, notices: [] }, { ...PLAIN, verbose: true, color: true }),
  markdown: (value) => markdownPlan(planWith(value), { maxBytes: Number.MAX_SAFE_INTEGER, whole: null }),
  html: (value) => htmlPlan(planWith(value)),
  progress: (value) => {
    const change = shownChange({ before: null, after: shownRule({}, undefined, { name: value }) });
    return textStep({ change, status: 'done' }, { number: 1, total: 1, several: false }, PLAIN);
  },
  problems: (value) => renderProblems([{ code: 'name-twice', args: { name: value }, severity: 'error' }], PLAIN),
};

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it.each(Object.keys(FORMATS))('takes no longer than it is long: %s', (format) => {
    const timeOf = (length: number, enough: number) => {
      const value = KINDS[kind]?.(length) ?? '';
      return leastTime(() => FORMATS[format]?.(value), enough);
    };
    // Of eight times the length; by the square it takes 64 times as long.
    const limit = 24 * timeOf(LONG / 8, 0) + 50;
    expect(timeOf(LONG, limit)).toBeLessThanOrEqual(limit);
  });

  it('is broken into rows that fit, and nothing is lost', () => {
    const value = KINDS[kind]?.(20_000) ?? '';
    const rows = hang('', value, 60);
    for (const row of rows) expect(stringWidth(row)).toBeLessThanOrEqual(60);
    expect(rows.join('').replaceAll(' ', '')).toBe(value.replaceAll(' ', '').normalize());
  });
});

describe('a row of a long line', () => {
  it('splits no character that is made of several', () => {
    const rows = hang('', '👩‍👩‍👧🇩🇪'.repeat(2_000), 61);
    for (const row of rows) expect(row).toMatch(/^(?:👩‍👩‍👧|🇩🇪)+$/u);
  });

  it('is broken at a space where it has one', () => {
    const rows = hang('', 'Größe über alles '.repeat(1_000).trimEnd(), 60);
    expect(new Set(rows.flatMap((row) => row.split(' ')))).toEqual(new Set(['Größe', 'über', 'alles']));
    expect(Math.min(...rows.slice(0, -1).map((row) => row.length))).toBeGreaterThan(50);
  });

  it('is painted as the line is', () => {
    const { red, bold } = createColors(true);
    const rows = hang('  ', `${'a'.repeat(100)}${red(bold('é'.repeat(3_000)))}${'b'.repeat(100)}`, 60);
    for (const row of rows) expect(stripVTControlCharacters(row)).toMatch(/^ {2}[aéb]+$/);
    const seen = new Set(painted(rows.join('\n')).map(({ character, colors }) => `${character} ${colors}`));
    expect([...seen].filter((text) => /^[aéb]/.test(text)).sort()).toEqual(['a ', 'b ', 'é 1,31']);
  });

  it('is no command to a runner', () => {
    for (const row of hang('', `${'é'.repeat(3_000)}::error::no`, 60)) expect(row).not.toMatch(/^\s*::/);
    expect(hang('', `${'é '.repeat(3_000)}a::error::no`, 60).join('\n')).not.toMatch(/^\s*::/m);
  });
});

/** Each character and the codes that a terminal paints it with. */
function painted(text: string) {
  const ENDS: Record<string, string[]> = { 39: ['31'], 22: ['1'], 0: ['1', '31'] };
  const on = new Set<string>();
  const PIECE = new RegExp(`${'\u001b'}\\[(?<code>\\d+)m|(?<character>.)`, 'gsu');
  return [...text.matchAll(PIECE)].flatMap(({ groups = {} }) => {
    const { code, character } = groups;
    if (code === undefined) return [{ character, colors: [...on].sort().join() }];
    for (const ended of ENDS[code] ?? []) on.delete(ended);
    if (!(code in ENDS)) on.add(code);
    return [];
  });
}
