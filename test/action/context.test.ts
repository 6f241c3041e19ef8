import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../src/action/context.ts';
import { projectOf } from '../harness/project.ts';

const RUNNER = { GITHUB_REPOSITORY: 'example-org/inbox', GITHUB_SHA: 'c3', GITHUB_RUN_ID: '7' };

function contextWith(payload: unknown, env: Record<string, string> = {}) {
  const file = path.join(projectOf({}), 'event.json');
  writeFileSync(file, JSON.stringify(payload));
  return contextOf({ ...RUNNER, GITHUB_EVENT_PATH: file, ...env });
}

const pullRequest = (headRepo: string | null, login = 'alice') => ({
  pull_request: {
    number: 5,
    user: { login },
    head: { sha: 'h', repo: headRepo === null ? null : { full_name: headRepo } },
    base: { sha: 'b', ref: 'main', repo: { full_name: 'example-org/inbox' } },
  },
});

describe('the context of a run', () => {
  it('is that of a push: its commits, the newest first', () => {
    const repository = { default_branch: 'trunk', private: true };
    const found = contextWith({ repository, commits: [{ id: 'c1' }, { id: 'c2' }, { id: 'c3' }] });
    expect(found).toMatchObject({
      owner: 'example-org',
      repo: 'inbox',
      defaultBranch: 'trunk',
      commits: ['c3', 'c2', 'c1'],
      pullRequest: null,
      runUrl: 'https://github.com/example-org/inbox/actions/runs/7',
    });
  });

  it.each([
    ['of the repository', pullRequest('example-org/inbox'), {}, null],
    ['from a fork', pullRequest('someone/inbox'), {}, 'a fork'],
    ['from a fork that is gone', pullRequest(null), {}, 'a fork'],
    ['of Dependabot', pullRequest('example-org/inbox', 'dependabot[bot]'), {}, 'Dependabot'],
    [
      'that Dependabot has touched',
      pullRequest('example-org/inbox'),
      { GITHUB_ACTOR: 'dependabot[bot]' },
      'Dependabot',
    ],
  ])('is that of a pull request %s', (_, payload, env, stranger) => {
    expect(contextWith(payload, env).pullRequest).toEqual({
      number: 5,
      headSha: 'h',
      baseSha: 'b',
      baseRef: 'main',
      stranger,
    });
  });

  it('names the attempt, and the commit that a push or a merge queue begins with', () => {
    const attempt = contextWith({ before: 'a'.repeat(40) }, { GITHUB_RUN_ATTEMPT: '2' });
    expect(attempt.runUrl).toBe('https://github.com/example-org/inbox/actions/runs/7/attempts/2');
    expect(attempt.before).toBe('a'.repeat(40));
    expect(contextWith({ before: '0'.repeat(40) }).before).toBeNull();
    expect(contextWith({ merge_group: { base_sha: 'b1' } }).before).toBe('b1');
  });

  it('is none outside of GitHub Actions', () => {
    expect(() => contextOf({})).toThrow('this runs in GitHub Actions only');
  });
});
