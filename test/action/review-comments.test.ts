/** Which comments are written, and what of a line that does not count is believed: nothing. */
import { describe, expect, it } from 'vitest';
import { type Review, shortDigest } from '../../src/action/comment/marker.ts';
import type { GitHub } from '../../src/action/github/client.ts';
import { GitHubError } from '../../src/action/github/errors.ts';
import type { Job } from '../../src/action/mode.ts';
import type { FoundReview } from '../../src/action/review/collect.ts';
import { tellComments } from '../../src/action/review/comments.ts';
import type { Outcomes } from '../../src/action/review/outcomes.ts';
import { inOneLine } from '../../src/report/json.ts';

const digest = `sha256:${'1'.repeat(64)}`;
const found = (signature: FoundReview['signature']): FoundReview => ({
  comment: {
    id: 7,
    author: 'github-actions[bot]',
    body: '<!-- inboxctl:v1 e30 -->\nThe plan.',
    url: '',
    updatedAt: '2026-11-01T00:00:00Z',
  },
  review: { pullRequest: 1, digest, changes: [shortDigest(digest)] } as Review,
  signature,
  isOfRun: true,
  isWider: false,
  approvals: [],
});
const outcomes = (...open: (string | null)[]): Outcomes => ({
  plan: null,
  outcomes: open.map((why, index) => ({
    account: 'default',
    op: 'create',
    name: `${index}`,
    digest: index === 0 ? digest : `sha256:${'2'.repeat(64)}`,
    open: why === null ? null : [why],
    isMade: why === null,
  })),
  isWhole: true,
});

async function told(signature: FoundReview['signature'], of: Outcomes, failing: GitHubError | null = null) {
  const written: string[] = [];
  const github = {
    updateComment: async (_: number, body: string) => {
      if (failing !== null) throw failing;
      written.push(body);
    },
  } as Partial<GitHub> as GitHub;
  const context = { runUrl: 'https://github.example.com/o/r/actions/runs/1', sha: 'c'.repeat(40) } as Job['context'];
  const [inputs, targets] = [{ comment: true } as Job['inputs'], { reviewKeys: ['key'] } as Job['targets']];
  return {
    notices: await tellComments({ github, context, inputs, targets }, [found(signature)], of, null),
    body: written[0],
  };
}

describe('a comment that does not count', () => {
  it('is not called applied because its line says that it was about what was made', async () => {
    expect((await told('ours', outcomes(null, 'failed'))).body).toContain('**Applied**');
    expect((await told('edited', outcomes(null, 'failed'))).body).toContain('**Not applied**');
  });

  it('is, where the inbox is as declared', async () => {
    expect((await told('edited', outcomes(null, null))).body).toContain('**Applied**: the inbox is as declared.');
  });
});

it('a comment under a key that is missing here stays as it is: with another text it would not count', async () => {
  expect((await told('other-key', outcomes(null, 'failed'))).body).toBeUndefined();
  expect((await told('other-key', outcomes(null, null))).body).toBeUndefined();
});

it('a comment that cannot be written is a warning, with the permission that is missing', async () => {
  const error = new GitHubError('GitHub answered 403', { status: 403, permission: 'issues: write' });
  const { notices } = await told('ours', outcomes(null), error);
  expect(notices.map(({ code, severity }) => [code, severity])).toEqual([['comment-not-written', 'warning']]);
  expect(notices.map(inOneLine)).toEqual([
    'What became of the plan could not be written into the comment of #1, so the review there still counts for what was made. GitHub answered 403. The token lacks the permission `issues: write`: give it to the job below `permissions:`.',
  ]);
});
