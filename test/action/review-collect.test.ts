/** Whose comments count, and how far back they are looked for. */
import { describe, expect, it } from 'vitest';
import { type Facts, type Review, signedBody } from '../../src/action/comment/marker.ts';
import type { Comment, PullRequest } from '../../src/action/github/answers.ts';
import type { GitHub } from '../../src/action/github/client.ts';
import { collect, type FoundReview } from '../../src/action/review/collect.ts';
import { forged } from './apply-world.ts';

const KEY = 'signing-key-of-the-tests';
const TARGET = { workingDirectory: '.', accounts: [] };
const about = (pullRequest: number): Facts => ({
  target: TARGET,
  repository: 'example-org/inbox',
  pullRequest,
  headSha: 'a'.repeat(40),
  inboxes: [],
  digest: `sha256:${'0'.repeat(64)}`,
  changes: [],
});
const pull = (number: number, more: Partial<PullRequest> = {}): PullRequest => ({
  number,
  state: 'closed',
  mergedAt: '2026-11-01T00:00:00Z',
  baseRef: 'main',
  headSha: 'a'.repeat(40),
  author: 'alice',
  ...more,
});

/** Takes the pull requests of commits, those merged, and the comments on them; keeps what was asked for. */
function world(of: Record<string, PullRequest[]>, merged: PullRequest[], bodies: Record<number, [string, string][]>) {
  const asked: string[] = [];
  const github = {
    viewer: async () => 'github-actions[bot]',
    pullRequestsOf: async (sha: string) => {
      asked.push(sha);
      return of[sha] ?? [];
    },
    mergedInto: async (branch: string, most: number) => {
      asked.push(`${branch} ${most}`);
      return merged;
    },
    comments: async (number: number): Promise<Comment[]> => {
      asked.push(`#${number}`);
      return (bodies[number] ?? []).map(([author, body], index) => ({
        id: number * 10 + index,
        author,
        body,
        url: '',
        updatedAt: '2026-11-01T00:00:00Z',
      }));
    },
  } as Partial<GitHub> as GitHub;
  const find = (
    commits: string[],
    isEnough: (found: readonly FoundReview[]) => boolean = () => true,
    keys: readonly string[] = [KEY],
  ) =>
    collect({
      github,
      context: { commits, owner: 'Example-Org', repo: 'inbox' },
      branch: 'main',
      target: TARGET,
      keys,
      needsApproval: false,
      isEnough,
    });
  return { asked, find };
}

const BOT = 'github-actions[bot]';
const signed = (facts: Facts, key = KEY) => signedBody(facts, { maxBytes: 60_000, within: () => 'The plan.' }, key);
const ours = (number: number): [string, string] => [BOT, signed(about(number))];
const numbers = ({ found }: { found: FoundReview[] }) =>
  found.map(({ review, isOfRun }) => [review.pullRequest, isOfRun]);

describe('the reviews of a run', () => {
  it('are those of the merged pull requests of its commits, each once', async () => {
    const open = pull(8, { state: 'open', mergedAt: null });
    const elsewhere = pull(9, { baseRef: 'release' });
    const { asked, find } = world({ c: [pull(2)], b: [pull(2), open, elsewhere], a: [pull(1)] }, [pull(7)], {
      1: [ours(1)],
      2: [ours(2)],
      7: [ours(7)],
      8: [ours(8)],
      9: [ours(9)],
    });
    expect(numbers(await find(['c', 'b', 'a']))).toEqual([
      [2, true],
      [1, true],
    ]);
    expect(asked).toEqual(['c', '#2', 'b', 'a', '#1']);
  });

  it('are looked for further back, newest first, as long as that is not enough', async () => {
    const { asked, find } = world({ c: [pull(5)] }, [pull(5), pull(4), pull(3), pull(2)], {
      3: [ours(3)],
      2: [ours(2)],
    });
    expect(numbers(await find(['c'], (found) => found.length > 0))).toEqual([[3, false]]);
    expect(asked).toEqual(['c', '#5', 'main 30', '#4', '#3']);
  });

  it('are not looked for in more than a hundred commits, and it is known how many are left', async () => {
    const { asked, find } = world({}, [], {});
    expect(await find(Array.from({ length: 130 }, (_, index) => String(index)))).toEqual({
      found: [],
      elsewhere: [],
      spoiled: [],
      commitsLeft: 30,
    });
    expect(asked).toHaveLength(100);
  });

  it('are none of anybody else, of another target, repository or pull request', async () => {
    const line = (change: Partial<Review>): [string, string] => [BOT, signed({ ...about(1), ...change })];
    const { find } = world({ c: [pull(1)] }, [], {
      1: [
        ['mallory', ours(1)[1]],
        ['GitHub-Actions[bot]', ours(1)[1]],
        line({ target: { ...TARGET, workingDirectory: 'other' } }),
        line({ target: { ...TARGET, baseUrl: 'https://staging.example.com/api/v1' } }),
        line({ target: { ...TARGET, accounts: ['alice'] } }),
        line({ repository: 'example-org/other' }),
        line({ pullRequest: 2 }),
        [BOT, `A quote:\n${ours(1)[1]}`],
        [BOT, 'no line'],
      ],
    });
    expect(numbers(await find(['c']))).toEqual([]);
  });

  it('are of several comments of a pull request the newest alone', async () => {
    const other = signed({ ...about(1), headSha: 'b'.repeat(40) });
    const { find } = world({ c: [pull(1)] }, [], { 1: [[BOT, other], ours(1), [BOT, signed(about(1), 'other')]] });
    expect((await find(['c'])).found.map(({ comment, signature }) => [comment.id, signature])).toEqual([
      [11, 'ours'],
      [12, 'other-key'],
    ]);
  });

  it('tell whether they count: edited, or under another key', async () => {
    const body = signed(about(1));
    const { find } = world({ c: [pull(1)] }, [], {
      1: [
        ours(1),
        [BOT, forged(body, { headSha: 'b'.repeat(40) })],
        [BOT, `${body} Or another one.`],
        [BOT, signed(about(1), 'another key')],
      ],
    });
    const signatures = (await find(['c'])).found.map(({ signature }) => signature);
    expect(signatures).toEqual(['ours', 'edited', 'edited', 'other-key']);
    expect((await find(['c'], () => true, [])).found).toEqual([]);
  });
});
