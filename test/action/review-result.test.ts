/** What a comment says became of its plan: only what is true, and never more than GitHub takes. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDigest } from '../../src/action/comment/marker.ts';
import type { ChangeOutcome, Outcomes } from '../../src/action/review/outcomes.ts';
import { type PostedResult, withResult as withResultIn } from '../../src/action/review/result.ts';
import { statusOf } from '../../src/action/review/status.ts';
import { theirs } from '../../src/diagnostics/message.ts';
import { planDigest } from '../../src/model/digest.ts';
import { forAll } from '../harness/for-all.ts';

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const outcome = (name: string, open: string | null = null): ChangeOutcome => ({
  account: 'default',
  op: 'create',
  name,
  digest: digestOf(name),
  open: open === null ? null : [theirs(open)],
  isMade: open === null,
});
const review = (...names: string[]) => ({
  digest: planDigest(
    names.map((name) => outcome(name)),
    [],
  ),
  changes: names.map((name) => shortDigest(digestOf(name))),
});
/** Outcomes of a run whose plan has just these changes. */
const run = (...outcomes: ChangeOutcome[]): Outcomes => {
  const changes = outcomes.map(({ digest }) => ({ digest }));
  return {
    plan: { digest: planDigest(outcomes, []), changes, accounts: [] } as unknown as Outcomes['plan'],
    outcomes,
    isWhole: true,
  };
};
const stateOf = (reviewed: Parameters<typeof statusOf>[0], outcomes: Outcomes) => statusOf(reviewed, outcomes).state;

describe('a comment', () => {
  it('is applied once all that it shows is made, or needed no more while nothing else is open', () => {
    expect(stateOf(review('a', 'b'), run(outcome('a'), outcome('b'), outcome('c', 'failed')))).toBe('applied');
    expect(stateOf(review('a', 'b'), run(outcome('b')))).toBe('applied');
    expect(stateOf(review('a', 'b'), run())).toBe('applied');
    expect(stateOf(review(), run())).toBe('applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run())).toBe('applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run(outcome('a'), outcome('b')))).toBe('applied');
  });

  it('is not where a change is open that may be one of its own in another form', () => {
    expect(stateOf(review('a'), run(outcome('a, edited since', 'unreviewed')))).toBe('not-applied');
    expect(stateOf(review('a', 'b'), run(outcome('a, edited since', 'unreviewed'), outcome('b')))).toBe(
      'partly-applied',
    );
    expect(stateOf(review(), run(outcome('a', 'unreviewed')))).toBe('not-applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run(outcome('b', 'unreviewed')))).toBe('not-applied');
  });

  it('is not where the rules of an account could not be read: they may need what it shows', () => {
    const partial = { ...run(outcome('a')), isWhole: false };
    expect(stateOf(review('a'), partial)).toBe('applied');
    expect(stateOf(review('a', 'b'), partial)).toBe('partly-applied');
    expect(stateOf(review('a'), { plan: null, outcomes: [], isWhole: false })).toBe('not-applied');
  });

  it('is partly applied where some of its changes are open', () => {
    expect(stateOf(review('a', 'b'), run(outcome('a'), outcome('b', 'failed')))).toBe('partly-applied');
    expect(stateOf(review('a', 'b'), run(outcome('b', 'failed')))).toBe('partly-applied');
    expect(stateOf(review('a', 'b'), run(outcome('a', 'failed'), outcome('b', 'failed')))).toBe('not-applied');
  });

  it('has of changes that are alike as many as it shows', () => {
    const twice = run(outcome('a', 'unreviewed'), outcome('a'));
    expect(statusOf(review('a'), twice)).toMatchObject({ state: 'applied', others: 1 });
    expect(stateOf(review('a', 'a'), twice)).toBe('partly-applied');
  });
});

describe('a run that is run again', () => {
  const shorts = (...names: string[]) => review(...names).changes ?? [];
  const spent = { ...review(), done: shorts('a', 'b', 'c', 'd') };

  it('takes nothing back that was made, whatever it could read', () => {
    for (const outcomes of [run(), { ...run(), isWhole: false }, { plan: null, outcomes: [], isWhole: false }]) {
      const status = statusOf(spent, outcomes);
      expect(status).toMatchObject({ state: 'applied', total: { made: 4, unneeded: 0 }, left: [] });
    }
  });

  it('adds what it makes', () => {
    const half = { ...review('c', 'd', 'e'), done: shorts('a', 'b') };
    const { total, state } = statusOf(half, run(outcome('c'), outcome('d', 'failed')));
    expect({ total, state }).toEqual({ total: { made: 3, unneeded: 1 }, state: 'partly-applied' });
    expect(statusOf(half, run(outcome('c'), outcome('d'))).total).toEqual({ made: 4, unneeded: 1 });
  });

  it('knows what was made of a plan without a list', () => {
    const status = statusOf({ ...review(), made: 5000 }, run());
    expect(status).toMatchObject({ state: 'applied', total: { made: 5000, unneeded: 0 } });
  });

  it('names what is needed again although it was made', () => {
    const status = statusOf(spent, run(outcome('b', 'unreviewed')));
    expect(status).toMatchObject({ state: 'partly-applied', total: { made: 4 }, open: [{ name: 'b' }] });
  });
});

describe('a review still counts', () => {
  const leftOf = (reviewed: Parameters<typeof statusOf>[0], outcomes: Outcomes) => statusOf(reviewed, outcomes).left;
  const shorts = (...names: string[]) => review(...names).changes;

  it('for what was not made', () => {
    expect(leftOf(review('a', 'b'), run(outcome('a'), outcome('b', 'failed')))).toEqual(shorts('b'));
    expect(leftOf(review('a', 'a'), run(outcome('a', 'failed'), outcome('a')))).toEqual(shorts('a'));
    expect(leftOf(review('a'), run(outcome('a', 'unreviewed'), outcome('a')))).toEqual([]);
  });

  it('not for what was made, also where the service stored it differently', () => {
    expect(leftOf(review('a'), run({ ...outcome('a', 'stored differently'), isMade: true }))).toEqual([]);
  });

  it('for what is not needed only as long as that is not sure', () => {
    expect(leftOf(review('a', 'b'), run(outcome('b', 'failed')))).toEqual(shorts('b'));
    expect(leftOf(review('a', 'b'), run(outcome('b'), outcome('a, edited since', 'unreviewed')))).toEqual(shorts('a'));
    expect(leftOf(review('a', 'b'), { ...run(outcome('b')), isWhole: false })).toEqual(shorts('a'));
    expect(leftOf(review('a'), { plan: null, outcomes: [], isWhole: false })).toEqual(shorts('a'));
  });

  it('for one more that is like one that was made before', () => {
    const once = { ...review('a'), done: shorts('a') };
    expect(leftOf(once, run(outcome('a', 'failed')))).toEqual(shorts('a'));
    expect(leftOf(once, run(outcome('a')))).toEqual([]);
  });

  it('as a whole or not at all, where it has no list', () => {
    const whole = { ...review('a', 'b'), changes: null };
    expect(leftOf(whole, run(outcome('a', 'failed'), outcome('b', 'failed')))).toBeNull();
    expect(leftOf(whole, run(outcome('a'), outcome('b', 'failed')))).toEqual([]);
    expect(leftOf(whole, run(outcome('c')))).toEqual([]);
    expect(leftOf(whole, run(outcome('c', 'failed')))).toBeNull();
  });
});

const PLAN = '## inboxctl\n\nThe plan.\n';
const result = (more: Partial<PostedResult> = {}): PostedResult => ({
  status: statusOf(review('a'), run(outcome('a'))),
  isEdited: false,
  reason: null,
  run: { runUrl: 'https://github.com/example-org/inbox/actions/runs/7', sha: 'c'.repeat(40) },
  ...more,
});
const withVerdict = (names: string[], ...outcomes: ChangeOutcome[]) =>
  result({ status: statusOf(review(...names), run(...outcomes)) });

/** The longest text of a comment, in bytes. */
const MOST = 60_000;
const withResult = (text: string, of: PostedResult) => withResultIn(text, of, MOST);

describe('the result in a comment', () => {
  it('stands above the plan, which is as it was', () => {
    expect(withResult(PLAN, result())).toBe(
      `<!-- inboxctl:result -->\n**Applied**: 1 change made. [This run](https://github.com/example-org/inbox/actions/runs/7), commit [cccccccccccc](https://github.com/example-org/inbox/commit/${'c'.repeat(40)}).\n\n<!-- inboxctl:result:end -->\n\n${PLAN}`,
    );
  });

  it('replaces that of an earlier run', () => {
    const first = withResult(PLAN, withVerdict(['a'], outcome('a', 'failed')));
    expect(first).toContain('**Not applied**');
    expect(withResult(first, result())).toBe(withResult(PLAN, result()));
  });

  it('names what is open, and nothing in a name or an answer of the service can act', () => {
    const name = 'x\n<!-- inboxctl:result:end -->\n@everyone `code`';
    const body = withResult(PLAN, withVerdict(['a', name], outcome('a'), outcome(name, 'Ask @admin, see #1')));
    expect(body).toContain('**Partly applied**: 1 change made, 1 not made.');
    expect(body.split('\n').filter((line) => line.startsWith('<!--'))).toHaveLength(2);
    expect(body).toContain(
      '- create `` x\\u{a}\\u{3c}!-- inboxctl:result:end -->\\u{a}@everyone `code` ``: `Ask @admin, see #1`',
    );
    const again = withResult(body, result());
    expect(again).toBe(withResult(PLAN, result()));
  });

  it('says what does not count, and why, unless the inbox is as declared', () => {
    const edited = { ...withVerdict(['a'], outcome('b', 'unreviewed')), isEdited: true };
    expect(withResult(PLAN, edited)).toContain(
      '**Not applied**: This comment does not count as a review: its text or first line was changed by somebody else.',
    );
    expect(withResult(PLAN, result({ isEdited: true }))).toContain('**Applied**');
  });

  it('leaves out what is open past 5,000 bytes, counts it, and keeps the plan', () =>
    forAll([fc.nat(200), fc.string({ maxLength: 300, unit: 'binary' })], 100, (number, text) => {
      const names = Array.from({ length: number }, (_, index) => `rule ${index} ${text}`);
      const body = withResult(PLAN, withVerdict(names, ...names.map((name) => outcome(name, text.repeat(20)))));
      const [, block = ''] = body.split(/<!-- inboxctl:result -->|<!-- inboxctl:result:end -->/);
      expect(Buffer.byteLength(block)).toBeLessThanOrEqual(5_010);
      expect(body.endsWith(`\n\n${PLAN}`)).toBe(true);
      const left = Number(/^- and (\d+) more$/m.exec(block)?.[1] ?? 0);
      expect((block.match(/^- create /gm)?.length ?? 0) + left).toBe(number);
      if (left > 0) expect(Buffer.byteLength(block)).toBeGreaterThan(1_500);
    }));

  it('leaves out the whole plan of a comment that others made too long, and says where it is', () => {
    const body = withResult('ä'.repeat(40_000), result());
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MOST);
    expect(body).toMatch(
      /result:end -->\n\n_The plan does not fit here any more: the history of this comment has it\._\n$/,
    );
    const fits = 'ä'.repeat(29_000);
    expect(withResult(fits, result()).endsWith(fits)).toBe(true);
  });
});
