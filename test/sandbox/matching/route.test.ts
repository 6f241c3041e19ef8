/** `POST /__mail`: what the rules of an inbox do to a mail. */
import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../../src/sandbox/profiles.ts';
import { serve } from '../calling.ts';

const RULES = [
  { id: 'a', name: 'Jane', condition: { static: { from: 'example.org' } } },
  { id: 'b', name: 'Off', enabled: false, condition: { static: { subject: 'Invoice' } } },
  { id: 'c', name: 'Asked', condition: { aiInstructions: 'Invoices' } },
  { id: 'd', name: 'Both', runOnThreads: false, condition: { aiInstructions: 'x', static: { to: 'me@example.com' } } },
  { id: 'e', name: 'Other', condition: { static: { from: 'example.com' } } },
];
const SEED = {
  inboxes: [{ name: 'mine', rules: RULES }, { name: 'theirs' }],
  keys: [
    { key: 'mine', inbox: 'mine', scopes: ['RULES_READ'] },
    { key: 'theirs', inbox: 'theirs' },
    { key: 'writes', inbox: 'mine', scopes: ['RULES_WRITE', 'STATS_READ', 'SENDERS_UNSUBSCRIBE'] },
    { key: 'unbound', inbox: null },
  ],
};
const MAIL = { from: 'Jane <jane@example.org>', to: 'me@example.com', subject: 'Invoice 7', reply: false };

describe.each(PROFILE_NAMES)('POST /__mail (%s)', (profile) => {
  async function ask(body: unknown, key = 'mine') {
    const { sandbox } = await serve({ profile, seed: SEED });
    const response = await fetch(`http://127.0.0.1:${sandbox.port}/__mail`, {
      method: 'POST',
      headers: { 'API-Key': key },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), sandbox };
  }
  const outcomes = async (mail: object) => {
    const { rules } = JSON.parse((await ask(mail)).text) as { rules: { id: string; outcome: string }[] };
    return Object.fromEntries(rules.map(({ id, outcome }) => [id, outcome]));
  };

  it('answers each rule in the order of the list, switched on or not', async () => {
    const { status, text, sandbox } = await ask(MAIL);
    const oldestFirst = [
      { id: 'a', name: 'Jane', enabled: true, outcome: 'matches' },
      { id: 'b', name: 'Off', enabled: false, outcome: 'matches' },
      { id: 'c', name: 'Asked', enabled: true, outcome: 'ai' },
      { id: 'd', name: 'Both', enabled: true, outcome: 'ai' },
      { id: 'e', name: 'Other', enabled: true, outcome: 'no' },
    ];
    const rules = profile === 'spec' ? oldestFirst.reverse() : oldestFirst;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ rules });
    expect(sandbox.outcomes(MAIL)).toEqual(rules);
  });

  it('takes a mail with any of its headers left out', async () => {
    expect(await outcomes({})).toEqual({ a: 'no', b: 'no', c: 'ai', d: 'no', e: 'no' });
    expect(await outcomes({ subject: 'Invoice' })).toEqual({ a: 'no', b: 'matches', c: 'ai', d: 'no', e: 'no' });
    expect(await outcomes({ ...MAIL, reply: true })).toMatchObject({ a: 'matches', d: 'no' });
  });

  it('is about the inbox of the key', async () => {
    expect((await ask(MAIL, 'theirs')).text).toBe('{"rules":[]}');
  });

  it('needs a key that may read rules', async () => {
    expect((await ask(MAIL, '')).status).toBe(401);
    expect((await ask(MAIL, 'unknown')).status).toBe(401);
    expect((await ask(MAIL, 'writes')).status).toBe(403);
    expect((await ask(MAIL, 'unbound')).status).toBe(403);
  });

  it('refuses what is not a mail', async () => {
    for (const body of [[], 'null', { from: 1 }, { reply: 'no' }]) expect((await ask(body)).status).toBe(400);
    const { status, text } = await ask({ frm: 'a@x.com' });
    expect(status).toBe(400);
    expect(text).toContain('frm');
    expect((await ask('{')).status).toBe(profile === 'older' ? 500 : 400);
  });

  it('is not below the path of the API', async () => {
    const service = await serve({ profile });
    expect((await service.call('POST', '/__mail', MAIL)).status).toBe(404);
  });
});
