import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { checkApiKey, type ServiceError } from '../../src/index.ts';
import { forAll } from '../harness/for-all.ts';
import { failing } from './failing.ts';
import { ruleRequest } from './rules.ts';
import { type Answer, clientOf, serve, serving } from './scripted-server.ts';

/** Keys as services make them, and worse. */
const keys = fc.string({ unit: fc.constantFrom(...'abXY019-_./+=&<>"\'%\\:;#?@'), minLength: 10, maxLength: 40 });

interface Echo {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const echoed =
  ({ status, body, headers }: Echo): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Ways in which a service may repeat the key that it was sent. */
const ECHOES: ((key: string) => Echo)[] = [
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

const everything = (error: ServiceError) => [error.message, error.stack ?? '', ...Object.values(error).map(text)];
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('the API key', () => {
  it('is in no error, however the service repeats it', async () => {
    let echo: Echo = { status: 200, body: '' };
    const { baseUrl } = await serve((...request) => echoed(echo)(...request));
    await forAll([keys, fc.constantFrom(...ECHOES)], 75, async (key, echoing) => {
      fc.pre('ok' in checkApiKey(key));
      echo = echoing(key);
      const client = clientOf(baseUrl, { apiKey: key, retryReads: 0 });
      const errors = [await failing(client.listRules()), await failing(client.createRule(ruleRequest()))];
      await client.close();
      for (const shown of errors.flatMap(everything)) expect(shown).not.toContain(key);
    });
  });

  it('is in no error when an id is the key', async () => {
    const key = 'key_4fJ/a8Zq:1x';
    const { client } = await serving(echoed({ status: 404, body: '' }), { apiKey: key });
    for (const shown of everything(await failing(client.getRule(key)))) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(encodeURIComponent(key));
    }
  });

  it('is in no error when it looks like a code', async () => {
    const apiKey = 'ABCD_EFGH_1234';
    const body = JSON.stringify({ error: { code: apiKey, message: 'No', hint: '' } });
    const { client } = await serving(echoed({ status: 400, body }), { apiKey });
    expect((await failing(client.createRule(ruleRequest()))).code).toBe('BAD_REQUEST');
  });

  it('leaves the name of another rule as it is, though a secret begins with it', async () => {
    const said = 'it overlaps the existing "Newsletters" rule on sender scope a@example.com.';
    const body = JSON.stringify({ error: { message: said } });
    const redactor = new Redactor([{ name: 'PROMPT', value: 'Newsletters and receipts' }]);
    const redact = (text: string, isName = false) => (isName ? redactor.text(text) : redactor.wordsOfService(text));
    const { client } = await serving(echoed({ status: 400, body }), { redact });
    const error = await failing(client.createRule(ruleRequest()));
    expect(error.conflictsWith).toBe('Newsletters');
    expect(error.detail).toContain('"(secret PROMPT)"');
  });

  it('is not shown in the host of a redirect, which is lower case', async () => {
    const headers = { location: 'https://Key-4fJa8Zq1x.example.com/' };
    const { client } = await serving(echoed({ status: 302, body: '', headers }), { apiKey: 'Key-4fJa8Zq1x' });
    expect((await failing(client.listRules())).message.toLowerCase()).not.toContain('key-4fja8zq1x');
  });
});
