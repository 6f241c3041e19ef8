import type { Made } from '../report/print/html.ts';
import type { Invocation } from './command.ts';

/** Where builds say which commit they are about: GitHub, GitLab, Jenkins, Bitbucket, Azure and CircleCI. */
const COMMITS = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'GIT_COMMIT',
  'BITBUCKET_COMMIT',
  'BUILD_SOURCEVERSION',
  'CIRCLE_SHA1',
] as const;

/** What a page that is made now says of itself. */
export function madeNow({ io: { env }, version, now }: Pick<Invocation, 'io' | 'version' | 'now'>): Made {
  const commit = COMMITS.map((name) => env[name] ?? '').find((value) => /^[0-9a-f]{7,64}$/i.test(value));
  return { at: new Date(now()).toISOString(), version, commit: commit ?? null };
}
