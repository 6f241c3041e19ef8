/** A server on the loopback address, and on no other. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** Measured: a connection that idles this long is closed. */
const KEEP_ALIVE_MS = 5_000;

/** The port is taken, or not ours to take. */
export class PortUnavailable extends Error {
  override name = 'PortUnavailable';
  readonly port: number;
  /** The system's name for the reason, such as EADDRINUSE. */
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
  port: number;
  /** Stops at once, also where connections are open. */
  close(): Promise<void>;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** `wanted`: the port, 0 for any free one. Throws PortUnavailable. */
export function listenOnLoopback(listener: RequestListener, wanted: number): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new PortUnavailable(wanted, error.code ?? error.message));
    });
    server.listen(wanted, HOST, () => {
      const { port } = server.address() as AddressInfo;
      resolve({ origin: `http://${HOST}:${port}`, port, close: () => close(server) });
    });
  });
}
