/** A proxy before a sandbox that spoils chosen requests, as networks and services do. */
import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

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
export function faulty(
  baseUrl: string,
  choose: (method: string, path: string, count: number) => Fault | null,
  onBody: (method: string, body: string) => void = () => {},
): Promise<string> {
  const counts = new Map<string, number>();
  return proxy((incoming, outgoing) => {
    const method = incoming.method ?? 'GET';
    const count = (counts.get(method) ?? 0) + 1;
    counts.set(method, count);
    const fault = choose(method, incoming.url ?? '/', count);
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    incoming.on('end', () => onBody(method, body));
    if (fault === 'hang') return;
    if (fault === 'reset-before') incoming.socket.destroy();
    else if (fault !== null && typeof fault === 'object' && 'status' in fault) {
      outgoing.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
    } else pass(baseUrl, incoming, outgoing, fault);
  });
}

async function proxy(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

function pass(baseUrl: string, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | null): void {
  const { method, headers, url } = incoming;
  const target = new URL(baseUrl);
  const onward = request(
    { host: target.hostname, port: target.port, method, path: url, headers: { ...headers, connection: 'close' } },
    (answer) => {
      if (fault === 'reset-after') {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      const status = answer.statusCode ?? 502;
      if (typeof fault === 'object' && fault !== null && 'rewrite' in fault) {
        void text(answer).then((body) => outgoing.writeHead(fault.as ?? status).end(fault.rewrite(body)));
        return;
      }
      outgoing.writeHead(status, answer.headers);
      answer.pipe(outgoing);
    },
  );
  // A service that ends while it is asked has no answer: neither has who asked.
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}
