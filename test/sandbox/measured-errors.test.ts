/** Error answers as measured, and their bodies in the shape of each deployment. */
import { describe, expect, it } from 'vitest';
import { action, body } from './bodies.ts';
import { type Reply, serve } from './calling.ts';

const seedOf = (inbox: object) => ({ inboxes: [{ name: 'a', rules: [{ id: 'r', name: 'R' }], ...inbox }] });

/** The text of an error: inside the envelope on newer, in its place on older. */
function textIn(profile: 'older' | 'newer', { error }: Reply['json']): unknown {
  return profile === 'older' ? error : error.message;
}

describe.each(['older', 'newer'] as const)('%s, errors', (profile) => {
  it('tells a missing key from an invalid one', async () => {
    const service = await serve({ profile });
    const missing = await service.call('GET', '/rules', undefined, {});
    const invalid = await service.call('GET', '/rules', undefined, { 'API-Key': 'x' });
    expect([missing.status, textIn(profile, missing.json)]).toEqual([401, 'Missing API key']);
    expect([invalid.status, textIn(profile, invalid.json)]).toEqual([401, 'Invalid API key']);
  });

  it('answers DIGEST on a plan without it with 403', async () => {
    const service = await serve({ profile, seed: seedOf({ features: { digest: false } }) });
    const { status, json } = await service.post(body({ actions: [action('DIGEST')] }));
    expect([status, textIn(profile, json)]).toEqual([403, 'Digests are available on the Plus plan.']);
  });

  it('answers a POST with LABEL, and no other, with 401 when the mailbox is disconnected', async () => {
    const service = await serve({ profile, seed: seedOf({ connected: false }) });
    const { status, json } = await service.post(body({ actions: [action('LABEL')] }));
    expect(status).toBe(401);
    expect(textIn(profile, json)).toMatch(/^Authorization required\. /);
    expect((await service.post(body())).status).toBe(201);
    expect((await service.put('r', body({ name: 'R', actions: [action('LABEL')] }))).status).toBe(200);
  });

  it('sends no Retry-After', async () => {
    const service = await serve({ profile, ratePerSecond: 0.001 });
    await service.list();
    const { status, headers } = await service.list();
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
    expect([...headers.keys()].filter((name) => name.includes('rate'))).toEqual([]);
  });
});

describe('older, the bodies of errors', () => {
  const profile = 'older';

  it('is a text for what a schema did not find', async () => {
    const service = await serve({ profile });
    expect((await service.get('nowhere')).json).toEqual({ error: 'Rule not found', isKnownError: true });
  });

  it('is a list of issues for what it did', async () => {
    const service = await serve({ profile });
    const { json } = await service.post({ name: '', condition: {}, actions: [{ type: 'LABEL' }] });
    expect(json).toEqual({ error: { issues: expect.any(Array) }, isKnownError: true });
    expect(json.error.issues[0]).toMatchObject({
      path: ['name'],
      message: expect.any(String),
      code: expect.any(String),
    });
  });

  it('is a 500 for malformed JSON', async () => {
    const service = await serve({ profile });
    const { status, json } = await service.post('{');
    expect([status, typeof json.error]).toEqual([500, 'string']);
  });

  it('is empty for a wrong method', async () => {
    const service = await serve({ profile });
    const { status, text } = await service.call('PATCH', '/rules');
    expect([status, text]).toEqual([405, '']);
  });

  it('is a page of HTML for an unknown route', async () => {
    const service = await serve({ profile });
    const { status, text, headers } = await service.call('GET', '/nowhere');
    expect([status, text.slice(0, 15)]).toEqual([404, '<!DOCTYPE html>']);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
  });
});

describe('newer, the bodies of errors', () => {
  const profile = 'newer';

  it('is the envelope with the first problem only and its path with dots', async () => {
    const service = await serve({ profile });
    const { json } = await service.post(body({ actions: [{ type: 'LABEL' }, { type: 'FORWARD' }] }));
    expect(json.error).toEqual({
      code: 'BAD_REQUEST',
      message: 'LABEL needs label (actions.0.fields.label)',
      hint: expect.any(String),
    });
  });

  it('has no path for a problem of the whole body', async () => {
    const service = await serve({ profile });
    const { message } = (await service.post([])).json.error;
    expect(message).not.toContain('(');
  });

  it('is a 400 for malformed JSON', async () => {
    const service = await serve({ profile });
    const { status, json } = await service.post('{');
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
