/** A server that listens on the loopback address only. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** An idle connection is closed after this time (measured). */
const KEEP_ALIVE_MS = 5_000;

export class PortUnavailable extends Error {
  override name = 'PortUnavailable';
  readonly port: number;
  /** A system error code, such as EADDRINUSE. */
  readonly reason: string;

  constructor(port: number, reason: string) {
    super(`Port ${port} of ${HOST} cannot be used: ${reason}`);
    this.port = port;
    this.reason = reason;
  }
}

export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  close(): Promise<void>;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Port 0 is any free one. Throws PortUnavailable. */
export function listenOnLoopback(listener: RequestListener, port: number): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new PortUnavailable(port, error.code ?? error.message));
    });
    server.listen(port, HOST, () => {
      const { port: given } = server.address() as AddressInfo;
      resolve({ origin: `http://${HOST}:${given}`, close: () => close(server) });
    });
  });
}
