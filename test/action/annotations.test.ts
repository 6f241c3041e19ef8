import { describe, expect, it } from 'vitest';
import { annotationsOf } from '../../src/action/runner.ts';
import type { Notice } from '../../src/model/plan.ts';
import { diagnosticOf } from '../harness/printed.ts';

const notice = (severity: Notice['severity'], message: string, more: Partial<Notice> = {}) =>
  diagnosticOf({ code: 'x', severity, message, ...more });

describe('annotations', () => {
  it('are the worst first, with their place from the root of the repository', () => {
    const source = { file: 'rules/a.yaml', line: 3, column: 7 };
    const found = annotationsOf([notice('info', 'i'), notice('error', 'e', { source, rule: 'A' })], 'mail');
    expect(found).toEqual([
      {
        severity: 'error',
        message: 'e',
        properties: { title: 'inboxctl: A', file: 'mail/rules/a.yaml', startLine: 3, startColumn: 7 },
      },
      { severity: 'info', message: 'i', properties: { title: 'inboxctl' } },
    ]);
  });

  it('are at most ten of a severity, the last of which says how many more there are', () => {
    const codes = ['name-blank', 'name-twice', 'mixed-scripts'];
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => notice('warning', `${index}`, { code: `${codes[index % 3]}` }));
    expect(
      annotationsOf(of(10), '.')
        .map(({ message }) => message)
        .at(-1),
    ).toBe('9');
    const cut = annotationsOf([...of(25), notice('error', 'e')], '.');
    expect(cut.map(({ severity }) => severity)).toEqual(['error', ...Array<string>(10).fill('warning')]);
    expect(cut.at(-1)?.message).toBe('16 more: see the log.');
  });

  it('are five of what is equal, and a count', () => {
    const equal = Array.from({ length: 20 }, (_, index) =>
      notice('error', 'e', { source: { file: 'rules/a.yaml', line: index + 1, column: 1 }, rule: `${index}` }),
    );
    const found = annotationsOf(equal, '.');
    expect(found.map(({ properties: { title } }) => title)).toEqual([
      ...[0, 1, 2, 3, 4].map((index) => `inboxctl: ${index}`),
      'inboxctl',
    ]);
    expect(found.at(-1)?.message).toBe('15 more: see the log.');
  });

  it('are ten errors together with the one that says why the job fails, which comes last', () => {
    const of = (count: number) => Array.from({ length: count }, (_, index) => notice('error', `${index}`));
    const messages = (count: number) => annotationsOf(of(count), '.', 'It failed.').map(({ message }) => message);
    expect(messages(9)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', 'It failed.']);
    expect(messages(10)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '2 more: see the log.', 'It failed.']);
    expect(messages(0)).toEqual(['It failed.']);
  });

  it('show what others wrote as text', () => {
    const [one] = annotationsOf([notice('error', '\u001b[31m\u202ex', { rule: 'a\n::error::b' })], '.');
    expect(one).toMatchObject({
      message: '\\u{1b}[31m\\u{202e}x',
      properties: { title: 'inboxctl: a\\u{a}\\u{3a}:error::b' },
    });
  });
});
