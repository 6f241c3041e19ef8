/** Spoils requests to a sandbox: what the service did stays done, and only what the client sees differs. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Answer } from '../../../src/sandbox/answers.ts';
import type { Profile } from '../../../src/sandbox/profiles.ts';
import { Refusal, unexpected } from '../../../src/sandbox/refusal.ts';
import { BASE, type Env, type RouteStep } from '../../../src/sandbox/routes.ts';
import { retryAfter } from '../../../src/sandbox/steps.ts';
import { FAULT_KINDS, type FaultKind, type Faults, type Hit } from './faults.ts';

interface Spoilt extends Hit {
  profile: Profile;
  /** The answer of the service; null if the request did not reach it. */
  answer: Response | null;
}

/** Returns what the client gets; null if that is not an answer. */
type Spoiling = (context: Context<Env>, spoilt: Spoilt) => Response | null | Promise<Response | null>;

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

/** With RST, as from a machine that does not know the connection. */
const reset: Spoiling = ({ env }) => {
  env.incoming.socket.resetAndDestroy();
  return null;
};

/** Nothing waits here, so nothing is left when the client leaves or the server ends. */
const hang: Spoiling = ({ env }) => {
  // The system does not notice that a client left while its body is unread.
  env.incoming.resume();
  return null;
};

/** Does not use the context, which would add the headers of the answer that this one replaces. */
function response({ status, body, type = 'application/json' }: Answer): Response {
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8` } });
}

const failed: Spoiling = (_context, { profile }) => response(profile.refused(unexpected()));

const limited: Spoiling = (_context, { profile }) => response(profile.refused(new Refusal(429, 'Too many requests')));

const limitedFor: Spoiling = (_context, { fault, time, profile }) => {
  const answer = response(profile.refused(new Refusal(429, 'Too many requests')));
  answer.headers.set('Retry-After', retryAfter(fault.number, time % 2 === 0, Date.now()));
  return answer;
};

const slow: Spoiling = async (_context, { fault, answer }) => {
  await setTimeout(fault.number, undefined, { ref: false });
  return answer;
};

const truncated: Spoiling = async ({ env: { incoming, outgoing } }, { answer }) => {
  const body = Buffer.from((await answer?.text()) ?? '');
  if (answer !== null && body.length > 0) writeHalf(outgoing, answer, body);
  else incoming.socket.write('HTTP/1.1 2');
  incoming.socket.destroySoon();
  return null;
};

function writeHalf(outgoing: ServerResponse, { status, headers }: Response, body: Buffer): void {
  outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length });
  outgoing.write(body.subarray(0, body.length >> 1));
}

const halved: Spoiling = async (_context, { answer }) => {
  const body = Buffer.from((await answer?.text()) ?? '');
  return new Response(body.length === 0 ? null : body.subarray(0, body.length >> 1), answer ?? {});
};

const redirected: Spoiling = () => new Response(null, { status: 302, headers: { location: 'https://example.com/' } });

const page: Spoiling = () => response({ status: 200, body: PAGE, type: 'text/html' });

const SPOILING: Record<FaultKind, Spoiling> = {
  'reset-before': reset,
  'reset-after': reset,
  'hang-before': hang,
  'hang-after': hang,
  '500-before': failed,
  '500-after': failed,
  '429': limited,
  '429-retry-after': limitedFor,
  slow,
  truncated,
  'half-json': halved,
  redirect: redirected,
  html: page,
  'html-before': page,
};

/** The request of a context as its client sees it: `status` is 0 without a whole answer. */
export interface Seen {
  status: number;
  /** The fault that spoiled it. */
  fault?: string;
}

const spoiledRequests = new WeakMap<Context, Seen>();

export function seenBy(context: Context<Env>): Seen {
  return spoiledRequests.get(context) ?? { status: context.res.status };
}

/** Spoils the requests that the faults are due for. `inboxOf` returns the inbox of a key. */
export function spoiled(
  faults: Faults,
  profile: Profile,
  inboxOf: (key: string | undefined) => string | null,
): RouteStep {
  return async (context, next) => {
    const { method, path } = context.req;
    const inbox = inboxOf(context.req.header('API-Key'));
    const hit = path.startsWith(`${BASE}/`) ? faults.next({ method, path: path.slice(BASE.length), inbox }) : null;
    if (hit === null) return next();
    const { kind, text } = hit.fault;
    if (FAULT_KINDS[kind].done) await next();
    // Only the interleaved witness has set it by then.
    await context.get('pace')?.();
    const answer = FAULT_KINDS[kind].done ? context.res : null;
    // The context adds the headers of an earlier answer to a later one.
    context.res = undefined;
    const instead = await SPOILING[kind](context, { ...hit, profile, answer });
    spoiledRequests.set(context, { status: instead?.status ?? 0, fault: text });
    context.res = instead ?? RESPONSE_ALREADY_SENT;
  };
}
