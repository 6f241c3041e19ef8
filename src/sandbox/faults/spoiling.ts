/** The step before the routes that spoils requests. What was done stays done; only the client's view differs. */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { Answer } from '../answers.ts';
import type { Profile } from '../profiles.ts';
import { Refusal, unexpected } from '../refusal.ts';
import { BASE, type Env, type RouteStep } from '../routes.ts';
import { retryAfter } from '../steps.ts';
import type { Faults, Hit } from './faults.ts';
import { FAULT_KINDS, type FaultKind } from './kinds.ts';

interface World {
  profile: Profile;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The name of the inbox that a key is bound to, or null. */
  inboxOfKey(key: string | undefined): string | null;
  /** Resolves after this many milliseconds; rejects when the sandbox ends. */
  wait(milliseconds: number): Promise<void>;
}

interface Spoilt {
  hit: Hit;
  /** What the service answered; null where it was not asked. */
  answer: Response | null;
}

/** Gives what the client gets instead; null where that is not an answer. */
type Spoiling = (context: Context<Env>, spoilt: Spoilt, world: World) => Response | null | Promise<Response | null>;

const PAGE = '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>';

/** With RST, as from a machine that does not know the connection. */
const reset: Spoiling = ({ env }) => {
  env.incoming.socket.resetAndDestroy();
  return null;
};

/** Nothing waits here, so nothing is left when the client leaves or the server ends. */
const hang: Spoiling = ({ env }) => {
  // A body that nobody reads would keep the system from telling that the client left.
  env.incoming.resume();
  return null;
};

/** Not by the context, which would add the headers of the answer that this one stands for. */
function response({ status, body, type = 'application/json' }: Answer): Response {
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8` } });
}

const failed: Spoiling = (_context, _spoilt, { profile }) => response(profile.refused(unexpected()));

const limited: Spoiling = (_context, _spoilt, { profile }) =>
  response(profile.refused(new Refusal(429, 'Too many requests')));

const limitedFor: Spoiling = (_context, { hit: { fault, time } }, { profile, now }) => {
  const answer = response(profile.refused(new Refusal(429, 'Too many requests')));
  answer.headers.set('Retry-After', retryAfter(fault.value, time % 2 === 0, now()));
  return answer;
};

const slow: Spoiling = async (_context, { hit, answer }, { wait }) => {
  await wait(hit.fault.value);
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

/** Spoils the requests that the faults are due for. Each still takes its latency. */
export function spoiled(faults: Faults, world: World): RouteStep {
  return async (context, next) => {
    const { method, path } = context.req;
    const inbox = world.inboxOfKey(context.req.header('API-Key'));
    const hit = path.startsWith(`${BASE}/`) ? faults.next({ method, path: path.slice(BASE.length), inbox }) : null;
    if (hit === null) return next();
    const { kind, text } = hit.fault;
    context.set('fault', text);
    if (FAULT_KINDS[kind].done) await next();
    await context.var.pace();
    const answer = FAULT_KINDS[kind].done ? context.res : null;
    if (answer !== null) context.set('carriedOut', answer.status);
    // What takes the place of an answer in the context gets its headers too.
    context.res = undefined;
    const instead = await SPOILING[kind](context, { hit, answer }, world);
    if (instead === null) context.set('sent', 0);
    context.res = instead ?? RESPONSE_ALREADY_SENT;
  };
}
