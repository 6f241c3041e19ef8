/** The faults of test/harness/sandbox, which the tests of the client rely on: what was done, and what the client gets. */
import { describe, expect, it } from 'vitest';
import { FAULT_KIND_NAMES, type FaultKind, Faults } from '../harness/sandbox/faults.ts';
import { body } from './bodies.ts';
import { KEY, serve } from './calling.ts';

const SEED = { rules: [{ id: 'r', name: 'Old', condition: { aiInstructions: 'Old ones' } }] };
const SENT = JSON.stringify(body({ name: 'New' }));
/** A request, the names of the rules once it was carried out, and whether its answer has a body. */
const REQUESTS = {
  POST: { path: '/rules', sent: SENT, leaves: ['Old', 'New'], hasBody: true },
  PUT: { path: '/rules/r', sent: SENT, leaves: ['New'], hasBody: true },
  DELETE: { path: '/rules/r', sent: undefined, leaves: [], hasBody: false },
  GET: { path: '/rules', sent: undefined, leaves: ['Old'], hasBody: true },
};
const METHODS = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[];

/** `gets` is for an answer with a body; `bare` is what differs for one without. */
const KINDS: Record<FaultKind, { done: boolean; gets: string; bare?: string }> = {
  'reset-before': { done: false, gets: 'no answer' },
  'hang-before': { done: false, gets: 'nothing' },
  '500-before': { done: false, gets: '500 JSON' },
  'html-before': { done: false, gets: '200 HTML' },
  redirect: { done: false, gets: '302' },
  '429': { done: false, gets: '429 JSON' },
  '429-retry-after': { done: false, gets: '429 JSON after 1' },
  'reset-after': { done: true, gets: 'no answer' },
  'hang-after': { done: true, gets: 'nothing' },
  '500-after': { done: true, gets: '500 JSON' },
  html: { done: true, gets: '200 HTML' },
  truncated: { done: true, gets: 'half an answer', bare: 'no answer' },
  'half-json': { done: true, gets: '20x half', bare: '204' },
  slow: { done: true, gets: '20x JSON', bare: '204' },
};

async function whatComes(answer: Promise<Response>): Promise<string> {
  const hangs = new Promise<null>((resolve) => setTimeout(resolve, 200, null));
  const response = await Promise.race([answer, hangs]).catch(() => 'no answer');
  if (response === null) return 'nothing';
  if (typeof response === 'string') return response;
  const text = await response.text().catch(() => null);
  if (text === null) return 'half an answer';
  const status = String(response.status).replace(/^20[01]$/, text.startsWith('<') ? '200' : '20x');
  const after = response.headers.get('retry-after');
  return [status, kindOf(text), after === null ? '' : `after ${after}`].filter(Boolean).join(' ');
}

function kindOf(text: string): string {
  if (text === '') return '';
  if (text.startsWith('<!DOCTYPE html>')) return 'HTML';
  try {
    JSON.parse(text);
    return 'JSON';
  } catch {
    return 'half';
  }
}

describe.each(FAULT_KIND_NAMES)('%s', (kind) => {
  it.each(METHODS)('spoils a %s, and only the one', async (method) => {
    const { path, sent, leaves, hasBody } = REQUESTS[method];
    const { done, gets, bare = gets } = KINDS[kind];
    const fault = `${method} /rules* ${kind === 'slow' ? 'slow=20' : kind} @1`;
    const { sandbox, list } = await serve({ profile: 'newer', seed: SEED, faults: [fault] });
    const init = { method, headers: { 'API-Key': KEY }, redirect: 'manual' as const };
    const answer = fetch(sandbox.baseUrl + path, sent === undefined ? init : { ...init, body: sent });
    expect(await whatComes(answer)).toBe(hasBody ? gets : bare);
    expect(sandbox.rules().map(({ name }) => name)).toEqual(done ? leaves : ['Old']);
    expect((await list()).status).toBe(200);
    expect(sandbox.requests).toMatchObject([
      { method, fault },
      { method: 'GET', status: 200 },
    ]);
    expect(sandbox.requests[1]).not.toHaveProperty('fault');
    await Promise.all([sandbox.close(), answer.catch(() => {})]);
  });
});

describe('which requests a fault hits', () => {
  const hit = (text: string, requests: [method: string, path: string, inbox?: string][]) => {
    const faults = new Faults();
    faults.add(text.split('; '));
    return requests.map(([method, path, inbox = 'a']) => faults.next({ method, path, inbox })?.fault.kind ?? null);
  };

  it.each([
    ['', [1, 2, 3, 4, 5, 6]],
    [' @1', [1]],
    [' @2-4', [2, 3, 4]],
    [' @5-', [5, 6]],
    [' @2,5-', [2, 5, 6]],
  ])('by number: "%s"', (when, numbers) => {
    const hits = hit(`POST /rules html${when}`, Array(6).fill(['POST', '/rules']));
    expect(hits.flatMap((kind, index) => (kind === null ? [] : [index + 1]))).toEqual(numbers);
  });

  it('by method, path and inbox', () => {
    expect(
      hit('PUT /rules/* html', [
        ['PUT', '/rules/a%2Fb'],
        ['PUT', '/rules'],
        ['GET', '/rules/a'],
      ]),
    ).toEqual(['html', null, null]);
    expect(
      hit('* * html inbox=a', [
        ['GET', '/rules', 'a'],
        ['GET', '/rules', 'b'],
      ]),
    ).toEqual(['html', null]);
  });

  it('counted by each fault for itself, and the first fault that is due hits', () => {
    const faults = 'POST /rules html @2; * /rules 429 @2-3; POST * slow=5';
    const requests = ['GET', 'POST', 'POST', 'POST'].map((method): [string, string] => [method, '/rules']);
    expect(hit(faults, requests)).toEqual([null, '429', 'html', 'slow']);
  });

  it.each(['', 'POST /rules', 'post /rules html', 'POST rules html', 'POST /rules rest', 'POST /rules html 2'])(
    'none for %j, which is not a fault',
    (text) => {
      expect(() => new Faults().add([text])).toThrow('is not a fault');
    },
  );
});

it('a sandbox can return the actions of each rule in another order', async () => {
  const service = await serve({ profile: 'newer', reorderActions: true });
  const actions = [{ type: 'STAR' }, { type: 'ARCHIVE' }, { type: 'MARK_READ' }];
  const { rule } = (await service.post(body({ actions }))).json;
  expect(rule.actions.map(({ type }) => type)).toEqual(['ARCHIVE', 'MARK_READ', 'STAR']);
  expect((await service.get(rule.id)).json.rule).toEqual(rule);
  const replaced = await service.put(rule.id, body({ actions: actions.slice(1) }));
  expect(replaced.json.rule.actions.map(({ type }) => type)).toEqual(['MARK_READ', 'ARCHIVE']);
});
