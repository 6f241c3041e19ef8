/** The way to a service through an HTTP proxy, on the built program. */
import { createServer as createHttp, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../harness/program.ts';
import { KEY, projectOf, serve } from '../harness/project.ts';
import { proxyTo } from '../harness/proxy.ts';
import { SELF_SIGNED_ELSEWHERE } from '../harness/self-signed.ts';

const RULE = 'name: A\ncondition: { aiInstructions: x }\nactions: [{ type: STAR }]\n';

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A service as mail.example.com, which only a proxy can reach; gives the keys that it was sent. */
async function elsewhere(scheme: 'http' | 'https' = 'https') {
  const keys: unknown[] = [];
  const answer: RequestListener = (request, response) => {
    keys.push(request.headers['api-key']);
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{"rules":[]}');
  };
  const port = await listening(scheme === 'https' ? createHttps(SELF_SIGNED_ELSEWHERE, answer) : createHttp(answer));
  const cwd = projectOf({ 'rules/a.yaml': RULE, 'ca.pem': SELF_SIGNED_ELSEWHERE.cert });
  const env = {
    INBOXCTL_BASE_URL: `${scheme}://mail.example.com/api/v1`,
    INBOXCTL_API_KEY: KEY,
    NODE_EXTRA_CA_CERTS: path.join(cwd, 'ca.pem'),
  };
  return { cwd, env, keys, proxy: await proxyTo(`${scheme}://127.0.0.1:${port}`) };
}

it('leads through a tunnel for https, with a certificate authority of your own', async () => {
  const { cwd, env, keys, proxy } = await elsewhere();
  const run = await program(['plan'], { cwd, env: { ...env, HTTPS_PROXY: proxy.url } });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('1 to create');
  expect({ keys, hosts: proxy.hosts }).toEqual({ keys: [KEY], hosts: ['mail.example.com:443'] });
});

it('is not trusted without that authority, and the proxy is named', async () => {
  const { cwd, env, keys, proxy } = await elsewhere();
  const { NODE_EXTRA_CA_CERTS: _, ...without } = env;
  const run = await program(['plan'], { cwd, env: { ...without, HTTPS_PROXY: proxy.url } });
  expect(run.code).toBe(1);
  expect(run.stderr.replace(/\s+/g, ' ')).toContain(
    `the certificate of mail.example.com is self-signed, through the proxy ${new URL(proxy.url).host} (HTTPS_PROXY)`,
  );
  expect(keys).toEqual([]);
});

it('leads through the proxy for http, where that is allowed', async () => {
  const { cwd, env, keys, proxy } = await elsewhere('http');
  const run = await program(['plan', '--allow-http'], { cwd, env: { ...env, http_proxy: proxy.url } });
  expect({ code: run.code, keys, hosts: proxy.hosts }).toEqual({ code: 0, keys: [KEY], hosts: ['mail.example.com'] });
});

it('is named by doctor', async () => {
  const { cwd, env, proxy } = await elsewhere();
  const { stdout } = await program(['doctor'], { cwd, env: { ...env, https_proxy: proxy.url } });
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `mail.example.com answers, through the proxy ${new URL(proxy.url).host} (https_proxy)`,
  );
});

it.each([
  ['that refuses', async () => 1, 'refused the connection'],
  [
    'that wants a password',
    () => listening(createTcp((socket) => socket.resume().end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))),
    'answered 407 and did not connect to mail.example.com',
  ],
  [
    'that hangs up',
    () => listening(createTcp((socket) => socket.on('error', () => {}).once('data', () => socket.destroy()))),
    'closed the connection',
  ],
])('fails in words of its own at a proxy %s', async (_, port, said) => {
  const { cwd, env } = await elsewhere();
  const host = `127.0.0.1:${await port()}`;
  const run = await program(['plan', '--timeout', '5'], {
    cwd,
    env: { ...env, HTTPS_PROXY: `http://jane:s3cret-word@${host}` },
  });
  const text = run.stderr.replace(/\s+/g, ' ');
  expect(run.code).toBe(1);
  expect(text).toContain(`the proxy ${host} (HTTPS_PROXY)`);
  expect(text).toContain(said);
  expect(text).not.toContain('s3cret-word');
});

it('never leads away from this machine', async () => {
  const { env } = await serve();
  const cwd = projectOf({ 'rules/a.yaml': RULE });
  expect(await program(['plan'], { cwd, env: { ...env, HTTP_PROXY: 'http://127.0.0.1:1' } })).toMatchObject({
    code: 0,
  });
});
