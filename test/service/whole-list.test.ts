import { describe, expect, it } from 'vitest';
import { createProbe } from '../../src/service/probe.ts';
import { failing } from './failing.ts';
import { liveRule } from './rules.ts';
import { answering, json, KEY, serve, serving } from './scripted-server.ts';

const RULES = [liveRule({ id: 'a' }), liveRule({ id: 'b', name: 'B' })];

const list = async (body: object, headers: Record<string, string> = {}, status = 200) =>
  (await answering(status, JSON.stringify(body), headers)).client.listRules();

describe('a list that may not be all of it cannot be read', () => {
  it.each<[string, object, Record<string, string>, number]>([
    ['has the id "a" twice', { rules: [...RULES, liveRule({ id: 'a', name: 'C' })] }, {}, 200],
    ['status is not 200', { rules: RULES }, {}, 206],
    ['status is not 200', { rules: RULES }, {}, 203],
    ['names a next page', { rules: RULES }, { link: '<https://example.com/api/v1/rules?page=2>; rel="next"' }, 200],
    ['names a next page', { rules: RULES }, { link: '</a>; rel=prev, </b>; title="x"; rel="last next"' }, 200],
    ['names a next page', { rules: RULES }, { link: '</b>;REL=Next' }, 200],
    ['nextCursor is "abc"', { rules: RULES, nextCursor: 'abc' }, {}, 200],
    ['next is "/rules?page=2"', { rules: RULES, next: '/rules?page=2' }, {}, 200],
    ['next is {"page":2}', { rules: RULES, next: { page: 2 } }, {}, 200],
    ['cursor is 7', { rules: RULES, cursor: 7 }, {}, 200],
    ['hasMore is true', { rules: RULES, hasMore: true }, {}, 200],
    ['has_more is true', { rules: RULES, has_more: true }, {}, 200],
    ['hasNextPage is true', { rules: RULES, hasNextPage: true }, {}, 200],
    ['pagination.nextPage is 2', { rules: RULES, pagination: { page: 1, nextPage: 2 } }, {}, 200],
    ['total is 3, but it has 2 rules', { rules: RULES, total: 3 }, {}, 200],
    ['total is 0, but it has 2 rules', { rules: RULES, total: 0 }, {}, 200],
    ['meta.totalCount is 3', { rules: RULES, meta: { totalCount: 3 } }, {}, 200],
    ['error is {"code":"PARTIAL"}', { rules: RULES, error: { code: 'PARTIAL' } }, {}, 200],
    ['error is "timeout"', { rules: RULES, error: 'timeout' }, {}, 200],
  ])('%s: %j %j %i', async (why, body, headers, status) => {
    const error = await failing(list(body, headers, status));
    expect(error).toMatchObject({ kind: 'unreadable', reason: 'partial', status, outcomeUnknown: false });
    expect(error.message).toContain(why);
    expect(error.remedy).toContain('Nothing of the answer was used');
  });

  it('nor by doctor', async () => {
    const { baseUrl } = await serve((response) => json(response, 200, { rules: RULES, hasMore: true }));
    const probe = createProbe({ baseUrl, apiKey: KEY });
    expect(await probe.listRules()).toMatchObject({ rules: null, error: { reason: 'partial' } });
    await probe.close();
  });
});

describe('what says nothing against the whole list', () => {
  it.each<[object, Record<string, string>]>([
    [{ nextCursor: null, next: null, cursor: '', hasMore: false, error: null }, {}],
    [{ total: 2, pagination: { next: null, total: 2, totalPages: 1 }, requestId: 'x' }, {}],
    [{ generatedAt: '2026-08-03', warnings: [] }, { link: '</docs>; rel="help", </next>; rel="nextgen"' }],
  ])('%j %j', async (more, headers) => {
    expect(await list({ rules: RULES, ...more }, headers)).toEqual(RULES);
  });
});

it('it is asked for again, and is good once it is whole', async () => {
  const { client, requests } = await serving((response, _seen, index) => {
    json(response, 200, { rules: index < 2 ? [...RULES, ...RULES] : RULES });
  });
  expect(await client.listRules()).toEqual(RULES);
  expect(requests).toHaveLength(3);
});

it('is asked for four times at most', async () => {
  const { client, requests } = await serving((response) => json(response, 200, { rules: [...RULES, ...RULES] }));
  const error = await failing(client.listRules());
  expect(error.message).toBe('GET /rules returned 200, but the body has the id "a" twice (tried 4 times)');
  expect(requests).toHaveLength(4);
});
