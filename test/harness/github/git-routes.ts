/** Contents and git data of the fake API. */
import { type Context, Hono } from 'hono';
import type { TreeEntry } from './git.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Repository } from './repository.ts';
import { type Env, needs } from './routes.ts';
import { commitWire, refWire, treeWire } from './wire.ts';

const READ = needs('contents=read');
const WRITE = needs('contents=write');

export function gitRoutes(repository: Repository): Hono<Env> {
  const { git } = repository;
  const app = new Hono<Env>();

  app.get('/contents/:path{.+}', READ, (context) => contentOf(context, repository));

  app.post('/git/blobs', WRITE, async (context) => {
    const { content, encoding } = await context.req.json<{ content: string; encoding?: string }>();
    const sha = git.addBlob(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'));
    return context.json({ sha }, 201);
  });
  app.get('/git/blobs/:sha', READ, (context) => {
    const sha = context.req.param('sha');
    const content = git.blob(sha);
    return context.json({ sha, size: content.length, encoding: 'base64', content: content.toString('base64') });
  });
  app.post('/git/trees', WRITE, async (context) => {
    const { base_tree, tree } = await context.req.json<{ base_tree?: string; tree: TreeEntry[] }>();
    return context.json(treeWire(repository, git.addTree(base_tree ?? null, tree)), 201);
  });
  app.get('/git/trees/:sha', READ, (context) => context.json(treeWire(repository, context.req.param('sha'))));
  app.post('/git/commits', WRITE, async (context) => {
    const {
      message,
      tree,
      parents = [],
    } = await context.req.json<{
      message: string;
      tree: string;
      parents?: string[];
    }>();
    return context.json(commitWire(repository, git.addCommit(message, tree, parents).sha), 201);
  });
  app.get('/git/commits/:sha', READ, (context) => context.json(commitWire(repository, context.req.param('sha'))));

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

  app.get('/git/ref/:ref{.+}', READ, (context) => {
    const branch = branchOf(context.req.param('ref'));
    const sha = git.head(branch);
    if (sha === null) throw notFound();
    return context.json(refWire(branch, sha));
  });
  app.get('/git/matching-refs/:ref{.+}', READ, (context) => {
    const prefix = branchOf(context.req.param('ref'));
    return context.json(git.branches(prefix).map(([branch, sha]) => refWire(branch, sha)));
  });
  app.post('/git/refs', WRITE, async (context) => {
    const { ref, sha } = await context.req.json<{ ref: string; sha: string }>();
    if (!/^refs\/heads\/./.test(ref)) throw new Refusal(422, `Reference name must start with 'refs/'`);
    const branch = branchOf(ref);
    git.addBranch(branch, sha);
    return context.json(refWire(branch, sha), 201);
  });
  app.patch('/git/refs/:ref{.+}', WRITE, async (context) => {
    const branch = branchOf(context.req.param('ref'));
    const { sha, force = false } = await context.req.json<{ sha: string; force?: boolean }>();
    git.moveBranch(branch, sha, force);
    repository.moved(branch);
    return context.json(refWire(branch, sha));
  });
  app.delete('/git/refs/:ref{.+}', WRITE, (context) => {
    const branch = branchOf(context.req.param('ref'));
    git.deleteBranch(branch);
    repository.moved(branch);
    return context.body(null, 204);
  });
  return app;
}

function branchOf(ref: string): string {
  return ref.replace(/^(refs\/)?heads\//, '');
}

/** A file as JSON, or its bytes where the raw media type is asked for; a folder is a list either way. */
function contentOf(context: Context<Env, '/contents/:path{.+}'>, { git, defaultBranch }: Repository): Response {
  const path = context.req.param('path');
  const commit = git.resolve(context.req.query('ref') ?? defaultBranch);
  if (commit === null) throw new Refusal(404, `No commit found for the ref ${context.req.query('ref')}`);
  const files = git.tree(commit.sha);
  const file = files.get(path);
  if (file === undefined) {
    const inside = [...files.keys()].filter((one) => one.startsWith(`${path}/`));
    if (inside.length === 0) throw notFound();
    return context.json(inside.map((one) => ({ type: 'file', path: one })));
  }
  const content = git.blob(file.sha);
  if (/\braw\b/.test(context.req.header('Accept') ?? '')) {
    const headers = { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' };
    return new Response(new Uint8Array(content), { headers });
  }
  const base64 = content.toString('base64').replaceAll(/.{60}/g, '$&\n');
  return context.json({ type: 'file', path, sha: file.sha, size: content.length, encoding: 'base64', content: base64 });
}
