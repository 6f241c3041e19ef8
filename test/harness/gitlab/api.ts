/** GitLab's API on loopback: the user of a token, and the notes of one merge request, as its documentation describes them. */
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { listenOnLoopback } from '../../../src/sandbox/loopback.ts';

/** The token of a project, whose user has this id. */
export const TOKEN = 'glpat-of-the-project';
export const BOT = 41;

interface Note {
  id: number;
  author: { id: number };
  body: string;
}

export interface FakeGitLab {
  /** As in CI_API_V4_URL. */
  url: string;
  /** Oldest first. */
  notes: Note[];
  /** The methods and paths of all requests. */
  requests: string[];
  /** Writes a note as somebody else, or as the user of the token. */
  write(author: number, body: string): void;
}

const LONGEST = 1_000_000;

/** Starts it for a merge request of a project; it ends with the test. */
export async function fakeGitLab(project: number, mergeRequest: number): Promise<FakeGitLab> {
  const notes: Note[] = [];
  const requests: string[] = [];
  const write = (author: number, body: string) => {
    const note = { id: 100 + notes.length, author: { id: author }, body };
    notes.push(note);
    return note;
  };
  const app = new Hono().basePath('/api/v4');
  app.use(async (c, next) => {
    requests.push(`${c.req.method} ${c.req.path}`);
    if (c.req.header('PRIVATE-TOKEN') !== TOKEN) return c.json({ message: '401 Unauthorized' }, 401);
    return next();
  });
  app.get('/user', (c) => c.json({ id: BOT, username: `project_${project}_bot_1` }));
  const path = `/projects/${project}/merge_requests/${mergeRequest}/notes`;
  app.get(path, (c) => {
    const number = (name: string, or: number) => Number(c.req.query(name) ?? or);
    const size = Math.min(100, number('per_page', 20));
    const page = number('page', 1);
    const sorted = c.req.query('sort') === 'asc' ? notes : notes.toReversed();
    return c.json(sorted.slice((page - 1) * size, page * size));
  });
  app.post(path, async (c) => {
    const body = await bodyOf(c);
    return body === null ? c.json({ message: 'body is invalid' }, 400) : c.json(write(BOT, body), 201);
  });
  app.put(`${path}/:id`, async (c) => {
    const note = notes.find(({ id }) => String(id) === c.req.param('id'));
    if (note === undefined) return c.json({ message: '404 Not found' }, 404);
    if (note.author.id !== BOT) return c.json({ message: '403 Forbidden' }, 403);
    const body = await bodyOf(c);
    if (body === null) return c.json({ message: 'body is invalid' }, 400);
    note.body = body;
    return c.json(note);
  });
  const { origin, close } = await listenOnLoopback(getRequestListener(app.fetch, { overrideGlobalObjects: false }), 0);
  onTestFinished(close);
  return { url: `${origin}/api/v4`, notes, requests, write };
}

/** The text of a note that is written; null if GitLab would refuse it. */
async function bodyOf(c: Context): Promise<string | null> {
  if (!c.req.header('Content-Type')?.startsWith('application/json')) return null;
  const { body } = (await c.req.json()) as { body?: unknown };
  return typeof body === 'string' && body !== '' && [...body].length <= LONGEST ? body : null;
}
