/** What the answers to a write mean, as the client gives them. */
import { describe, expect, it } from 'vitest';
import { writeOutcome } from '../../../src/engine/apply/events.ts';
import { canonicalRule } from '../../../src/planning/canonical.ts';
import { createClient } from '../../../src/service/client.ts';
import { faulty } from '../../harness/faulty.ts';
import { KEY, serve } from '../../harness/project.ts';

const PAGE = '<html><title>Blocked</title></html>';
const RULE = canonicalRule({ name: 'A', condition: { aiInstructions: 'a' }, actions: [{ type: 'ARCHIVE' }] });

async function kindOf(status: number, body: string, headers: Record<string, string> = {}) {
  const { baseUrl } = await serve({ profile: 'newer' });
  const client = createClient({ baseUrl: await faulty(baseUrl, () => ({ status, body, headers })), apiKey: KEY });
  const error = await client.createRule(RULE).catch((thrown: unknown) => thrown);
  await client.close();
  const { kind, failure } = writeOutcome(error);
  return { kind, remedy: failure.remedy };
}

describe('what is in between refuses one rule', () => {
  it.each([400, 403, 406, 413, 422])('with a page and %i: the others may go through', async (status) => {
    expect(await kindOf(status, PAGE)).toMatchObject({ kind: 'rejected' });
  });

  it('because it is too large', async () => {
    const remedy = expect.stringContaining('Shorten the texts');
    for (const body of [PAGE, '']) expect(await kindOf(413, body)).toEqual({ kind: 'rejected', remedy });
  });
});

it.each<[string, number, string, Record<string, string>?]>([
  ['a key that is wrong', 401, '{"error":"Invalid API key"}'],
  ['a page for it', 401, PAGE],
  ['a missing scope', 403, '{"error":"Missing scope RULES_WRITE"}'],
  ['no such route', 404, PAGE],
  ['no such method', 405, ''],
  ['a redirect', 308, '', { location: 'https://example.com/' }],
])('%s stops the account', async (_, status, body, headers) => {
  expect(await kindOf(status, body, headers)).toMatchObject({ kind: 'stop' });
});

it.each([408, 500, 502, 503, 504])('%s tells nothing of a write: a read finds out', async (status) => {
  for (const body of [PAGE, '', '{"error":"Request timeout"}']) {
    expect(await kindOf(status, body)).toMatchObject({ kind: 'unknown' });
  }
});
