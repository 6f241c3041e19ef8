import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/cli/session/hidden-secrets.ts';
import { describe as inWords } from '../../src/diagnostics/describe.ts';
import { redactor } from '../../src/diagnostics/redactor.ts';
import { hider } from '../../src/planning/secrets.ts';

const BY_VALUE: Record<string, (value: string) => (text: string) => string> = {
  'in a plan': (value) => hider([{ name: 'S', value }]),
  'in words of a service': (value) => redactor([{ value, shown: '(secret S)' }]),
  'in a problem': (value) => (name) => {
    const [one] = withoutSecrets(
      [{ code: 'name-similar', args: { name, other: '' }, severity: 'warning' } as never],
      [{ name: 'S', value }],
    );
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
  const [shown] = withoutSecrets([problem], [{ name: 'S', value: 'boss@example.com' }]);
  expect(shown?.excerpt).toEqual({ ...excerpt, text: `İß ${'*'.repeat(16)} ß` });
});
