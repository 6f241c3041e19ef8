import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { createClient, type ServiceError } from '../../src/index.ts';
import { forAll } from '../harness/for-all.ts';
import { failing } from './failing.ts';
import { ruleRequest } from './rules.ts';
import { serve, stopServers } from './scripted-server.ts';

/** Keys as services make them, and worse. */
const keys = fc.string({ unit: fc.constantFrom(...'abXY019-_./+=&<>"\'%\\ :;#?@'), minLength: 10, maxLength: 40 });

/** Ways in which a service may repeat the key that it was sent. */
const ECHOES: ((key: string) => { status: number; body: string; headers?: Record<string, string> })[] = [
  (key) => ({ status: 401, body: JSON.stringify({ error: { code: key, message: `No: ${key}`, hint: `${key}?` } }) }),
  (key) => ({ status: 401, body: JSON.stringify({ error: key, isKnownError: true }) }),
  (key) => ({ status: 400, body: JSON.stringify({ error: { issues: [{ message: key, path: [key] }] } }) }),
  (key) => ({ status: 400, body: `it overlaps the existing "${key}" rule on sender scope` }),
  (key) => ({ status: 500, body: key }),
  (key) => ({ status: 500, body: `{"error":${JSON.stringify(key)}` }),
  (key) => ({ status: 502, body: `<html><title>${key}</title>` }),
  (key) => ({ status: 404, body: `<html><title>${key.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>` }),
  (key) => ({ status: 302, body: '', headers: { location: `/login/${encodeURIComponent(key)}` } }),
  (key) => ({ status: 302, body: '', headers: { location: encodeURI(`https://example.com/${key}/x`) } }),
  (key) => ({ status: 200, body: JSON.stringify({ rules: key, rule: { [key]: key } }) }),
  (key) => ({ status: 200, body: key }),
];

let echo = { status: 200, body: '', headers: {} as Record<string, string> };
let baseUrl = '';

beforeAll(async () => {
  const server = await serve((response) => response.writeHead(echo.status, echo.headers).end(echo.body));
  baseUrl = server.baseUrl;
});
afterAll(stopServers);

const everything = (error: ServiceError) => [error.message, error.stack ?? '', ...Object.values(error).map(text)];
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('the API key', () => {
  it('is in no error, however the service repeats it', () =>
    forAll([keys, fc.constantFrom(...ECHOES)], 75, async (raw, echoing) => {
      const key = raw.trim();
      fc.pre(key.length >= 8);
      echo = { headers: {}, ...echoing(key) };
      const client = createClient({ baseUrl, apiKey: key, retryReads: 0 });
      const errors = [await failing(client.listRules()), await failing(client.createRule(ruleRequest()))];
      await client.close();
      for (const shown of errors.flatMap(everything)) expect(shown).not.toContain(key);
    }));

  it('is in no error when an id is the key', async () => {
    echo = { status: 404, body: '', headers: {} };
    const key = 'key_4fJ/a8Zq 1x';
    const client = createClient({ baseUrl, apiKey: key });
    const error = await failing(client.getRule(key));
    await client.close();
    for (const shown of everything(error)) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(encodeURIComponent(key));
    }
  });

  it('is in no error when it looks like a code', async () => {
    const key = 'ABCD_EFGH_1234';
    echo = { status: 400, body: JSON.stringify({ error: { code: key, message: 'No', hint: '' } }), headers: {} };
    const client = createClient({ baseUrl, apiKey: key });
    expect((await failing(client.createRule(ruleRequest()))).code).toBe('BAD_REQUEST');
    await client.close();
  });

  it('leaves the name of another rule as it is, though a secret begins with it', async () => {
    const said = 'it overlaps the existing "Newsletters" rule on sender scope a@example.com.';
    echo = { status: 400, body: JSON.stringify({ error: { message: said } }), headers: {} };
    const redactor = new Redactor([{ name: 'PROMPT', value: 'Newsletters and receipts' }]);
    const redact = (text: string, isName = false) => (isName ? redactor.text(text) : redactor.wordsOfService(text));
    const client = createClient({ baseUrl, apiKey: 'key_4fJa8Zq1x', redact });
    const error = await failing(client.createRule(ruleRequest()));
    await client.close();
    expect(error.conflictsWith).toBe('Newsletters');
    expect(error.detail).toContain('"(secret PROMPT)"');
  });

  it('is not shown in the host of a redirect, which is lower case', async () => {
    echo = { status: 302, body: '', headers: { location: 'https://Key-4fJa8Zq1x.example.com/' } };
    const client = createClient({ baseUrl, apiKey: 'Key-4fJa8Zq1x' });
    const error = await failing(client.listRules());
    await client.close();
    expect(error.message.toLowerCase()).not.toContain('key-4fja8zq1x');
  });
});
