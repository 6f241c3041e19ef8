/** The routes of the API, which answer from the store as a profile does. */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { jsonIn } from '../model/json.ts';
import { type Answer, jsonAnswer } from './answers.ts';
import type { Inbox } from './inbox.ts';
import type { Scope } from './key.ts';
import type { Profile } from './profiles.ts';
import { Refusal, unexpected } from './refusal.ts';
import type { Store } from './store.ts';

export const BASE = '/api/v1';

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    inbox: Inbox;
    /** Waits for the latency, once. Writes call it between their checks and their effect, where races happen. */
    pace: () => Promise<void>;
  };
}

/** Runs before every route. */
export type RouteStep = MiddlewareHandler<Env>;

function send(context: Context<Env>, { status, body, type }: Answer): Response {
  return context.newResponse(body, status, type === undefined ? {} : { 'content-type': `${type}; charset=utf-8` });
}

/** Every request passes the steps in order, and then its route. */
export function routes(store: Store, profile: Profile, steps: readonly RouteStep[]): Hono<Env> {
  // The path stays encoded: an id may have a slash.
  const app = new Hono<Env>({ getPath: (request) => new URL(request.url).pathname });
  for (const step of steps) app.use(step);
  if (profile.frameworkRoutes) app.use(tidied, decodable);
  app.notFound((context) => send(context, profile.unknownRoute(new Refusal(404, 'Route not found'))));
  app.onError((error, context) => send(context, profile.refused(refusalOf(error))));
  app.route(BASE, apiRoutes(store, profile));
  return app;
}

function needs(store: Store, scope: Scope): RouteStep {
  return async (context, next) => {
    context.set('inbox', store.authorize(context.req.header('API-Key'), scope));
    await next();
  };
}

/** Double and trailing slashes redirect to the path without them (measured). */
const tidied: RouteStep = async (context, next) => {
  const { pathname, search } = new URL(context.req.url);
  const tidy = pathname.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return tidy === pathname ? next() : context.redirect(tidy + search, 308);
};

/** An undecodable path is a 500 (measured). */
const decodable: RouteStep = async (context, next) => {
  try {
    decodeURIComponent(new URL(context.req.url).pathname);
  } catch {
    throw unexpected();
  }
  await next();
};

/** The last one of a repeated key counts (measured). */
function queryOf(context: Context<Env>): Record<string, string> {
  return Object.fromEntries(new URL(context.req.url).searchParams);
}

/** An error that is not a refusal is a bug of the sandbox, and says so. */
function refusalOf(error: Error): Refusal {
  return error instanceof Refusal ? error : new Refusal(500, `The sandbox failed: ${error.message}`);
}

/** API spec 4. Any other method is a 405. */
const METHODS = {
  '/rules': ['GET', 'POST'],
  '/rules/:id': ['DELETE', 'GET', 'PUT'],
  '/stats/by-period': ['GET'],
  '/stats/response-time': ['GET'],
};

/** The value of `Allow`. Web frameworks add HEAD and OPTIONS (measured). */
function allowed(methods: readonly string[], { frameworkRoutes }: Profile): string {
  return (frameworkRoutes ? [...methods, 'HEAD', 'OPTIONS'].sort() : methods).join(', ');
}

/** API spec 4. */
function apiRoutes(store: Store, profile: Profile): Hono<Env> {
  const app = new Hono<Env>();
  const wrongMethod =
    (methods: readonly string[]): RouteStep =>
    async (context) => {
      context.header('Allow', allowed(methods, profile));
      return send(context, profile.wrongMethod(new Refusal(405, `Method ${context.req.method} not allowed`)));
    };

  for (const [path, methods] of Object.entries(METHODS)) {
    if (profile.frameworkRoutes) {
      app.options(path, (context) => context.body(null, 204, { Allow: allowed(methods, profile) }));
    } else {
      // Hono would answer HEAD like GET, and the specification has no HEAD.
      app.use(path, (context, next) => (context.req.method === 'HEAD' ? wrongMethod(methods)(context, next) : next()));
    }
  }

  app.get('/stats/by-period', needs(store, 'STATS_READ'), (context) =>
    send(context, jsonAnswer(200, store.byPeriod(context.var.inbox, queryOf(context)))),
  );
  app.get('/stats/response-time', needs(store, 'STATS_READ'), (context) =>
    send(context, jsonAnswer(200, store.responseTime(context.var.inbox, queryOf(context)))),
  );

  app.get('/rules', needs(store, 'RULES_READ'), (context) =>
    send(context, jsonAnswer(200, { rules: store.list(context.var.inbox) })),
  );
  app.post('/rules', needs(store, 'RULES_WRITE'), async (context) => {
    const { inbox, pace } = context.var;
    const content = store.accept(inbox, await jsonOf(context, profile), null);
    await pace();
    return send(context, jsonAnswer(201, { rule: store.create(inbox, content) }));
  });
  app.get('/rules/:id', needs(store, 'RULES_READ'), (context) => {
    const rule = store.find(context.var.inbox, context.req.param('id'));
    return send(context, jsonAnswer(200, { rule }));
  });
  app.put('/rules/:id', needs(store, 'RULES_WRITE'), async (context) => {
    const { inbox, pace } = context.var;
    const id = context.req.param('id');
    const content = store.accept(inbox, await jsonOf(context, profile), id);
    await pace();
    return send(context, profile.replaced(store.replace(inbox, id, content)));
  });
  app.delete('/rules/:id', needs(store, 'RULES_WRITE'), async (context) => {
    const { inbox, pace } = context.var;
    const id = context.req.param('id');
    store.find(inbox, id);
    await pace();
    store.delete(inbox, id);
    return send(context, profile.deleted);
  });

  for (const [path, methods] of Object.entries(METHODS)) app.all(path, wrongMethod(methods));
  return app;
}

async function jsonOf(context: Context<Env>, profile: Profile): Promise<unknown> {
  const value = jsonIn(await context.req.text());
  if (value === undefined) throw profile.malformedJson();
  return value;
}
