/** A sandbox of a test's own, and requests to it over real HTTP. */
import { onTestFinished } from 'vitest';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

export const KEY = 'sandbox-key';

interface ReplyBody {
  rule: WireRule;
  rules: WireRule[];
  error: { code: string; message: string; hint: string; issues: { path: string[]; message: string }[] };
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed text; which keys it really has is what tests look at. */
  json: ReplyBody;
}

export interface Service {
  sandbox: TestSandbox;
  /** `body` is sent as JSON, a string as it is; `headers` take the place of the usual ones. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  post(body: unknown): Promise<Reply>;
  put(id: string, body: unknown): Promise<Reply>;
  get(id: string): Promise<Reply>;
  delete(id: string): Promise<Reply>;
  list(): Promise<Reply>;
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Starts a sandbox that ends with the test. */
export async function serve(options: TestSandboxOptions = {}): Promise<Service> {
  const sandbox = await startTestSandbox({ key: KEY, ...options });
  onTestFinished(() => sandbox.close());
  const call: Service['call'] = async (method, path, body, headers = { 'API-Key': KEY }) => {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method, headers, redirect: 'manual' as const, ...(sent === undefined ? {} : { body: sent }) };
    const response = await fetch(sandbox.baseUrl + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  const one = (id: string) => `/rules/${encodeURIComponent(id)}`;
  return {
    sandbox,
    call,
    post: (body) => call('POST', '/rules', body),
    put: (id, body) => call('PUT', one(id), body),
    get: (id) => call('GET', one(id)),
    delete: (id) => call('DELETE', one(id)),
    list: () => call('GET', '/rules'),
  };
}

/** What a sandbox of its own answers to a POST. */
export async function posted(options: TestSandboxOptions, body: unknown): Promise<Reply> {
  return (await serve(options)).post(body);
}
