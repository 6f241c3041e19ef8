/** How the parts of a condition are joined, as measured on a deployment. */
import { describe, expect, it } from 'vitest';
import { outcome } from './trying.ts';

const MAIL = { from: 'Jane <jane@acme.com>', to: 'me@example.com', subject: 'Invoice 7' };
const FITS = { from: 'acme.com', to: 'me@example.com', subject: 'Invoice' };

describe('from, to and subject', () => {
  it('must all fit', () => {
    expect(outcome(FITS, MAIL)).toBe('matches');
    expect(outcome({ ...FITS, from: 'x.com' }, MAIL)).toBe('no');
    expect(outcome({ ...FITS, to: 'x.com' }, MAIL)).toBe('no');
    expect(outcome({ ...FITS, subject: 'x' }, MAIL)).toBe('no');
  });

  it('must all fit also where the operator is OR', () => {
    expect(outcome({ ...FITS, subject: 'x', operator: 'OR' }, MAIL)).toBe('no');
    expect(outcome({ ...FITS, subject: 'x', operator: 'OR', ai: 'Invoices' }, MAIL)).toBe('ai');
  });

  it.each(['from', 'to', 'subject'] as const)('only count where they are set: %s', (key) => {
    expect(outcome({ [key]: FITS[key] }, MAIL)).toBe('matches');
    expect(outcome({ [key]: FITS[key] }, {})).toBe('no');
    expect(outcome({ ...FITS, [key]: ' \t\u00A0' }, { ...MAIL, [key]: '' })).toBe('matches');
  });
});

describe('the static part and the AI part', () => {
  it.each([
    ['AND', 'acme.com', 'x', 'ai'],
    ['AND', 'x.com', 'x', 'no'],
    ['AND', 'acme.com', undefined, 'matches'],
    ['AND', 'x.com', undefined, 'no'],
    ['AND', undefined, 'x', 'ai'],
    ['OR', 'acme.com', 'x', 'matches'],
    ['OR', 'x.com', 'x', 'ai'],
    ['OR', 'acme.com', undefined, 'matches'],
    ['OR', 'x.com', undefined, 'no'],
    ['OR', undefined, 'x', 'ai'],
    [undefined, 'acme.com', 'x', 'ai'],
    [undefined, 'x.com', 'x', 'no'],
    ['AND', undefined, undefined, 'no'],
    ['OR', undefined, undefined, 'no'],
    ['AND', undefined, ' ', 'no'],
    ['OR', 'acme.com', ' ', 'matches'],
    ['OR', ' ', 'x', 'ai'],
  ] as const)('%s, from %s, AI %s: %s', (operator, from, ai, expected) => {
    const condition = { operator, from, ai };
    const set = Object.fromEntries(Object.entries(condition).filter(([, value]) => value !== undefined));
    expect(outcome(set, MAIL)).toBe(expected);
  });
});

describe('a reply in a thread', () => {
  const reply = { ...MAIL, reply: true };

  it('is nothing for a rule that does not run on threads', () => {
    for (const condition of [FITS, { ai: 'x' }, { ...FITS, ai: 'x', operator: 'OR' as const }]) {
      expect(outcome({ ...condition, runOnThreads: false }, reply)).toBe('no');
      expect(outcome({ ...condition, runOnThreads: false }, MAIL)).not.toBe('no');
    }
  });

  it('is like any mail for the others', () => {
    expect(outcome(FITS, reply)).toBe('matches');
    expect(outcome({ ai: 'x' }, reply)).toBe('ai');
  });
});
