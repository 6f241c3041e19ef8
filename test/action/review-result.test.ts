/** What a comment says became of its plan: only what is true, below the marker line, and never more than GitHub takes. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortDigest } from '../../src/action/comment/marker.ts';
import { cutTo } from '../../src/action/review/cut.ts';
import type { Fate, Fates } from '../../src/action/review/fates.ts';
import { type Result, withResult } from '../../src/action/review/result.ts';
import { verdictOf } from '../../src/action/review/verdict.ts';

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const fate = (name: string, open: string | null = null): Fate => ({
  account: 'default',
  op: 'create',
  name,
  digest: digestOf(name),
  open,
  isMade: open === null,
});
const review = (...names: string[]) => ({
  digest: digestOf(`plan ${names}`),
  changes: names.map((name) => shortDigest(digestOf(name))),
});
/** Fates of a run whose plan has just these changes. */
const run = (...fates: Fate[]): Fates => {
  const changes = fates.map(({ digest }) => ({ digest }));
  return {
    plan: { digest: digestOf(`plan ${fates.map(({ name }) => name)}`), changes } as Fates['plan'],
    fates,
    isWhole: true,
  };
};
const stateOf = (reviewed: Parameters<typeof verdictOf>[0], fates: Fates) => verdictOf(reviewed, fates).state;

describe('a comment', () => {
  it('is applied once all that it shows is made, or needed no more while nothing else is open', () => {
    expect(stateOf(review('a', 'b'), run(fate('a'), fate('b'), fate('c', 'failed')))).toBe('applied');
    expect(stateOf(review('a', 'b'), run(fate('b')))).toBe('applied');
    expect(stateOf(review('a', 'b'), run())).toBe('applied');
    expect(stateOf(review(), run())).toBe('applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run())).toBe('applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run(fate('a'), fate('b')))).toBe('applied');
  });

  it('is not where a change is open that may be one of its own in another form', () => {
    expect(stateOf(review('a'), run(fate('a, edited since', 'unreviewed')))).toBe('not-applied');
    expect(stateOf(review('a', 'b'), run(fate('a, edited since', 'unreviewed'), fate('b')))).toBe('partly-applied');
    expect(stateOf(review(), run(fate('a', 'unreviewed')))).toBe('not-applied');
    expect(stateOf({ ...review('a', 'b'), changes: null }, run(fate('b', 'unreviewed')))).toBe('not-applied');
  });

  it('is not where the rules of an account could not be read: they may need what it shows', () => {
    const partial = { ...run(fate('a')), isWhole: false };
    expect(stateOf(review('a'), partial)).toBe('applied');
    expect(stateOf(review('a', 'b'), partial)).toBe('partly-applied');
    expect(stateOf(review('a'), { plan: null, fates: [], isWhole: false })).toBe('not-applied');
  });

  it('is partly applied where some of its changes are open', () => {
    expect(stateOf(review('a', 'b'), run(fate('a'), fate('b', 'failed')))).toBe('partly-applied');
    expect(stateOf(review('a', 'b'), run(fate('b', 'failed')))).toBe('partly-applied');
    expect(stateOf(review('a', 'b'), run(fate('a', 'failed'), fate('b', 'failed')))).toBe('not-applied');
  });

  it('has of changes that are alike as many as it shows', () => {
    const twice = run(fate('a', 'unreviewed'), fate('a'));
    expect(verdictOf(review('a'), twice)).toMatchObject({ state: 'applied', others: 1 });
    expect(stateOf(review('a', 'a'), twice)).toBe('partly-applied');
  });
});

describe('a review still counts', () => {
  const leftOf = (reviewed: Parameters<typeof verdictOf>[0], fates: Fates) => verdictOf(reviewed, fates).left;
  const shorts = (...names: string[]) => review(...names).changes;

  it('for what was not made', () => {
    expect(leftOf(review('a', 'b'), run(fate('a'), fate('b', 'failed')))).toEqual(shorts('b'));
    expect(leftOf(review('a', 'a'), run(fate('a', 'failed'), fate('a')))).toEqual(shorts('a'));
    expect(leftOf(review('a'), run(fate('a', 'unreviewed'), fate('a')))).toEqual([]);
  });

  it('not for what was made, also where the service stored it differently', () => {
    expect(leftOf(review('a'), run({ ...fate('a', 'stored differently'), isMade: true }))).toEqual([]);
  });

  it('for what is not needed only as long as that is not sure', () => {
    expect(leftOf(review('a', 'b'), run(fate('b', 'failed')))).toEqual(shorts('b'));
    expect(leftOf(review('a', 'b'), run(fate('b'), fate('a, edited since', 'unreviewed')))).toEqual(shorts('a'));
    expect(leftOf(review('a', 'b'), { ...run(fate('b')), isWhole: false })).toEqual(shorts('a'));
    expect(leftOf(review('a'), { plan: null, fates: [], isWhole: false })).toEqual(shorts('a'));
  });

  it('for one more that is like one that was made before', () => {
    const once = { ...review('a'), done: shorts('a') };
    expect(leftOf(once, run(fate('a', 'failed')))).toEqual(shorts('a'));
    expect(leftOf(once, run(fate('a')))).toEqual([]);
  });

  it('as a whole or not at all, where it has no list', () => {
    const whole = { ...review('a', 'b'), changes: null };
    expect(leftOf(whole, run(fate('a', 'failed'), fate('b', 'failed')))).toBeNull();
    expect(leftOf(whole, run(fate('a'), fate('b', 'failed')))).toEqual([]);
    expect(leftOf(whole, run(fate('c')))).toEqual([]);
    expect(leftOf(whole, run(fate('c', 'failed')))).toBeNull();
  });
});

const MARKER = '<!-- inboxctl:v1 eyJhIjoxfQ -->';
const PLAN = '## inboxctl\n\nThe plan.\n';
const result = (more: Partial<Result> = {}): Result => ({
  verdict: verdictOf(review('a'), run(fate('a'))),
  signature: 'ours',
  reason: null,
  run: { runUrl: 'https://github.com/example-org/inbox/actions/runs/7', sha: 'c'.repeat(40) },
  ...more,
});
const withVerdict = (names: string[], ...fates: Fate[]) =>
  result({ verdict: verdictOf(review(...names), run(...fates)) });

describe('the result in a comment', () => {
  it('stands between the marker line and the plan, both as they were', () => {
    expect(withResult(`${MARKER}\n${PLAN}`, result())).toBe(
      `${MARKER}\n<!-- inboxctl:result -->\n**Applied**: 1 change made. [This run](https://github.com/example-org/inbox/actions/runs/7), commit [cccccccccccc](https://github.com/example-org/inbox/commit/${'c'.repeat(40)}).\n\n<!-- inboxctl:result:end -->\n\n${PLAN}`,
    );
  });

  it('replaces that of an earlier run, also after the comment was saved in a browser', () => {
    const first = withResult(`${MARKER}\n${PLAN}`, withVerdict(['a'], fate('a', 'failed')));
    expect(first).toContain('**Not applied**');
    expect(withResult(first, result())).toBe(withResult(`${MARKER}\n${PLAN}`, result()));
    const saved = first.replaceAll('\n', '\r\n');
    expect(withResult(saved, result())).toMatch(/^<!-- inboxctl:v1 eyJhIjoxfQ -->\r\n/);
    expect(withResult(saved, result())).not.toContain('Not applied');
  });

  it('names what is open, and nothing in a name or an answer of the service can act', () => {
    const name = 'x\n<!-- inboxctl:result:end -->\n@everyone `code`';
    const body = withResult(
      `${MARKER}\n${PLAN}`,
      withVerdict(['a', name], fate('a'), fate(name, 'Ask @admin, see #1')),
    );
    expect(body).toContain('**Partly applied**: 1 change made, 1 not made.');
    expect(body.split('\n').filter((line) => line.startsWith('<!--'))).toHaveLength(3);
    expect(body).toContain(
      '- create `` x\\u{a}\\u{3c}!-- inboxctl:result:end -->\\u{a}@everyone `code` ``: Ask `@admin`, see `#1`\n',
    );
    const again = withResult(body, result());
    expect(again).toBe(withResult(`${MARKER}\n${PLAN}`, result()));
  });

  it('says what does not count, and why, unless the inbox is as declared', () => {
    const edited = { ...withVerdict(['a'], fate('b', 'unreviewed')), signature: 'edited' as const };
    expect(withResult(MARKER, edited)).toContain(
      '**Not applied**: This comment does not count as a review: its first line is not as',
    );
    expect(withResult(MARKER, { ...edited, signature: 'other-key' })).toContain('`signing-key`');
    expect(withResult(MARKER, result({ signature: 'edited' }))).toContain('**Applied**');
  });

  it('never makes a comment larger than 60,000 bytes, and cuts the plan between its changes', () => {
    const item = (index: number) =>
      `<details><summary>Ä${index}</summary>\n\n\`\`\`\`diff\n</details>\n\`\`\`\n\n${'ö'.repeat(400)}\n\`\`\`\`\n\n</details>\n`;
    const plan = Array.from({ length: 70 }, (_, index) => item(index)).join('\n');
    const body = withResult(
      `${MARKER}\n${plan}`,
      withVerdict(
        Array.from({ length: 50 }, (_, index) => `rule ${index}`),
        ...Array.from({ length: 50 }, (_, index) => fate(`rule ${index}`, 'x'.repeat(5000))),
      ),
    );
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(body)).toBeGreaterThan(58_000);
    expect(body).toContain('\n- and 30 more\n');
    expect(body.match(/<details>/g)?.length).toBe((body.match(/<\/details>/g)?.length ?? 0) / 2);
    expect(
      body.endsWith(
        '</details>\n\n_The rest of this plan does not fit here any more: the history of this comment has it._\n',
      ),
    ).toBe(true);
  });

  it('is cut to what fits, wherever that is', () => {
    const pieces = fc.constantFrom(
      '<details>',
      '</details>',
      '```',
      '````',
      '~~~',
      '',
      'text',
      'ü'.repeat(30),
      '``` x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.nat(400), (lines, bytes) => {
        const markdown = lines.join('\n');
        const cut = cutTo(markdown, bytes);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
        const kept = cut.split('_The rest of')[0]?.trimEnd() ?? '';
        expect(markdown.startsWith(kept)).toBe(true);
      }),
    );
  });
});
