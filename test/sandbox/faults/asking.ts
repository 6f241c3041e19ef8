/** One request of each method to a sandbox with one rule, over a bare connection that shows every byte. */
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { body } from '../bodies.ts';
import { KEY } from '../calling.ts';

export const METHODS = ['POST', 'PUT', 'DELETE', 'GET'] as const;
export type Method = (typeof METHODS)[number];

/** The rule that is there, and what each request does to the names of the rules. */
export const SEED = { rules: [{ id: 'r', name: 'Old', condition: { aiInstructions: 'Old ones' } }] };
const REQUESTS: Record<Method, { path: string; sent: unknown; leaves: string[] }> = {
  POST: { path: '/rules', sent: body({ name: 'New' }), leaves: ['Old', 'New'] },
  PUT: { path: '/rules/r', sent: body({ name: 'New' }), leaves: ['New'] },
  DELETE: { path: '/rules/r', sent: undefined, leaves: [] },
  GET: { path: '/rules', sent: undefined, leaves: ['Old'] },
};

/** The names of the rules once a request of this method was carried out. */
export function leftBy(method: Method): string[] {
  return REQUESTS[method].leaves;
}

export function names(sandbox: Sandbox): string[] {
  return sandbox.rules().map(({ name }) => name);
}

/** A connection: what came on it so far, and how it ended (null: in order; else the system's code). */
export interface Connection {
  socket: Socket;
  text(): string;
  ended: Promise<string | null>;
  /** Resolves once so much has come. */
  until(enough: (text: string) => boolean): Promise<string>;
  ask(method: Method): void;
}

/** Opens a connection that is gone after the test. */
export async function connected(sandbox: Sandbox): Promise<Connection> {
  const socket = connect(sandbox.port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  let failure: string | null = null;
  const listeners = new Set<() => void>();
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    for (const listener of listeners) listener();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code ?? error.message;
  });
  const ended = new Promise<string | null>((resolve) => socket.on('close', () => resolve(failure)));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    socket,
    text: () => text,
    ended,
    until: (enough) =>
      new Promise((resolve) => {
        const look = () => {
          if (enough(text)) resolve(text);
        };
        listeners.add(look);
        look();
      }),
    ask: (method) => socket.write(requestOf(method)),
  };
}

function requestOf(method: Method): string {
  const { path, sent } = REQUESTS[method];
  const json = sent === undefined ? '' : JSON.stringify(sent);
  const head = [
    `${method} /api/v1${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `API-Key: ${KEY}`,
    ...(json === '' ? [] : [`Content-Length: ${Buffer.byteLength(json)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

/** The last piece of a body that comes in pieces: here always of an empty one. */
const NO_PIECES = '0\r\n\r\n';

export interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Takes what came; gives the first answer in it once it is there as a whole, and what came after it. */
export function answerIn(text: string): { answer: Answer; rest: string } | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = text.slice(0, end);
  const bytes = Buffer.from(text.slice(end + 4));
  const isInPieces = /^transfer-encoding: chunked$/im.test(head);
  const length = isInPieces ? NO_PIECES.length : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  if (bytes.length < length) return null;
  const body = isInPieces ? '' : bytes.subarray(0, length).toString();
  return { answer: { status: Number(head.split(' ')[1]), head, body }, rest: bytes.subarray(length).toString() };
}

/** Looks again and again until something is the case; the test's own time limit ends it. */
export async function eventually(isCase: () => boolean): Promise<void> {
  while (!isCase()) await new Promise((resolve) => setTimeout(resolve, 5));
}
