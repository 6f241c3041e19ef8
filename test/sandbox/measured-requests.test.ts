/** What the deployments were measured to answer to a request, a row for each, with the answers of `spec` beside them. */
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES, type ProfileName } from '../../src/sandbox/profiles.ts';
import { body } from './bodies.ts';
import { type Reply, serve } from './calling.ts';

const DEPLOYMENTS = ['older', 'newer'] as const;

/** The paths of what is wrong with a body, in their order: older lists all of them, newer the first one. */
function problemsOf(profile: ProfileName, { json }: Reply): string[] {
  if (profile === 'older') return json.error.issues.map(({ path }) => path.join('.'));
  return [/ \((\S+)\)$/.exec(json.error.message)?.[1] ?? ''];
}

describe('what is wrong with a body', () => {
  const label = { type: 'LABEL' };
  const star = { type: 'STAR' };
  const good = { name: 'A', condition: { aiInstructions: 'x' }, actions: [star] };

  it.each<[object, string[]]>([
    [{ ...good, runOnThreads: null, condition: {} }, ['runOnThreads', 'condition']],
    [{ ...good, name: 5, condition: {} }, ['name', 'condition']],
    [{ ...good, name: ' ', actions: [label] }, ['name', 'actions.0.fields.label']],
    [{ condition: {}, name: '', actions: [] }, ['name', 'condition', 'actions']],
    [{ ...good, condition: { static: 5 } }, ['condition.static']],
    [{ ...good, condition: { conditionalOperator: 'XOR' } }, ['condition.conditionalOperator']],
    [{ ...good, condition: { static: { from: ' ' } }, actions: 5 }, ['condition', 'actions']],
    [
      { ...good, actions: [label, { type: 'JUMP' }, label] },
      ['actions.0.fields.label', 'actions.1.type', 'actions.2.fields.label'],
    ],
    [{ ...good, actions: [{ ...label, fields: 5 }, { type: 'FORWARD' }] }, ['actions.0.fields', 'actions.1.fields.to']],
    [{ ...good, actions: [{ ...label, delayInMinutes: 0 }] }, ['actions.0.delayInMinutes', 'actions.0.fields.label']],
    [{ ...good, actions: [{ ...label, fields: { label: ' ' } }] }, ['actions.0.fields.label']],
    [{ ...good, actions: [star, { type: 'INTEGRATION' }] }, ['actions.1.type']],
    [{ ...good, actions: [{ type: 'NOTIFY_MESSAGING_CHANNEL' }] }, ['actions.0.messagingChannelId']],
    [{ ...good, condition: undefined }, ['condition']],
  ])('%j: %j', async (sent, paths) => {
    for (const profile of DEPLOYMENTS) {
      const service = await serve({ profile, seed: { rules: [{ id: 'r', name: 'R' }] } });
      for (const reply of [await service.post(sent), await service.put('r', sent)]) {
        expect([profile, reply.status, problemsOf(profile, reply)]).toEqual([
          profile,
          400,
          profile === 'older' ? paths : paths.slice(0, 1),
        ]);
      }
    }
  });

  it('is DELETE where it is switched off: an issue of older among the others, a text of newer after them', async () => {
    const inboxes = [{ name: 'a', features: { deleteEmailAction: false } }];
    const actions = [star, { type: 'DELETE' }];
    const [older, newer] = await Promise.all(DEPLOYMENTS.map((profile) => serve({ profile, seed: { inboxes } })));
    const alone = await older?.post({ ...good, actions });
    expect([alone?.status, alone?.json.error.issues]).toMatchObject([400, [{ path: ['actions', 1, 'type'] }]]);
    const both = await older?.post({ ...good, name: '', actions });
    expect(both && problemsOf('older', both)).toEqual(['name', 'actions.1.type']);
    const { status, json } = (await newer?.post({ ...good, actions })) ?? {};
    expect([status, json?.error.code, json?.error.message]).toEqual([
      400,
      'BAD_REQUEST',
      expect.stringContaining('DELETE'),
    ]);
    expect((await newer?.post({ ...good, name: '', actions }))?.json.error.message).toMatch(/ \(name\)$/);
  });
});

describe('a query of statistics', () => {
  const answerTo = async (profile: ProfileName, query: string, report = 'by-period') => {
    const messages = [{ at: '2026-08-03T00:00:00Z' }, { at: '2026-08-10T00:00:00Z' }];
    return (await serve({ profile, seed: { messages } })).call('GET', `/stats/${report}?${query}`);
  };

  it.each([
    ['fromDate=x', 'by-period'],
    ['fromDate=Infinity', 'response-time'],
    ['toDate=2026-08-03', 'response-time'],
    ['period=hour', 'by-period'],
    ['period=', 'by-period'],
    ['fromDate=1&fromDate=x', 'by-period'],
  ])('that is bad: %s of %s', async (query, report) => {
    const [spec, older, newer] = await Promise.all(
      (['spec', ...DEPLOYMENTS] as const).map((one) => answerTo(one, query, report)),
    );
    const message = expect.stringContaining(` (${query.split('=')[0]})`);
    expect([spec?.status, spec?.json.error]).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })]);
    expect([older?.status, older?.json]).toEqual([400, { error: 'Invalid query parameters' }]);
    expect([newer?.status, newer?.json.error]).toMatchObject([400, { message }]);
  });

  it.each([
    ['fromDate=-99999999999999', 500],
    ['toDate=-99999999999999', 500],
    ['fromDate=1e20', 500],
    ['fromDate=-1e20', 500],
    ['fromDate=-62135596800001', 500],
    ['fromDate=-62135596800000', 200],
    ['fromDate=-1', 200],
    ['toDate=8.64e15', 200],
    ['toDate=8640000000000001', 500],
    ['fromDate=-8.64e15', 500],
    ['fromDate=0&toDate=', 200],
  ])('with a date that is far away: %s, %i', async (query, status) => {
    for (const profile of DEPLOYMENTS) {
      for (const report of ['by-period', 'response-time']) {
        expect([profile, (await answerTo(profile, query, report)).status]).toEqual([profile, status]);
      }
    }
    for (const report of ['by-period', 'response-time'])
      expect((await answerTo('spec', query, report)).status).toBe(200);
  });

  it.each(PROFILE_NAMES)('that repeats a key: the last counts (%s)', async (profile) => {
    const rows = async (query: string) => JSON.parse((await answerTo(profile, query)).text).result.length;
    expect(await rows('period=year&period=week')).toBe(2);
    expect(await rows('period=week&period=year')).toBe(1);
    expect(await rows('period=hour&period=year')).toBe(1);
    expect(await rows(`toDate=1&toDate=${Date.UTC(2026, 7, 5)}`)).toBe(1);
  });
});

describe('an undecodable % in a path', () => {
  it.each(['/rules/%', '/rules/50%25%', '/rules/%zz', '/rules/%E0%A4%A', '/%ff', '/stats/%C3'])(
    'is a 500: %s',
    async (path) => {
      for (const profile of DEPLOYMENTS) {
        const service = await serve({ profile });
        for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
          expect([method, (await service.call(method, path)).status]).toEqual([method, 500]);
        }
        expect((await service.call('GET', '/rules/%25')).status).toBe(404);
        expect((await service.list()).status).toBe(200);
      }
      expect((await (await serve({ profile: 'spec' })).call('GET', path)).status).toBe(404);
    },
  );
});

describe('a DIGEST that the plan does not have', () => {
  const digest = { type: 'DIGEST' };
  const star = { type: 'STAR' };
  const rules = [
    { id: 'r', name: 'R', actions: [digest, star] },
    { id: 's', name: 'S', actions: [star] },
  ];
  const seed = { inboxes: [{ name: 'a', features: { digest: false }, rules }] };

  it.each([
    ['older', 403],
    ['newer', 200],
  ] as const)('is refused by %s in a new rule, and in one that has it: %i', async (profile, kept) => {
    const service = await serve({ profile, seed });
    expect((await service.post(body({ actions: [digest] }))).status).toBe(403);
    expect((await service.put('s', body({ name: 'S', actions: [digest] }))).status).toBe(403);
    const { status } = await service.put('r', body({ name: 'R', actions: [digest] }));
    expect(status).toBe(kept);
    expect((await service.put('r', body({ name: 'R', actions: [{ type: 'STAR' }] }))).status).toBe(200);
    expect((await service.put('r', body({ name: 'R', actions: [digest] }))).status).toBe(403);
  });
});

describe('a webhook', () => {
  const answerTo = async (profile: ProfileName, url: string) => {
    const service = await serve({ profile });
    const webhookUrl = url.includes('/') ? url : `https://${url}/`;
    return service.post(body({ actions: [{ type: 'CALL_WEBHOOK', fields: { webhookUrl } }] }));
  };

  it.each([
    ...['http://hooks.example.com/', 'hooks.example.com/', 'localhost', 'LOCALHOST:8443', 'localhost.localdomain'],
    ...['ip6-localhost', 'metadata.google.internal', 'METADATA.gcp.internal', '127.0.0.1', '2130706433', '10.1.2.3'],
    ...['100.64.0.1', '172.16.0.1', '192.168.1.1:8443', '169.254.169.254', '192.0.2.1', '198.51.100.7'],
    ...['203.0.113.255', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[::1]', '[fd00::1]'],
    ...['[fe80::1]', '[ff02::1]'],
  ])('is refused with a text: %s', async (url) => {
    const older = await answerTo('older', url);
    expect([older.status, older.json]).toEqual([400, { error: expect.any(String), isKnownError: true }]);
    const newer = await answerTo('newer', url);
    expect([newer.status, newer.json.error.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it.each([
    ...['https://hooks.example.com/a?b=c', 'a.localhost', 'localhost.', '[::ffff:10.0.0.1]', 'ip6-loopback'],
    ...['internal', 'a.metadata.google.internal', '172.32.0.1', '192.0.3.1', '198.51.101.1', '203.0.114.1'],
    ...['223.255.255.255', '[2001:db8::1]'],
  ])('passes: %s', async (url) => {
    for (const profile of DEPLOYMENTS) expect((await answerTo(profile, url)).status).toBe(201);
  });
});
