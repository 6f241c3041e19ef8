/** Servers on a free port of loopback, which end with the test, and requests that go on to another one. */
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Listens; gives the port. `server` is one of HTTP, or of whatever is sent over TCP. */
export async function listening(server: Server & { closeAllConnections?: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}

export interface Passed {
  status: number;
  headers: Record<string, string | string[]>;
  bytes: Buffer;
}

/** Sends a request on to where `target` is, with this body; gives the answer once it is whole. */
export function passedOn(
  target: string | URL,
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
): Promise<Passed> {
  const { hostname: host, port } = new URL(target);
  return new Promise((resolve, reject) => {
    const sent = { ...headers, host: `${host}:${port}`, connection: 'close' };
    const onward = request({ host, port, method, path: url, headers: sent }, (answer) => {
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = answer.headers;
      const found = { status: answer.statusCode ?? 502, headers: rest as Passed['headers'] };
      buffer(answer).then((bytes) => resolve({ ...found, bytes }), reject);
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
