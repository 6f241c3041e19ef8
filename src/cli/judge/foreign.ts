import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Io } from '../io.ts';

const repository = z.object({ full_name: z.string() });
const payload = z.object({
  pull_request: z.object({ head: z.object({ repo: repository }), base: z.object({ repo: repository }) }),
});

/**
 * Whether this runs on GitHub Actions for a pull request from another repository: its files may name any command. An event
 * that does not say where it comes from counts as one.
 */
export function isForeign({ GITHUB_EVENT_NAME: event = '', GITHUB_EVENT_PATH: file = '' }: Io['env']): boolean {
  if (!event.startsWith('pull_request')) return false;
  try {
    const { head, base } = payload.parse(JSON.parse(readFileSync(file, 'utf8'))).pull_request;
    return head.repo.full_name !== base.repo.full_name;
  } catch {
    return true;
  }
}
