/**
 * A proxy before a sandbox, at an address of its own that stays when the sandbox behind it is another one. At a chosen
 * request it calls whoever wants to know, either before the request is passed on or when it is done.
 */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening, passedOn } from './loopback.ts';

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
  let target = 'http://127.0.0.1:1';
  let point: Point | null = null;
  let reached: () => Promise<void> | false = () => false;
  let requests = 0;
  const server = createServer(async (incoming, outgoing) => {
    requests += 1;
    const isDue = (when: Point['when']) => point?.request === requests && point.when === when;
    const calls = { before: isDue('before'), after: isDue('after') };
    const body = await buffer(incoming);
    if (calls.before && (await reached()) === false) return;
    const passed = await passedOn(target, incoming, body).catch(() => null);
    if (passed === null) {
      outgoing.destroy();
      return;
    }
    if (calls.after && (await reached()) === false) return;
    outgoing.writeHead(passed.status, passed.headers).end(passed.bytes);
  });
  return {
    baseUrl: `http://127.0.0.1:${await listening(server)}/api/v1`,
    to(baseUrl) {
      target = baseUrl;
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
