/** A proxy before a sandbox that keeps what the writes send, as it was sent. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Recorder {
  baseUrl: string;
  /** Bodies of POST and PUT, in order. */
  sent: unknown[];
}

export async function recorder(target: string): Promise<Recorder> {
  const { hostname, port, pathname } = new URL(target);
  const sent: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const onward = request({ hostname, port, method, headers, path: url }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      if (method === 'POST' || method === 'PUT') sent.push(JSON.parse(Buffer.concat(parts).toString()));
      onward.end(Buffer.concat(parts));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, sent };
}
