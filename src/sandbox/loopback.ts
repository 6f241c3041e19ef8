/** A server that listens on the loopback address only. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemReason } from '../model/system-reason.ts';
import { CannotStart } from './cannot-start.ts';

const HOST = '127.0.0.1';

/** An idle connection is closed after this time (measured). */
const KEEP_ALIVE_MS = 5_000;

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  close(): Promise<void>;
}

/** Port 0 is any free one. Throws a CannotStart. */
export async function listenOnLoopback(listener: RequestListener, port: number): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener).listen(port, HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotStart({ problem: 'port', port, reason: systemReason(error) });
  });
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  return { origin: `http://${HOST}:${(server.address() as AddressInfo).port}`, close };
}
