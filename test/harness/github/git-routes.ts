/** Commits and branches of the fake API. */
import { Hono } from 'hono';
import { notFound } from './refusal.ts';
import type { Repository } from './repository.ts';
import { type Env, needs } from './routes.ts';
import { refWire } from './wire.ts';

const READ = needs('contents=read');

export function gitRoutes({ git }: Repository): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/compare/:range', READ, (context) => {
    const [from = '', to = ''] = context.req.param('range').split('...');
    const [base, head] = [git.commit(from).sha, git.commit(to).sha];
    const isAhead = git.history(head).includes(base);
    const status =
      base === head ? 'identical' : isAhead ? 'ahead' : git.history(base).includes(head) ? 'behind' : 'diverged';
    const [before, after] = [git.tree(base), git.tree(head)];
    const names = [...new Set([...before.keys(), ...after.keys()])].sort();
    const files = names.filter((name) => before.get(name)?.sha !== after.get(name)?.sha);
    return context.json({ status, files: files.slice(0, 300).map((filename) => ({ filename })) });
  });

  // The slash after `heads` may be encoded.
  app.get('/git/ref/:ref{.+}', READ, (context) => {
    const branch = context.req.param('ref').replace(/^heads\//, '');
    const sha = git.head(branch);
    if (sha === null) throw notFound();
    return context.json(refWire(branch, sha));
  });
  return app;
}
