import { describe, expect, it } from 'vitest';
import { failing } from './failing.ts';
import { liveAction, liveRule } from './rules.ts';
import { answering, serving } from './scripted-server.ts';

const list = async (body: unknown) => (await answering(200, JSON.stringify(body))).client.listRules();

/** Four rules, of which the last is `rule`. */
const fourth = (rule: unknown) => ({ rules: [liveRule(), liveRule(), liveRule(), rule] });

describe('what the API may add', () => {
  it.each([
    ['an unknown action type', liveRule({ actions: [liveAction({ type: 'TELEPORT' })] })],
    ['an INTEGRATION', liveRule({ actions: [liveAction({ type: 'INTEGRATION', integrationArgs: { a: [1] } })] })],
    ['any channel id', liveRule({ actions: [liveAction({ messagingChannelId: 'not a cuid' })] })],
    ['any date text', liveRule({ createdAt: 'yesterday', updatedAt: '' })],
    ['an id and a name of any kind', liveRule({ id: '../', name: '' })],
    [
      'unknown keys',
      liveRule({ color: 'red', actions: [liveAction({ once: true, fields: { ...liveAction().fields, x: 1 } })] }),
    ],
  ])('%s is kept', async (_what, rule) => {
    expect(await list({ rules: [rule], nextPage: null })).toEqual([rule]);
  });

  it('an action may come without a messaging channel', async () => {
    const { messagingChannelId: _, ...action } = liveAction();
    expect(await list({ rules: [liveRule({ actions: [action] })] })).toEqual([liveRule({ actions: [action] })]);
  });
});

describe('what the API must not leave out', () => {
  const { condition } = liveRule();
  const without = (key: string) => Object.fromEntries(Object.entries(liveRule()).filter(([name]) => name !== key));

  it.each(Object.keys(liveRule()))('a rule without %s is refused', async (key) => {
    const error = await failing(list(fourth(without(key))));
    expect(error).toMatchObject({ kind: 'shape', status: 200, outcomeUnknown: false });
    expect(error.message).toContain(`rules[3].${key}: expected`);
    expect(error.message).toContain('found nothing');
  });

  it.each([
    [{ condition: { ...condition, static: null } }, 'rules[3].condition.static: expected an object, found null'],
    [
      { condition: { ...condition, conditionalOperator: 'XOR' } },
      '.conditionalOperator: expected "AND" or "OR", found "XOR"',
    ],
    [
      { condition: { ...condition, static: { from: null, to: null } } },
      'rules[3].condition.static.subject: expected text, found nothing',
    ],
    [
      { actions: [liveAction(), liveAction({ delayInMinutes: '5' })] },
      'rules[3].actions[1].delayInMinutes: expected a number, found text',
    ],
    [{ actions: [liveAction({ fields: null })] }, 'rules[3].actions[0].fields: expected an object, found null'],
    [{ enabled: 1 }, 'rules[3].enabled: expected true or false, found a number'],
  ])('a rule with %j is refused with its path', async (changes, message) => {
    expect((await failing(list(fourth(liveRule(changes))))).message).toContain(message);
  });

  it.each([
    ['[]', 'expected an object, found a list'],
    ['{}', 'rules: expected a list, found nothing'],
    ['null', 'expected an object, found null'],
  ])('the list %s is refused', async (text, message) => {
    const { client } = await answering(200, text);
    expect(await failing(client.listRules())).toMatchObject({ kind: 'shape', message: expect.stringMatching(message) });
  });
});

describe('what to do', () => {
  const remedyOf = async (body: unknown) => (await failing(list(body))).remedy;

  it.each([[[]], [{}], [null], ['rules'], [{ result: [] }]])(
    '%j is not the API: the base URL is wrong',
    async (body) => {
      expect(await remedyOf(body)).toMatch(/^The URL asked was http\S+\/api\/v1\/rules\. Check the base URL\.$/);
    },
  );

  it.each([[fourth(liveRule({ enabled: 1 }))], [{ rules: {} }], [{ rules: null }]])(
    '%j is the API in a form that is not known',
    async (body) => {
      const remedy = await remedyOf(body);
      expect(remedy).not.toContain('base URL');
      expect(remedy).toContain('answers differently from the API');
      expect(remedy).toContain('Nothing of the answer was used');
      expect(remedy).toContain('A newer inboxctl');
    },
  );

  it('also for statistics', async () => {
    const { client } = await answering(200, '{"result":[],"allCount":"7"}');
    expect((await failing(client.getStatsByPeriod())).remedy).toContain('answers differently from the API');
    expect((await failing(client.getStatsResponseTime())).remedy).toContain('base URL');
  });
});

describe('bodies that cannot be read', () => {
  it('are told from a sign-in page in front of the API', async () => {
    const { client } = await answering(200, '<!doctype html><title>Sign in</title>');
    expect((await failing(client.listRules())).remedy).toMatch(
      /\/rules\. A page to sign in or a firewall stands in front of the API/,
    );
  });

  it.each([
    [200, '', 'is empty'],
    [204, '', 'is empty'],
    [200, '<!doctype html><title>Sign in</title>', 'is an HTML page, "Sign in"'],
    [200, '{"rules":[', 'is not complete JSON'],
  ])('%i with %j', async (status, text, why) => {
    const { client } = await answering(status, text);
    const error = await failing(client.listRules());
    expect(error).toMatchObject({ kind: 'unreadable', status });
    expect(error.message).toBe(`GET /rules returned ${status}, but the body ${why}`);
    expect(error.remedy).toContain('/api/v1');
  });

  it('text that is not UTF-8 is refused, never repaired', async () => {
    const { client } = await serving((response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
    expect((await failing(client.listRules())).message).toContain('is not UTF-8');
  });

  it('a body above the limit is refused', async () => {
    const { client } = await serving((response) => response.end('x'.repeat(2_000)), { maxBodyBytes: 1_000 });
    const error = await failing(client.listRules());
    expect(error).toMatchObject({ kind: 'unreadable', message: 'GET /rules returned more than 1000 bytes' });
  });
});
