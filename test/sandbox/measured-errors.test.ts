/** Error answers as measured, and their bodies in the shape of each deployment. */
import { describe, expect, it } from 'vitest';
import { action, body } from './bodies.ts';
import { posted, type Reply, serve } from './calling.ts';

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

  it('answers a POST or PUT that brings a LABEL, and no other, with 401 when the mailbox is disconnected', async () => {
    const service = await serve({ profile, seed: seedOf({ connected: false }) });
    const { status, json } = await service.post(body({ actions: [action('LABEL')] }));
    expect(status).toBe(401);
    expect(textIn(profile, json)).toMatch(/^Authorization required\. /);
    expect((await service.post(body())).status).toBe(201);
    expect((await service.put('r', body({ name: 'R', actions: [action('LABEL')] }))).status).toBe(401);
    expect((await service.put('r', body({ name: 'R' }))).status).toBe(200);
  });

  it('sends no Retry-After', async () => {
    const service = await serve({ profile, ratePerSecond: 0.001 });
    await service.list();
    const { status, headers } = await service.list();
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
    expect([...headers.keys()].filter((name) => name.includes('rate'))).toEqual([]);
  });
});

describe.each(['older', 'newer'] as const)('%s, paths and methods', (profile) => {
  const seed = { rules: [{ id: 'r', name: 'R' }] };
  const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

  it.each([
    ['/rules/', '/rules'],
    ['/rules/r/', '/rules/r'],
    ['//rules', '/rules'],
    ['/rules//r', '/rules/r'],
    ['/rules///', '/rules'],
    ['/stats/by-period/?period=day', '/stats/by-period?period=day'],
    ['/nowhere/', '/nowhere'],
  ])('redirects %s to %s, for every method and without a key', async (path, to) => {
    const service = await serve({ profile, seed });
    for (const method of METHODS) {
      const { status, headers } = await service.call(method, path, undefined, {});
      expect([method, status, headers.get('location')]).toEqual([method, 308, `/api/v1${to}`]);
    }
    expect(service.sandbox.rules()).toHaveLength(1);
  });

  it('redirects outside {base_url} too', async () => {
    const { sandbox } = await serve({ profile });
    const { origin } = new URL(sandbox.baseUrl);
    const response = await fetch(`${origin}//api/v1/rules/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/api/v1/rules']);
  });

  it('takes an encoded slash at the end for a part of the id', async () => {
    const service = await serve({ profile, seed: { rules: [{ id: 'r/', name: 'R' }] } });
    expect((await service.get('r/')).status).toBe(200);
  });

  it.each(['/rules', '/rules/r', '/rules/nowhere', '/stats/by-period', '/stats/response-time'])(
    'answers HEAD %s as GET, without the body',
    async (path) => {
      const service = await serve({ profile, seed });
      const { status, headers } = await service.call('GET', path);
      const head = await service.call('HEAD', path);
      expect([head.status, head.headers.get('content-type'), head.text]).toEqual([
        status,
        headers.get('content-type'),
        '',
      ]);
      expect((await service.call('HEAD', path, undefined, {})).status).toBe(401);
    },
  );

  it.each([
    ['/rules', 'GET, HEAD, OPTIONS, POST'],
    ['/rules/r', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['/stats/by-period', 'GET, HEAD, OPTIONS'],
    ['/stats/response-time', 'GET, HEAD, OPTIONS'],
  ])('names the methods of %s in Allow, with 204 for OPTIONS and with a 405', async (path, allow) => {
    const service = await serve({ profile, seed });
    const options = await service.call('OPTIONS', path, undefined, {});
    expect([options.status, options.text, options.headers.get('allow')]).toEqual([204, '', allow]);
    const patch = await service.call('PATCH', path, undefined, {});
    expect([patch.status, patch.headers.get('allow')]).toEqual([405, allow]);
  });
});

describe('older, the bodies of errors', () => {
  const profile = 'older';

  it('is a text for what a schema did not find', async () => {
    const service = await serve({ profile });
    expect((await service.get('nowhere')).json).toEqual({ error: 'Rule not found', isKnownError: true });
  });

  it('is a list of issues for what it did', async () => {
    const { json } = await posted({ profile }, { name: '', condition: {}, actions: [{ type: 'LABEL' }] });
    expect(json).toEqual({ error: { issues: expect.any(Array) }, isKnownError: true });
    const text = expect.any(String);
    expect(json.error.issues[0]).toMatchObject({ path: ['name'], message: text, code: text });
  });

  it('is a 500 for malformed JSON', async () => {
    const { status, json } = await posted({ profile }, '{');
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
    const { json } = await posted({ profile }, body({ actions: [{ type: 'LABEL' }, { type: 'FORWARD' }] }));
    expect(json.error).toEqual({
      code: 'BAD_REQUEST',
      message: 'LABEL needs label (actions.0.fields.label)',
      hint: expect.any(String),
    });
  });

  it('has no path for a problem of the whole body', async () => {
    const { message } = (await posted({ profile }, [])).json.error;
    expect(message).not.toContain('(');
  });

  it('is a 400 for malformed JSON', async () => {
    const { status, json } = await posted({ profile }, '{');
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
