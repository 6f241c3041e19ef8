/** Pull requests of the fake API. */
import { Hono } from 'hono';
import { paged } from './pages.ts';
import { invalid } from './refusal.ts';
import type { PullState, Repository } from './repository.ts';
import { type Env, needs } from './routes.ts';
import { pullWire, reviewWire, wholePullWire } from './wire.ts';

export function pullRoutes(repository: Repository): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/commits/:sha/pulls', needs('pull_requests=read'), (context) => {
    const pulls = repository.pullsOf(context.req.param('sha'));
    return paged(
      pulls.map((pull) => pullWire(repository, pull)),
      new URL(context.req.url),
    );
  });
  app.get('/pulls', needs('pull_requests=read'), (context) => {
    const url = new URL(context.req.url);
    const pulls = selected(repository.pulls, url.searchParams);
    return paged(
      pulls.map((pull) => pullWire(repository, pull)),
      url,
    );
  });
  app.get('/pulls/:number', needs('pull_requests=read'), (context) => {
    return context.json(wholePullWire(repository, repository.pull(Number(context.req.param('number')))));
  });
  // The oldest first, without the ones that are not submitted yet.
  app.get('/pulls/:number/reviews', needs('pull_requests=read'), (context) => {
    const { number } = repository.pull(Number(context.req.param('number')));
    return paged(
      repository.reviews.filter((review) => review.number === number).map(reviewWire),
      new URL(context.req.url),
    );
  });
  // Metadata, which every token may read.
  app.get('/collaborators/:login/permission', (context) => {
    return context.json({ permission: repository.rights.get(context.req.param('login')) ?? 'write' });
  });
  app.post('/pulls', needs('pull_requests=write'), async (context) => {
    const { title, body, head, base } = await context.req.json<Record<string, unknown>>();
    if (typeof title !== 'string' || typeof head !== 'string' || typeof base !== 'string') {
      throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'title, head or base' });
    }
    const branch = head.split(':').at(-1) ?? head;
    const sha = repository.git.head(branch);
    if (sha === null) throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
    const text = typeof body === 'string' ? body : '';
    const from = { ref: branch, sha, repository: repository.fullName };
    const pull = repository.addPull(context.var.user.login, title, text, from, base);
    return context.json(wholePullWire(repository, pull), 201);
  });
  app.patch('/pulls/:number', needs('pull_requests=write'), async (context) => {
    const pull = repository.pull(Number(context.req.param('number')));
    repository.edit(pull.number, await context.req.json());
    return context.json(wholePullWire(repository, pull));
  });
  return app;
}

/** As the query asks. `head` counts only in the form owner:branch; otherwise GitHub overlooks it. */
function selected(pulls: readonly PullState[], query: URLSearchParams): PullState[] {
  const state = query.get('state') ?? 'open';
  const base = query.get('base');
  const head = query.get('head');
  const by = query.get('sort') === 'updated' ? ('updatedAt' as const) : ('createdAt' as const);
  const fitting = pulls.filter((pull) => {
    const label = `${pull.head.repository.split('/')[0]}:${pull.head.ref}`;
    const isHead = head === null || !head.includes(':') || head === label;
    return (state === 'all' || pull.state === state) && (base === null || base === pull.base.ref) && isHead;
  });
  fitting.sort((one, other) => (one[by] < other[by] ? -1 : 1));
  const direction = query.get('direction') ?? (query.has('sort') ? 'asc' : 'desc');
  return direction === 'desc' ? fitting.reverse() : fitting;
}
