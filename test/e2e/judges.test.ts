/** The judges of examples/judges: what they answer, and what they say where they cannot. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../examples/judges');

const QUESTION = {
  mail: { from: 'Shop <shop@example.com>', to: 'me@example.com', subject: 'Your RECEIPT for order 7', reply: false },
  rules: [
    { name: 'Receipts', instructions: 'A receipt, or the confirmation of an order.' },
    { name: 'Travel', instructions: 'Tickets and bookings.' },
  ],
};

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function judge(command: string[], env: Record<string, string> = {}): Promise<Ended> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd: FOLDER, env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' });
  const end = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      end[stream] += text;
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(QUESTION));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...end })));
}

it('words.sh compares words of the instructions with the subject', async () => {
  const { code, stdout } = await judge(['./words.sh']);
  expect({ code, answer: JSON.parse(stdout) }).toEqual({
    code: 0,
    answer: { matches: ['Receipts'], reason: 'words in common: order, receipt' },
  });
});

interface Got {
  url: string;
  authorization: string | undefined;
  body: { model: string; messages: { role: string; content: string }[] };
}

/** An endpoint that answers so; gives what it was asked. */
async function endpoint(status: number, answer: string, headers: Record<string, string> = {}) {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes) => {
      text += bytes;
    });
    request.on('end', () => {
      got.push({ url: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(text) });
      response.writeHead(status, headers).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { got, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

function saying(content: string): string {
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });
}

const MODEL = ['node', 'openai-compatible.mjs'];

it.each([
  ['{"matches": [1], "reason": "it is one"}', ['Receipts']],
  ['{"matches": []}', []],
  ['```json\n{"matches": [2, 1], "reason": "{both}"}\n```', ['Travel', 'Receipts']],
  ['I think {that} is clear.\n{"matches": [1]}', ['Receipts']],
])('openai-compatible.mjs takes the answer %s', async (content, matches) => {
  const { got, base } = await endpoint(200, saying(content));
  const env = { OPENAI_BASE_URL: `${base}/`, OPENAI_MODEL: 'm', OPENAI_API_KEY: 'own-key' };
  const { code, stdout, stderr } = await judge(MODEL, env);
  expect({ code, stderr, matches: code === 0 && JSON.parse(stdout).matches }).toEqual({ code: 0, stderr: '', matches });
  const [{ url, authorization, body } = { url: '', authorization: '', body: null }] = got;
  expect([url, authorization, body?.model]).toEqual(['/v1/chat/completions', 'Bearer own-key', 'm']);
  const [system, user] = body?.messages ?? [];
  // What a stranger wrote is only ever data.
  expect(system?.content).not.toContain('RECEIPT');
  expect(JSON.parse(user?.content ?? '')).toEqual({
    mail: QUESTION.mail,
    rules: QUESTION.rules.map(({ instructions }, index) => ({ number: index + 1, instructions })),
  });
});

it.each([
  [401, '{"error":"bad key"}', /answers 401: \{"error":"bad key"\}/],
  [200, '<html>', /does not answer like an OpenAI-compatible endpoint: <html>/],
  [200, saying('It fits.'), /The model m does not answer as asked: It fits\./],
  [200, saying('{"matches": "all"}'), /does not answer as asked/],
  [200, saying('{"matches": [3]}'), /names rule 3, and there are 2/],
])('openai-compatible.mjs says what is wrong with the answer %i %s', async (status, answer, expected) => {
  const { base } = await endpoint(status, answer);
  const env = { OPENAI_BASE_URL: base, OPENAI_MODEL: 'm', OPENAI_API_KEY: 'own-key' };
  const { code, stdout, stderr } = await judge(MODEL, env);
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(expected) });
  expect(stderr).not.toContain('own-key');
});

it('openai-compatible.mjs sends its key nowhere else', async () => {
  const other = await endpoint(200, saying('{"matches": []}'));
  const { base } = await endpoint(307, '', { location: `${other.base}/chat/completions` });
  const env = { OPENAI_BASE_URL: base, OPENAI_MODEL: 'm', OPENAI_API_KEY: 'own-key' };
  const { code, stderr } = await judge(MODEL, env);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/cannot be reached: unexpected redirect/),
  });
  expect(other.got).toEqual([]);
});

it('openai-compatible.mjs has no default endpoint, no default model, and needs no key', async () => {
  const { got, base } = await endpoint(200, saying('{"matches": []}'));
  expect(await judge(MODEL, { OPENAI_MODEL: 'm' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Set OPENAI_BASE_URL/),
  });
  expect(await judge(MODEL, { OPENAI_BASE_URL: base })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Set OPENAI_MODEL/),
  });
  expect(got).toEqual([]);
  expect(await judge(MODEL, { OPENAI_BASE_URL: base, OPENAI_MODEL: 'm' })).toMatchObject({ code: 0 });
  expect(got[0]?.authorization).toBeUndefined();
});
