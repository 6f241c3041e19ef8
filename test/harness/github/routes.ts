/** The HTTP side of the fake: routes as octokit calls them, around the repository's state. */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { answerOf, type Faults, problem } from './faults.ts';
import { gitRoutes } from './git-routes.ts';
import { issueRoutes } from './issue-routes.ts';
import { type Access, demand, type Permissions } from './permissions.ts';
import { pullRoutes } from './pull-routes.ts';
import { forbidden, notFound, Refusal } from './refusal.ts';
import type { Repository, User } from './repository.ts';
import { viewerWire, workflowRunWire } from './wire.ts';

export interface LoggedRequest {
  method: string;
  /** With the query. */
  path: string;
  /** 0 where no answer reached the client. */
  status: number;
  login: string | null;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: {
    user: User;
    /** null: a user's token, which may do all. */
    permissions: Permissions | null;
  };
}

export interface World {
  repository: Repository;
  /** By token. */
  users: ReadonlyMap<string, User>;
  permissions: Permissions;
  faults: Faults;
  requests: LoggedRequest[];
}

/** A route needs one of these permissions: `issues=write; pull_requests=write`. */
export function needs(accepted: string): MiddlewareHandler<Env> {
  return async (context, next) => {
    demand(context.var.permissions, accepted);
    await next();
    context.res.headers.set('X-Accepted-GitHub-Permissions', accepted);
  };
}

/** What comments and their issues need is a matter of what it is that they are on. */
export function demandOf(context: Context<Env>, isPull: boolean, access: Access): void {
  const both = `issues=${access}; pull_requests=${access}`;
  demand(context.var.permissions, isPull ? both : `issues=${access}`, both);
}

/** Takes the path of the API: empty, or /api/v3 as on an Enterprise server. */
export function routes(world: World, base: string): Hono<Env> {
  const app = new Hono<Env>({ getPath: (request) => new URL(request.url).pathname });
  app.use(logged(world), spoiled(world), known(world));
  app.notFound(() => problem(404, 'Not Found'));
  app.onError((error) => {
    if (error instanceof Refusal) return problem(error.status, error.message, error.headers, error.errors);
    return problem(500, `The fake failed: ${error.stack}`);
  });
  app.post(base === '' ? '/graphql' : '/api/graphql', async (context) => {
    const { query } = await context.req.json<{ query: string }>();
    if (!/^\s*(query\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/.test(query)) throw new Error(`Unknown query ${query}`);
    return context.json(viewerWire(context.var.user));
  });
  app.get(`${base}/user`, (context) => {
    if (context.var.user.kind === 'installation') throw forbidden(null);
    return context.json({ login: context.var.user.login, type: 'User' });
  });
  const repository = `${base}/repos/${world.repository.fullName}`;
  // Every token may read this: it is metadata.
  app.get(repository, (context) => {
    const { fullName, defaultBranch } = world.repository;
    return context.json({ full_name: fullName, default_branch: defaultBranch });
  });
  app.get(`${repository}/actions/runs/:id`, needs('actions=read'), (context) => {
    const id = Number(context.req.param('id'));
    const run = world.repository.runs.get(id);
    if (run === undefined) throw notFound();
    return context.json(workflowRunWire(id, run));
  });
  app.route(repository, pullRoutes(world.repository));
  app.route(repository, issueRoutes(world.repository));
  app.route(repository, gitRoutes(world.repository));
  return app;
}

function logged({ requests, users }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    const login = userOf(context, users)?.login ?? null;
    const entry = { method: context.req.method, path: `${pathname}${search}`, status: 0, login };
    requests.push(entry);
    await next();
    if (context.res !== RESPONSE_ALREADY_SENT) entry.status = context.res.status;
  };
}

function spoiled({ faults }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const fault = faults.next(context.req.method, context.req.path);
    if (fault === null) return next();
    if (fault.kind.endsWith('-after') || fault.kind === 'cut-short') await next();
    const done = fault.kind === 'cut-short' ? Buffer.from(await context.res.arrayBuffer()) : null;
    const { status, headers } = context.res;
    context.res = undefined;
    const answer = answerOf(fault);
    const { incoming, outgoing } = context.env;
    if (done !== null) {
      outgoing.writeHead(status, { ...Object.fromEntries(headers), 'content-length': done.length });
      outgoing.write(done.subarray(0, done.length >> 1));
      incoming.socket.destroySoon();
    } else if (answer === null) incoming.socket.resetAndDestroy();
    context.res = answer ?? RESPONSE_ALREADY_SENT;
  };
}

function known({ users, permissions }: World): MiddlewareHandler<Env> {
  return async (context, next) => {
    const user = userOf(context, users);
    if (user === undefined) throw new Refusal(401, 'Bad credentials');
    context.set('user', user);
    context.set('permissions', user.kind === 'installation' ? permissions : null);
    await next();
  };
}

function userOf(context: Context<Env>, users: ReadonlyMap<string, User>): User | undefined {
  const [, token = ''] = /^(?:token|bearer) (.+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
  return users.get(token);
}
