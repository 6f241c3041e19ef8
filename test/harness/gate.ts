/**
 * A proxy before a sandbox, at an address of its own that stays when the sandbox behind it is another one. At a chosen
 * request it calls whoever wants to know, either before the request is passed on or when it is done.
 */
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** The how-manieth request, from 1, and on which side of its effect. */
export interface Point {
  request: number;
  when: 'before' | 'after';
}

export interface Gate {
  baseUrl: string;
  /** Passes on to this base URL from now on. */
  to(baseUrl: string): void;
  /** Counts anew, and calls at this point; null: at none. The client waits for what is done there; false: for ever. */
  call(point: Point | null, reached: () => Promise<void> | false): void;
  /** Requests since it counts. */
  readonly requests: number;
}

export async function gate(): Promise<Gate> {
  let target = new URL('http://127.0.0.1:1');
  let point: Point | null = null;
  let reached: () => Promise<void> | false = () => false;
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const isDue = (when: Point['when']) => point?.request === requests && point.when === when;
    const calls = { before: isDue('before'), after: isDue('after') };
    const body = await bytesOf(incoming);
    if (calls.before && (await reached()) === false) return;
    const passed = await pass(target, incoming, body).catch(() => null);
    if (passed === null) {
      outgoing.destroy();
      return;
    }
    const { answer, bytes } = passed;
    if (calls.after && (await reached()) === false) return;
    outgoing.writeHead(answer.statusCode ?? 502, headersOf(answer)).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    to(baseUrl) {
      target = new URL(baseUrl);
    },
    call(at, whom) {
      point = at;
      reached = whom;
      requests = 0;
    },
    get requests() {
      return requests;
    },
  };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Record<string, string | string[]> {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
  return rest as Record<string, string | string[]>;
}

function pass(
  target: URL,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const { host: _, ...rest } = headers;
    const onward = request(
      { host: target.hostname, port: target.port, method, path: url, headers: { ...rest, connection: 'close' } },
      (answer) => {
        bytesOf(answer).then((bytes) => resolve({ answer, bytes }), reject);
      },
    );
    onward.on('error', reject);
    onward.end(body);
  });
}
