import { describe, expect, it } from 'vitest';
import { failing } from './failing.ts';
import { liveRule, ruleRequest } from './rules.ts';
import { answering, clientOf, json, KEY, serve, serving } from './scripted-server.ts';

const PERIODS = { result: [], allCount: 0, inboxCount: 0, readCount: 0, sentCount: 0 };
const LATER = { oneToFourHours: 0, fourTo24Hours: 0, oneToThreeDays: 0, threeToSevenDays: 0, moreThan7Days: 0 };
const RESPONSE_TIMES = {
  summary: { medianResponseTime: 1, averageResponseTime: 2, within1Hour: 50, previousPeriodComparison: null },
  distribution: { lessThan1Hour: 1, ...LATER },
  trend: [{ period: 'Aug 2', periodDate: null, medianResponseTime: 1, count: 1 }],
  emailsAnalyzed: 1,
  maxEmailsCap: 50,
};

describe('rules', () => {
  it('are operated on by functions that can be taken apart from the client', async () => {
    const { client } = await serving((response) => json(response, 200, { rules: [], rule: liveRule() }));
    const { listRules, getRule, close } = { ...client };
    expect(await listRules()).toEqual([]);
    expect(await getRule('a')).toEqual(liveRule());
    await close();
  });

  it('lists rules with the key in its header', async () => {
    const { baseUrl, requests } = await serve((response) => json(response, 200, { rules: [liveRule()] }));
    expect(await clientOf(`${baseUrl}//`).listRules()).toEqual([liveRule()]);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/v1/rules', headers: { 'api-key': KEY } });
    expect(requests[0]?.headers['content-type']).toBeUndefined();
  });

  it('creates a rule with a UTF-8 body that leaves an unknown operator out', async () => {
    const { client, requests } = await serving((response) => json(response, 201, { rule: liveRule() }));
    const rule = { ...ruleRequest(), name: 'Reçus 🧾' };
    expect(await client.createRule(rule)).toEqual(liveRule());
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/v1/rules' });
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    const sent = JSON.parse(requests[0]?.body ?? '');
    expect(sent).toEqual(rule);
    expect(sent.runOnThreads).toBe(false);
    expect(sent.condition).not.toHaveProperty('conditionalOperator');
  });

  it('takes a create that is answered with 200', async () => {
    const { client } = await answering(200, JSON.stringify({ rule: liveRule() }));
    expect(await client.createRule(ruleRequest())).toEqual(liveRule());
  });

  it.each([
    ['an empty body', ''],
    ['another body', '{"ok":true}'],
    ['a rule that does not fit', '{"rule":{"id":"x"}}'],
    ['no rule', '{"rule":null}'],
    ['an HTML page', '<html><title>Hi</title></html>'],
    ['half of a body', '{"rule":{"id":'],
  ])('calls a create answered with %s unreadable, its outcome unknown', async (_what, text) => {
    const { client, requests } = await answering(201, text);
    const error = await failing(client.createRule(ruleRequest()));
    expect(error).toMatchObject({ kind: 'unreadable', status: 201, outcomeUnknown: true });
    expect(error.message).not.toContain('<');
    expect(requests).toHaveLength(1);
  });

  it('gets and replaces one rule', async () => {
    const { client, requests } = await serving((response) => json(response, 200, { rule: liveRule() }));
    expect(await client.getRule('abc')).toEqual(liveRule());
    expect(await client.replaceRule('abc', ruleRequest())).toEqual(liveRule());
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/rules/abc',
      'PUT /api/v1/rules/abc',
    ]);
    expect(JSON.parse(requests[1]?.body ?? '')).toHaveProperty('runOnThreads', false);
  });

  it.each([
    [200, '{"rule":null}'],
    [200, '{"success":true}'],
    [202, 'ok'],
    [204, ''],
  ])('takes a replace answered with %i and %s as done without a rule', async (status, text) => {
    const { client } = await answering(status, text);
    expect(await client.replaceRule('abc', ruleRequest())).toBeNull();
  });

  it('calls a replace and a delete answered with a page unreadable: something else than the API may have answered', async () => {
    const { client } = await answering(200, '<html><title>Sign in</title></html>');
    for (const writing of [client.replaceRule('abc', ruleRequest()), client.deleteRule('abc')]) {
      const error = await failing(writing);
      expect(error).toMatchObject({ kind: 'unreadable', status: 200, outcomeUnknown: true });
    }
  });

  it.each([
    [200, '{"success":true}'],
    [202, ''],
    [204, ''],
  ])('takes a delete answered with %i and "%s" as done', async (status, text) => {
    const { client, requests } = await answering(status, text);
    expect(await client.deleteRule('abc')).toBeUndefined();
    expect(requests[0]).toMatchObject({ method: 'DELETE', url: '/api/v1/rules/abc', body: '' });
  });

  it.each([
    ['a/b', 'a%2Fb'],
    ['%2F', '%252F'],
    ['../rules', '..%2Frules'],
    ['?x#y', '%3Fx%23y'],
    ['two words', 'two%20words'],
    ['naïve-日本', 'na%C3%AFve-%E6%97%A5%E6%9C%AC'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['...', '...'],
  ])('percent-encodes the id %j', async (id, encoded) => {
    const { client, requests } = await serving((response) => json(response, 200, { rule: liveRule() }));
    await client.getRule(id);
    await client.replaceRule(id, ruleRequest());
    await client.deleteRule(id);
    expect(requests.map(({ url }) => url)).toEqual(Array(3).fill(`/api/v1/rules/${encoded}`));
  });

  it.each(['', '.', '..', '\ud800'])('sends nothing for the id %j', async (id) => {
    const { client, requests } = await serving((response) => json(response, 200, { rule: liveRule() }));
    for (const operation of [client.getRule(id), client.replaceRule(id, ruleRequest()), client.deleteRule(id)]) {
      expect(await failing(operation)).toMatchObject({ kind: 'not-sent', outcomeUnknown: false });
    }
    expect(requests).toEqual([]);
  });

  it('runs many operations at once, also over few connections', async () => {
    const { client, requests } = await serving(
      (response, { url }) => {
        json(response, 200, { rule: liveRule({ id: url.split('/').at(-1) }) });
      },
      { connections: 2 },
    );
    const ids = Array.from({ length: 50 }, (_, index) => `r${index}`);
    const rules = await Promise.all(ids.map((id) => client.getRule(id)));
    expect(rules.map(({ id }) => id)).toEqual(ids);
    expect(new Set(requests.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
  });
});

describe('statistics', () => {
  it.each([
    [{}, '/api/v1/stats/response-time'],
    [{ fromDate: 1, toDate: 2 }, '/api/v1/stats/response-time?fromDate=1&toDate=2'],
  ])('asks for response times by %j', async (range, url) => {
    const { client, requests } = await serving((response) => json(response, 200, RESPONSE_TIMES));
    expect(await client.getStatsResponseTime(range)).toEqual(RESPONSE_TIMES);
    expect(requests[0]?.url).toBe(url);
  });

  it('needs every key of them', async () => {
    const { allCount: _, ...less } = PERIODS;
    const { client } = await answering(200, JSON.stringify(less));
    expect((await failing(client.getStatsByPeriod())).message).toContain('allCount: expected a number, found nothing');
    const trend = [{ ...RESPONSE_TIMES.trend[0], count: '1' }];
    const other = await answering(200, JSON.stringify({ ...RESPONSE_TIMES, trend }));
    expect((await failing(other.client.getStatsResponseTime())).message).toContain('trend[0].count: expected a number');
  });
});
