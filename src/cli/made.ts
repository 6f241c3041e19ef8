import type { Made } from '../report/print/page.ts';
import type { Invocation } from './command.ts';

/** The variables in which CI services name the commit: GitHub, GitLab, Jenkins, Bitbucket, Azure and CircleCI. */
const COMMITS = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'GIT_COMMIT',
  'BITBUCKET_COMMIT',
  'BUILD_SOURCEVERSION',
  'CIRCLE_SHA1',
] as const;

/** What a page says about when and from what it was made. */
export function madeNow({ io: { env }, version, now }: Pick<Invocation, 'io' | 'version' | 'now'>): Made {
  const commit = COMMITS.map((name) => env[name] ?? '').find((value) => /^[0-9a-f]{7,64}$/i.test(value));
  return { at: new Date(now()).toISOString(), version, commit: commit ?? null };
}
