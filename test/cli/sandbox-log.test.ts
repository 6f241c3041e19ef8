/** The lines of `inboxctl sandbox --log`. */
import { expect, it } from 'vitest';
import { requestLines } from '../../src/cli/commands/sandbox.ts';
import type { LoggedRequest } from '../../src/sandbox/steps.ts';

const REQUEST: LoggedRequest = {
  method: 'GET',
  path: '/api/v1/rules',
  query: '',
  inbox: 'default',
  status: 200,
  ms: 3.4,
};
const lineOf = (changes: Partial<LoggedRequest>, keys = ['key+of/a b']) =>
  requestLines(keys.map((key) => ({ key })))({ ...REQUEST, ...changes });

it.each([
  ['a request', {}, 'GET     /rules  default  200  3 ms'],
  ['its query', { query: '?period=day' }, 'GET     /rules?period=day  default  200  3 ms'],
  ['what is outside the API', { path: '/nowhere', status: 404 }, 'GET     /nowhere  default  404  3 ms'],
  ['a key of no inbox', { inbox: null, status: 401 }, 'GET     /rules  (no inbox)  401  3 ms'],
])('tell %s', (_what, changes, line) => {
  expect(lineOf(changes)).toBe(`${line}\n`);
});

it('are one line each, harmless, and not endless', () => {
  expect(lineOf({ inbox: 'x\n\u001b[31m' })).toBe('GET     /rules  x\\u{a}\\u{1b}[31m  200  3 ms\n');
  expect(lineOf({ path: `/api/v1/rules/${'a'.repeat(9_000)}` }).length).toBeLessThan(200);
});

it('hold no key, wherever a client put it', () => {
  const said = [
    lineOf({ path: `/api/v1/rules/${encodeURIComponent('key+of/a b')}` }),
    lineOf({ query: '?key=key%2Bof%2Fa%20b' }),
    lineOf({ path: `/api/v1/rules/${'a'.repeat(115)}sandbox_0123456789` }, ['sandbox_0123456789']),
  ].join('');
  expect(said).toContain('(API key)');
  expect(said).not.toMatch(/key\+of|key%2Bof|sandbox_/);
});
