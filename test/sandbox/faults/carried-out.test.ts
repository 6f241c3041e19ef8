/** Each kind of fault, on each method and profile, over a bare connection: what was done, and what comes back. */
import { describe, expect, it } from 'vitest';
import { FAULT_KIND_NAMES, FAULT_KINDS, type FaultKind } from '../../../src/sandbox/faults/kinds.ts';
import { PROFILE_NAMES, type ProfileName } from '../../../src/sandbox/profiles.ts';
import { serve } from '../calling.ts';
import {
  type Answer,
  answerIn,
  type Connection,
  connected,
  eventually,
  leftBy,
  METHODS,
  type Method,
  names,
  SEED,
} from './asking.ts';

/** Said here once more: what tests of the client are built on. */
const DONE: Record<FaultKind, boolean> = {
  'reset-before': false,
  'hang-before': false,
  '500-before': false,
  'html-before': false,
  redirect: false,
  '429': false,
  '429-retry-after': false,
  'reset-after': true,
  'hang-after': true,
  '500-after': true,
  html: true,
  truncated: true,
  'half-json': true,
  slow: true,
};

/** How a profile answers each method; null is an answer without a body. */
const ANSWERS: Record<ProfileName, Record<Method, [status: number, body: RegExp | null]>> = {
  spec: {
    POST: [201, /^\{"rule":\{.*"name":"New"/],
    PUT: [202, null],
    DELETE: [200, /^\{"message":/],
    GET: [200, /^\{"rules":\[\{/],
  },
  older: {
    POST: [201, /^\{"rule":\{.*"name":"New"/],
    PUT: [200, /^\{"rule":\{.*"name":"New"/],
    DELETE: [204, null],
    GET: [200, /^\{"rules":\[\{/],
  },
  newer: {
    POST: [201, /^\{"rule":\{.*"name":"New"/],
    PUT: [200, /^\{"rule":\{.*"name":"New"/],
    DELETE: [204, null],
    GET: [200, /^\{"rules":\[\{/],
  },
};

const written = (kind: FaultKind) => (kind === 'slow' ? 'slow=1000' : kind);
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);
const headOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'));

/** The text of an error as the profile words it. */
function error(profile: ProfileName, code: string, message: string): unknown {
  if (profile === 'older') return { error: message, isKnownError: true };
  return { error: { code, message, hint: expect.any(String) } };
}

/** Looks at a spoiled answer that comes as a whole, and at the connection, which goes on. */
async function whole({ until }: Connection): Promise<Answer> {
  const read = answerIn(await until((text) => answerIn(text) !== null));
  if (read === null) throw new Error('No answer came');
  return read.answer;
}

type Look = (connection: Connection, profile: ProfileName, method: Method) => Promise<void>;

const isReset: Look = async ({ ended, text }) => {
  expect(await ended).toBe('ECONNRESET');
  expect(text()).toBe('');
};

const isPage: Look = async (connection) => {
  const { status, head, body } = await whole(connection);
  expect(status).toBe(200);
  expect(head).toMatch(/content-type: text\/html/i);
  expect(body).toMatch(/^<!DOCTYPE html>/);
};

const isFailure: Look = async (connection, profile) => {
  const { status, head, body } = await whole(connection);
  expect(status).toBe(500);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(JSON.parse(body)).toEqual(error(profile, 'INTERNAL_ERROR', 'An unexpected error occurred'));
};

const isLimited =
  (hint: boolean): Look =>
  async (connection, profile) => {
    const { status, head, body } = await whole(connection);
    expect(status).toBe(429);
    expect(/^retry-after: 1$/im.test(head)).toBe(hint);
    expect(JSON.parse(body)).toEqual(error(profile, 'RATE_LIMITED', 'Too many requests'));
  };

/** That nothing comes is seen when another request, sent later, has its answer. */
const hangs: Look = async ({ text, socket }) => {
  expect([text(), socket.readyState]).toEqual(['', 'open']);
};

const isAnswered: Look = async (connection, profile, method) => {
  const [status, body] = ANSWERS[profile][method];
  const answer = await whole(connection);
  expect(answer.status).toBe(status);
  if (body === null) expect(answer.body).toBe('');
  else expect(answer.body).toMatch(body);
};

const isCut: Look = async ({ ended, text }, profile, method) => {
  expect(await ended).toBeNull();
  const [status, body] = ANSWERS[profile][method];
  if (body === null) return expect(text()).toBe('HTTP/1.1 2');
  expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(headOf(text())).toMatch(/content-type: application\/json/i);
  const announced = Number(/content-length: (\d+)/i.exec(headOf(text()))?.[1]);
  expect(Buffer.byteLength(bodyOf(text()))).toBe(Math.floor(announced / 2));
  expect(() => JSON.parse(bodyOf(text()))).toThrow();
};

const isHalved: Look = async (connection, profile, method) => {
  const [status, body] = ANSWERS[profile][method];
  const answer = await whole(connection);
  expect(answer.status).toBe(status);
  if (body === null) return expect(answer.body).toBe('');
  expect(answer.head).toMatch(/content-type: application\/json/i);
  expect(answer.body).toMatch(/^\{/);
  expect(() => JSON.parse(answer.body)).toThrow();
};

const isRedirect: Look = async (connection) => {
  const { status, head } = await whole(connection);
  expect(status).toBe(302);
  expect(head).toMatch(/^location: https:\/\/example\.com\/$/im);
};

const LOOKS: Record<FaultKind, Look> = {
  'reset-before': isReset,
  'reset-after': isReset,
  'hang-before': hangs,
  'hang-after': hangs,
  '500-before': isFailure,
  '500-after': isFailure,
  '429': isLimited(false),
  '429-retry-after': isLimited(true),
  html: isPage,
  'html-before': isPage,
  slow: isAnswered,
  truncated: isCut,
  'half-json': isHalved,
  redirect: isRedirect,
};

it('the kinds say themselves which of them carry a request out', () => {
  for (const kind of FAULT_KIND_NAMES) expect([kind, FAULT_KINDS[kind].done]).toEqual([kind, DONE[kind]]);
});

describe.each(PROFILE_NAMES)('on %s', (profile) => {
  describe.each(FAULT_KIND_NAMES)('%s', (kind) => {
    it.each(METHODS)('spoils a %s, and only the one', async (method) => {
      const { sandbox } = await serve({ profile, seed: SEED, wait: async () => {} });
      const fault = `${method} /rules* ${written(kind)} @1`;
      sandbox.fault(fault);
      const connection = await connected(sandbox);
      connection.ask(method);
      await eventually(() => sandbox.requests.length === 1);
      expect(names(sandbox)).toEqual(DONE[kind] ? leftBy(method) : ['Old']);
      await LOOKS[kind](connection, profile, method);
      expect(sandbox.requests[0]).toMatchObject({ method, fault });

      const later = await connected(sandbox);
      later.ask('GET');
      expect((await whole(later)).status).toBe(200);
      if (kind.startsWith('hang')) await hangs(connection, profile, method);
      expect(sandbox.requests[1]).not.toHaveProperty('fault');
    });
  });
});
