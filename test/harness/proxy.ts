/** A proxy on loopback that leads everything to one place, whatever host was asked for, and remembers that. */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Proxy {
  /** As in http_proxy. */
  url: string;
  /** `host:port` of each tunnel or request. */
  hosts: readonly string[];
}

export async function proxyTo(target: string): Promise<Proxy> {
  const hosts: string[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const { host, pathname, search } = new URL(incoming.url ?? '');
    hosts.push(host);
    const { method, headers } = incoming;
    const onward = request({ hostname, port, method, headers, path: `${pathname}${search}` }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
  return { url: `http://127.0.0.1:${address.port}`, hosts };
}
