import { describe, expect, it } from 'vitest';
import { describe as inWords } from '../../src/diagnostics/describe.ts';
import { Redactor } from '../../src/diagnostics/redactor.ts';

const BY_VALUE: Record<string, (value: string) => (text: string) => string> = {
  'in a plan': (value) => (text) => new Redactor([{ name: 'S', value }]).text(text),
  'in words of a service': (value) => (text) => new Redactor([{ name: 'S', value }]).wordsOfService(text),
  'in a problem': (value) => (name) => {
    const [one] = new Redactor([{ name: 'S', value }]).diagnostics([
      { code: 'name-similar', args: { name, other: '' }, severity: 'warning' } as never,
    ]);
    return /^The names "(.*)" and/.exec(inWords(one as never).message)?.[1] ?? '';
  },
};

describe.each(Object.keys(BY_VALUE))('a secret %s', (where) => {
  it.each([
    ['boss@example.com', 'BOSS@Example.COM'],
    ['Straße 7', 'STRAẞE 7'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'İSTANBUL'],
    ['kelvin', '\u212aELVIN'],
    ['a.b*c-d', 'A.B*C-D'],
    ['😀 Geheim', '😀 GEHEIM'],
  ])('is hidden without case: %s', (value, other) => {
    const hide = BY_VALUE[where]?.(value) ?? String;
    // What stands before it has another length in the other case.
    expect(hide(`İß ŉ ${value} and ${other}, İ`)).toBe('İß ŉ (secret S) and (secret S), İ');
    expect(hide('another text')).toBe('another text');
  });
});

it('a line of a file keeps its length where a secret in it is hidden', () => {
  const excerpt = { text: 'İß BOSS@Example.com ß', column: 4, length: 16 };
  const problem = { code: 'name-blank', args: {}, severity: 'error', excerpt } as const;
  const [shown] = new Redactor([{ name: 'S', value: 'boss@example.com' }]).diagnostics([problem]);
  expect(shown?.excerpt).toEqual({ ...excerpt, text: `İß ${'*'.repeat(16)} ß` });
});
