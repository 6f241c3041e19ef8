/** A real HTTP server on loopback that answers as a test says, until the test ends. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ClientOptions, createClient } from '../../src/index.ts';
import { listening } from '../harness/loopback.ts';

export const KEY = 'key_4fJ-a8Zq.1x';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  socket: Socket;
}

export type Answer = (response: ServerResponse, seen: Seen, index: number) => void;

/** Starts a server; `answer` is called with each request, counted from 0, once its body is whole. */
export async function serve(answer: Answer) {
  const requests: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers, socket } = request;
    const seen = { method, url, headers, body: await text(request), socket };
    answer(response, seen, requests.push(seen) - 1);
  });
  const port = await listening(server);
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, port, requests };
}

/** A client that waits for nothing between repeats. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl, apiKey: KEY, sleep: async () => {}, random: () => 0, ...options });
}

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A server that answers so, and a client of it. */
export async function serving(answer: Answer, options: Partial<ClientOptions> = {}) {
  const served = await serve(answer);
  return { ...served, client: clientOf(served.baseUrl, options) };
}

/** A server and client in one: every request gets this status and text. */
export async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  return serving((response) => response.writeHead(status, headers).end(body), { retryReads: 0 });
}
