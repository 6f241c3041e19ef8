/** Pull requests of the fake API. */
import { Hono } from 'hono';
import { paged } from './pages.ts';
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
  return app;
}

/** As the query asks. */
function selected(pulls: readonly PullState[], query: URLSearchParams): PullState[] {
  const state = query.get('state') ?? 'open';
  const base = query.get('base');
  const by = query.get('sort') === 'updated' ? ('updatedAt' as const) : ('createdAt' as const);
  const fitting = pulls.filter((pull) => {
    return (state === 'all' || pull.state === state) && (base === null || base === pull.base.ref);
  });
  fitting.sort((one, other) => (one[by] < other[by] ? -1 : 1));
  const direction = query.get('direction') ?? (query.has('sort') ? 'asc' : 'desc');
  return direction === 'desc' ? fitting.reverse() : fitting;
}
