/** Issues and comments of the fake API; a pull request is an issue, too. */
import { Hono } from 'hono';
import { paged } from './pages.ts';
import { invalid } from './refusal.ts';
import type { Repository } from './repository.ts';
import { demandOf, type Env, needs } from './routes.ts';
import { commentWire, issueWire } from './wire.ts';

export function issueRoutes(repository: Repository): Hono<Env> {
  const app = new Hono<Env>();
  const isPull = (number: number) => 'head' in repository.issue(number);

  app.get('/issues/:number/comments', (context) => {
    const number = Number(context.req.param('number'));
    demandOf(context, isPull(number), 'read');
    const comments = repository.comments.filter((comment) => comment.number === number);
    return paged(
      comments.map((comment) => commentWire(repository, comment)),
      new URL(context.req.url),
    );
  });
  app.get('/issues/comments', (context) => {
    demandOf(context, true, 'read');
    const newest = repository.comments.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
    return paged(
      newest.map((comment) => commentWire(repository, comment)),
      new URL(context.req.url),
    );
  });
  app.post('/issues/:number/comments', async (context) => {
    const number = Number(context.req.param('number'));
    demandOf(context, isPull(number), 'write');
    const body = bodyOf(await context.req.json());
    return context.json(commentWire(repository, repository.addComment(number, context.var.user.login, body)), 201);
  });
  app.patch('/issues/comments/:id', async (context) => {
    const id = Number(context.req.param('id'));
    const comment = repository.comments.find((one) => one.id === id);
    demandOf(context, comment !== undefined && isPull(comment.number), 'write');
    return context.json(commentWire(repository, repository.editComment(id, bodyOf(await context.req.json()))));
  });

  app.get('/issues', needs('issues=read'), (context) => {
    const url = new URL(context.req.url);
    const state = url.searchParams.get('state') ?? 'open';
    const creator = url.searchParams.get('creator');
    const issues = [...repository.issues.values()].filter((issue) => {
      return (state === 'all' || issue.state === state) && (creator === null || issue.author === creator);
    });
    if (url.searchParams.get('direction') !== 'asc') issues.reverse();
    return paged(
      issues.map((issue) => issueWire(repository, issue)),
      url,
    );
  });
  app.post('/issues', needs('issues=write'), async (context) => {
    const { title, body } = await context.req.json<Record<string, unknown>>();
    const text = typeof body === 'string' ? body : '';
    const issue = repository.addIssue(context.var.user.login, typeof title === 'string' ? title : '', text);
    return context.json(issueWire(repository, issue), 201);
  });
  app.get('/issues/:number', (context) => {
    const number = Number(context.req.param('number'));
    demandOf(context, isPull(number), 'read');
    return context.json(issueWire(repository, repository.issue(number)));
  });
  app.patch('/issues/:number', async (context) => {
    const number = Number(context.req.param('number'));
    demandOf(context, isPull(number), 'write');
    return context.json(issueWire(repository, repository.edit(number, await context.req.json())));
  });
  return app;
}

function bodyOf({ body }: { body?: unknown }): string {
  if (typeof body === 'string') return body;
  throw invalid({ resource: 'IssueComment', code: 'missing_field', field: 'body' });
}
