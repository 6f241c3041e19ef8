import { describe, expect, it } from 'vitest';
import { OUTCOME_UNKNOWN } from '../../src/service/reason.ts';
import { failing } from './failing.ts';
import { ruleRequest } from './rules.ts';
import { answering, clientOf, json, KEY, serve, serving } from './scripted-server.ts';

const envelope = (code: string, message: string, hint = '') => JSON.stringify({ error: { code, message, hint } });
const older = (error: unknown) => JSON.stringify({ error, isKnownError: true });

async function listing(status: number, text: string, headers: Record<string, string> = {}) {
  const { client } = await answering(status, text, headers);
  return failing(client.listRules());
}

async function creating(status: number, text: string) {
  const { client } = await answering(status, text);
  return failing(client.createRule(ruleRequest()));
}

describe('an answer that ends too early', () => {
  it('tells nothing of what became of a write', async () => {
    const half = '{"error":{"code":"BAD_REQUEST","message":"Cannot cre';
    expect(await creating(400, half)).toMatchObject({ status: 400, outcomeUnknown: true, remedy: OUTCOME_UNKNOWN });
    expect(await creating(400, `${half}ate"}}`)).toMatchObject({ outcomeUnknown: false });
    expect(await creating(401, half)).toMatchObject({ outcomeUnknown: false, reason: 'key' });
    expect(await listing(400, half)).toMatchObject({ outcomeUnknown: false });
  });
});

describe('the body of an error', () => {
  it('is read whole where another rule is in the way, however many senders it names', async () => {
    const senders = Array.from({ length: 5_000 }, (_, index) => `somebody-${index}@sender-${index}.example.com`);
    const detail = `Cannot create this rule because it overlaps the existing "A "rule"" rule on sender scope ${senders.join(', ')}.`;
    for (const body of [envelope('BAD_REQUEST', detail), older(detail)]) {
      const error = await creating(400, body);
      expect(error).toMatchObject({ reason: 'overlap', conflictsWith: 'A "rule"', outcomeUnknown: false });
      expect(error.message.length).toBeLessThan(1_000);
    }
    expect(await creating(400, envelope('BAD_REQUEST', detail).slice(0, -9))).toMatchObject({ outcomeUnknown: true });
  });

  it('is read in time, whatever it repeats', async () => {
    const detail = 'overlaps the existing "'.repeat(200_000);
    expect(await creating(400, envelope('BAD_REQUEST', detail))).toMatchObject({ reason: null });
  });

  it('is the envelope', async () => {
    const error = await listing(401, envelope('UNAUTHORIZED', 'Invalid API key', 'Send the API-Key header.'));
    expect(error).toMatchObject({
      kind: 'http',
      status: 401,
      code: 'UNAUTHORIZED',
      detail: 'Invalid API key',
      hint: 'Send the API-Key header.',
      request: { operation: 'listRules', method: 'GET', path: '/rules' },
      message: 'GET /rules failed with 401 UNAUTHORIZED: Invalid API key',
    });
  });

  it.each([
    ['a text', older('Invalid API key'), 'Invalid API key'],
    ['issue', older({ issues: [{ message: 'Required', path: ['actions', 0, 'type'] }] }), 'Required (actions[0].type)'],
    ['an issue without a path', older({ issues: [{ message: 'Required' }] }), 'Required'],
    [
      'many issues',
      older({ issues: Array(7).fill({ message: 'Bad', path: ['name'] }) }),
      'Bad (name); Bad (name); Bad (name); Bad (name); Bad (name); and 2 more',
    ],
    ['an envelope without a hint', '{"error":{"code":"X","message":"No"}}', 'No'],
    ['an envelope with a code that is no text', '{"error":{"code":7,"message":"No"}}', 'No'],
    ["a proxy's message", '{"message":"Blocked"}', 'Blocked'],
    ['a JSON text', '"Blocked"', 'Blocked'],
    ['plain text', 'Blocked by policy', 'Blocked by policy'],
    ['plain text with tags', 'Blocked <b class="x">by</b> <a@b.com>', 'Blocked by <a@b.com>'],
    ['an HTML page', '<!DOCTYPE html><html><title>404:\n not here</title><body>x', 'an HTML page, "404: not here"'],
    ['an HTML page without a title', '<html><body>x</body></html>', 'an HTML page'],
    ['half of a body', '{"error":{"co', 'a body that is not an error of the API: {"error":{"co'],
    ['JSON of another kind', '{"oops":1}', 'a body that is not an error of the API: {"oops":1}'],
    ['a list', '[1]', 'a body that is not an error of the API: [1]'],
    ['terminal control', 'a\u001b[31mred\r\n\tb\u0007', 'a\\u{1b}[31mred b\\u{7}'],
    ['bidi control', 'a\u202egnp.exe\u2066\u{e0041}', 'a\\u{202e}gnp.exe\\u{2066}\\u{e0041}'],
    ['letters and emoji', 'é 中 👩‍👩‍👧', 'é 中 👩‍👩‍👧'],
  ])('is %s', async (_what, text, detail) => {
    const error = await creating(400, text);
    expect(error).toMatchObject({ kind: 'http', status: 400, detail, hint: null });
    expect(error.message).toMatch(/^POST \/rules failed with 400 /);
    expect(error.message).toContain(detail);
  });

  it('is empty', async () => {
    const error = await creating(405, '');
    expect(error).toMatchObject({ code: 'METHOD_NOT_ALLOWED', detail: null });
    expect(error.message).toBe('POST /rules failed with 405 METHOD_NOT_ALLOWED: the service gave no explanation');
  });

  it.each(['x'.repeat(3_000_000), `{"error":"${'é'.repeat(3_000_000)}`, `<html>${'<title'.repeat(20_000)}`])(
    'is huge, and shown in part',
    async (text) => {
      expect((await creating(500, text)).message.length).toBeLessThan(600);
    },
  );

  it('breaks off, and the status still counts', async () => {
    const { client } = await serving((response) => {
      response.writeHead(403, { 'content-length': '1000' });
      response.write('{"error":');
      setImmediate(() => response.destroy());
    });
    expect(await failing(client.listRules())).toMatchObject({ kind: 'http', status: 403 });
  });

  it.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [405, 'METHOD_NOT_ALLOWED'],
    [418, null],
    [429, 'RATE_LIMITED'],
    [500, 'INTERNAL_ERROR'],
    [502, null],
  ])('has no code with %i, so it is %s', async (status, code) => {
    expect(await creating(status, older('text'))).toMatchObject({ status, code });
  });
});

describe('what no terminal may get', () => {
  const raw = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u;
  const hostile = 'x\u001b]0;title\u0007\u009b1m\u202e\u2028\ufeff\u0000y';

  it('is in no text of an error, wherever it was', async () => {
    const overlap = `it overlaps the existing "${hostile}" rule on sender scope`;
    const errors = [
      await creating(400, envelope(hostile, hostile, hostile)),
      await creating(400, older(overlap)),
      await creating(400, older({ issues: [{ message: hostile, path: [hostile] }] })),
      await listing(502, `<html><title>${hostile}</title>`),
      await listing(200, JSON.stringify({ rules: [{ [hostile]: 1 }] })),
      await listing(302, '', { location: 'http://example.com/%1b%00' }),
      await failing((await answering(200, '')).client.getRule('\ud800')),
    ];
    for (const { message, detail, hint, remedy } of errors) {
      for (const text of [message, detail, hint, remedy]) expect(text ?? '').not.toMatch(raw);
    }
  });
});

describe('addresses in what the service says', () => {
  it.each([
    ['bad https://hooks.example.com/T00/SECRET', 'bad https://hooks.example.com/…'],
    ['bad "https://hooks.example.com:8443/T00?x=SECRET#SECRET".', 'bad "https://hooks.example.com:8443/…".'],
    ['HTTPS://user:SECRET@Hooks.example.com/SECRET!', 'https://hooks.example.com/…'],
    ['http://a.example.com/SECRET,https://b.example.com/SECRET', 'http://a.example.com/…'],
    ['https:/hooks.example.com/SECRET x', 'https://hooks.example.com/… x'],
    ['https://[hooks/SECRET x', 'https://… x'],
    ['https://hooks.example.com/a<b>SECRET</b> x', 'https://hooks.example.com/… x'],
    ['see https://docs.example.com', 'see https://docs.example.com'],
    ["webhook 'https://hooks.example.com/it's/SECRET' x", "webhook 'https://hooks.example.com/… x"],
  ])('%s', async (text, detail) => {
    const error = await creating(400, envelope('BAD_REQUEST', text, text));
    expect(error).toMatchObject({ detail, hint: detail });
    expect(error.message).not.toContain('SECRET');
  });

  it('are short in a body that is not an error of the API, too', async () => {
    const text = '{"url":"https:\\/\\/hooks.example.com\\/T00\\/SECRET","more":1}';
    const { message } = await creating(400, text);
    expect(message).toContain('"https://hooks.example.com/…","more":1');
    expect(message).not.toContain('SECRET');
  });

  it('are short where they stand in an answer that does not fit', async () => {
    const rules = [{ 'https://hooks.example.com/SECRET': 1, conditionalOperator: 'https://hooks.example.com/SECRET' }];
    expect((await listing(200, JSON.stringify({ rules }))).message).not.toContain('SECRET');
  });

  it('stay whole where they are of the API itself', async () => {
    const { baseUrl } = await serve((response) =>
      json(response, 400, { error: `no ${baseUrl}/rules/a and ${baseUrl}` }),
    );
    const { detail } = await failing(clientOf(baseUrl).createRule(ruleRequest()));
    expect(detail).toBe(`no ${baseUrl}/rules/a and ${baseUrl}`);
    const outside = await serve((response) => json(response, 400, { error: `no ${outside.baseUrl}/../../x/SECRET` }));
    expect((await failing(clientOf(outside.baseUrl).createRule(ruleRequest()))).message).not.toContain('SECRET');
  });

  it('have the key in them without showing what stands after it', async () => {
    const text = `bad https://hooks.example.com/${KEY}/SECRET and https://${KEY.toUpperCase()}.example.com/x`;
    const { message } = await creating(400, older(text));
    expect(message).toContain('bad https://hooks.example.com/… and https://…');
    expect(message.toLowerCase()).not.toContain(KEY.toLowerCase());
  });
});

describe('why, and what to do', () => {
  it.each([
    [401, 'Missing API key', 'key', /Check the API key/],
    [401, 'Authorization required. Please reconnect.', 'mailbox', /Reconnect the mailbox/],
    [403, 'Missing scope', 'scope', /RULES_READ/],
    [403, '', 'scope', /RULES_READ.*bound to an inbox account/],
    [403, 'API key is not account-scoped', 'account', /bound to no inbox account/],
    [403, 'Digests are available on the Plus plan.', 'plan', /plan/],
    [404, 'Not found', 'base-url', /^The URL asked was \S+\/api\/v1\/rules\. Check the base URL\./],
    [405, '', 'base-url', /^The URL asked was \S+\/api\/v1\/rules\. Check the base URL\./],
    [429, 'Slow down', 'rate-limit', /Wait/],
    [500, 'Oops', null, /Try again later/],
    [400, 'Something', null, null],
  ])('listing: %i %j is %s', async (status, text, reason, remedy) => {
    const error = await listing(status, older(text));
    expect(error.reason).toBe(reason);
    if (remedy === null) expect(error.remedy).toBeNull();
    else expect(error.remedy).toMatch(remedy);
  });

  it('an HTML page means a wrong base URL', async () => {
    const page = '<html><title>Not found</title></html>';
    expect(await listing(404, page, { 'content-type': 'text/html; charset=utf-8' })).toMatchObject({
      reason: 'base-url',
      message: 'GET /rules failed with 404 NOT_FOUND: an HTML page, "Not found"',
    });
    const { client } = await answering(404, page);
    expect((await failing(client.getRule('abc'))).reason).toBe('base-url');
  });

  it.each([
    [401, /A page to sign in or a firewall stands in front of the API.*captive portal/],
    [403, /A page to sign in or a firewall stands in front of the API/],
    [404, /Check the base URL\. A self-hosted deployment/],
    [407, /A proxy on the way asks for a user name and a password: write them before its host/],
    [511, /your network has a captive portal, open any page in a browser/],
  ])('a page with %i is not of the API', async (status, remedy) => {
    const error = await listing(status, '<html><title>Stop</title></html>');
    expect(error).toMatchObject({ reason: 'base-url', remedy: expect.stringMatching(remedy) });
    expect(error.message).toContain(`an HTML page, "Stop"`);
  });

  it.each([
    ['YOUR_API_KEY', /^Check the API key: it looks like a placeholder/],
    ['key_4fJ-a8Zq', /^Check the API key: it may be mistyped/],
  ])('the key %s is refused', async (apiKey, remedy) => {
    const { client } = await serving((response) => json(response, 401, { error: 'Invalid API key' }), { apiKey });
    expect((await failing(client.listRules())).remedy).toMatch(remedy);
  });

  it('a rule that is not there', async () => {
    const { client } = await answering(404, envelope('NOT_FOUND', 'Rule not found'));
    for (const operation of [client.getRule('a'), client.replaceRule('a', ruleRequest()), client.deleteRule('a')]) {
      expect(await failing(operation)).toMatchObject({ reason: 'no-such-rule', outcomeUnknown: false });
    }
  });

  it('names the scope of each operation', async () => {
    const { client } = await answering(403, envelope('FORBIDDEN', 'Missing scope'));
    const scopes = [
      [client.listRules(), 'RULES_READ'],
      [client.getRule('a'), 'RULES_READ'],
      [client.createRule(ruleRequest()), 'RULES_WRITE'],
      [client.replaceRule('a', ruleRequest()), 'RULES_WRITE'],
      [client.deleteRule('a'), 'RULES_WRITE'],
      [client.getStatsByPeriod(), 'STATS_READ'],
      [client.getStatsResponseTime(), 'STATS_READ'],
    ] as const;
    for (const [operation, scope] of scopes) expect((await failing(operation)).remedy).toContain(scope);
  });

  it('an overlap names the other rule', async () => {
    const text = (name: string) =>
      `Cannot create this rule because it overlaps the existing "${name}" rule on sender scope a@example.com. Edit it.`;
    expect(await creating(400, older(text('News')))).toMatchObject({
      reason: 'overlap',
      conflictsWith: 'News',
      remedy: expect.stringContaining('"News"'),
      outcomeUnknown: false,
    });
    expect((await creating(400, older(text('My "best" rule')))).conflictsWith).toBe('My "best" rule');
    const long = 'n'.repeat(2_000);
    expect((await creating(400, older(text(long)))).conflictsWith).toBe(long);
  });

  it.each([
    ['Messaging channel not found', 'channel'],
    ['The DELETE action is not enabled (actions.0.type)', 'feature-off'],
    ['Webhooks are disabled', 'feature-off'],
    ['Required (name)', null],
  ])('creating: 400 %j is %s', async (text, reason) => {
    expect((await creating(400, older(text))).reason).toBe(reason);
  });

  it.each([
    [500, true],
    [502, true],
    [503, true],
    [408, true],
    [429, false],
    [400, false],
    [401, false],
  ])('after a write that got %i the outcome is unknown: %s', async (status, outcomeUnknown) => {
    const error = await creating(status, older('text'));
    expect(error.outcomeUnknown).toBe(outcomeUnknown);
    if (outcomeUnknown) expect(error.remedy).toContain('may have been applied anyway');
  });

  it('a 500 on a write may be a name that is taken', async () => {
    expect((await creating(500, older('text'))).remedy).toContain('A name that another rule has');
  });

  it.each([
    ['7', 7_000],
    ['0', 0],
    ['soon', null],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ])('reads Retry-After: %s', async (header, retryAfterMs) => {
    expect((await listing(429, '', { 'retry-after': header })).retryAfterMs).toBe(retryAfterMs);
  });

  it('reads a Retry-After date to come', async () => {
    const header = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfterMs } = await listing(429, '', { 'retry-after': header });
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i is an error; nothing goes to the other server', async (status) => {
    const other = await serve((response) => json(response, 200, { rules: [] }));
    const location = `http://127.0.0.1:${other.port}/login?token=1`;
    const { client } = await answering(status, '', { location });
    for (const operation of [client.listRules(), client.createRule(ruleRequest()), client.deleteRule('a')]) {
      const error = await failing(operation);
      expect(error).toMatchObject({ kind: 'redirect', status, reason: 'base-url', outcomeUnknown: false });
      expect(error.message).toContain(`to http://127.0.0.1:${other.port}/login;`);
      expect(error.message).not.toContain('token');
    }
    expect(other.requests).toEqual([]);
  });

  it.each([
    ['/login', /to http:\/\/127\.0\.0\.1:\d+\/login;/],
    ['http://[', /an address that is not a valid URL/],
    ['', /an address that was not given/],
  ])('shows where %j leads', async (location, message) => {
    expect((await listing(302, '', { location })).message).toMatch(message);
  });

  it.each([
    [
      'https://inbox.example.com/api/v1/rules',
      /^If https:\/\/inbox\.example\.com\/api\/v1 is the new address of your service/,
    ],
    ['/api/v1/rules/', /A server in front of the API adds a slash to its addresses\. Ask whoever runs the deployment/],
    ['https://sso.example.com/login?back=/api/v1/rules', /A page to sign in or a firewall stands in front/],
    [`https://inbox.example.com/${KEY}/rules`, /A page to sign in or a firewall stands in front/],
    ['http://inbox.example.com/api/v1/rules', /A page to sign in or a firewall stands in front/],
  ])('to %s: says what to do', async (location, remedy) => {
    expect((await listing(302, '', { location })).remedy).toMatch(remedy);
  });

  it('304 without a Location is one too', async () => {
    expect(await listing(304, '')).toMatchObject({ kind: 'redirect', status: 304 });
  });
});
