/** A proxy on loopback that leads everything to one place, whatever host was asked for, and remembers that. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listening, passedOn } from './loopback.ts';

export interface Proxy {
  /** As in http_proxy. */
  url: string;
  /** `host:port` of each tunnel or request. */
  hosts: readonly string[];
}

export async function proxyTo(target: string): Promise<Proxy> {
  const hosts: string[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer(async (incoming, outgoing) => {
    const { host, pathname, search } = new URL(incoming.url ?? '');
    hosts.push(host);
    const { method, headers } = incoming;
    const passed = await passedOn(target, { method, headers, url: `${pathname}${search}` }, await buffer(incoming));
    outgoing.writeHead(passed.status, passed.headers).end(passed.bytes);
  });
  server.on('connect', ({ url = '' }, socket, head) => {
    hosts.push(url);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    // The client may leave at any time.
    for (const one of [socket, tunnel]) one.on('error', () => [socket, tunnel].map((each) => each.destroy()));
    onTestFinished(() => void tunnel.destroy());
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, hosts };
}
