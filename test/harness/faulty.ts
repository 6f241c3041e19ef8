/** A proxy before a sandbox that spoils chosen requests, as networks and services do. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, passedOn } from './loopback.ts';

/**
 * `reset-after`: the service does it, and the answer is lost. A text with a status is answered in its place. `rewrite`: the
 * service does it, and the answer is another one, with the status `as`.
 */
export type Fault =
  | 'reset-before'
  | 'reset-after'
  | 'hang'
  | { status: number; body: string; headers?: Record<string, string> }
  | { rewrite: (answer: string) => string; as?: number };

/**
 * Takes the base URL to stand before and a choice by method, path and count (from 1, per method); gives its own.
 * `onBody` is told of each body that is passed on.
 */
export async function faulty(
  baseUrl: string,
  choose: (method: string, path: string, count: number) => Fault | null,
  onBody: (method: string, body: string) => void = () => {},
): Promise<string> {
  const counts = new Map<string, number>();
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', socket } = incoming;
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    const fault = choose(method, url, count);
    if (fault === 'reset-before') {
      socket.destroy();
      return;
    }
    const body = await buffer(incoming);
    onBody(method, body.toString());
    if (fault === 'hang') return;
    if (fault !== null && typeof fault === 'object' && 'status' in fault) {
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
      return;
    }
    // A service that ends while it is asked has no answer: neither has who asked.
    const passed = await passedOn(baseUrl, incoming, body).catch(() => null);
    if (passed === null || fault === 'reset-after') socket.destroy();
    else if (fault === null) outgoing.writeHead(passed.status, passed.headers).end(passed.bytes);
    else outgoing.writeHead(fault.as ?? passed.status).end(fault.rewrite(passed.bytes.toString()));
  });
  return `http://127.0.0.1:${await listening(server)}/api/v1`;
}
