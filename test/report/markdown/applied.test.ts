import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Applied } from '../../../src/diagnostics/results.ts';
import type { Step } from '../../../src/model/applied.ts';
import type { Change } from '../../../src/model/plan.ts';
import { forAll } from '../../harness/for-all.ts';
import { diagnosticOf, markdownApplied } from '../../harness/printed.ts';
import { shownApplied, shownDifference, shownFailure } from '../../harness/shown-apply.ts';
import { hostile } from './hostile.ts';
import { changeOf } from './plans.ts';
import { expectInert } from './rendered.ts';

const ALL = { maxBytes: Number.POSITIVE_INFINITY };
const SWITCHED = diagnosticOf({
  code: 'enabled-differs',
  severity: 'warning',
  message: 'declared off, but on.',
  account: 'default',
  rule: 'A',
});

function made(op: Change['op'], name: string, status: Step['status'], message?: string): Step {
  const error = message === undefined ? {} : { error: shownFailure(message) };
  return { change: changeOf(op, name, { source: null }), status, ...error };
}

function refused(op: Change['op'], name: string, code: string): Step {
  return { change: changeOf(op, name, { source: null, refused: code }), status: 'refused' };
}

const applied = (outcome: Applied['outcome'], steps: Step[], more: Partial<Applied> = {}) =>
  shownApplied(steps, { outcome, ...more });

describe('what an apply did, as Markdown', () => {
  it('begins with how it ended', () => {
    const title = (one: Applied) => markdownApplied(one, ALL).split('\n', 1)[0];
    const [done, failed] = [made('create', 'A', 'done'), made('create', 'B', 'failed', 'No')];
    expect(title(applied('converged', [done, made('delete', 'B', 'done')]))).toBe(
      '### Converged: the live rules are as declared',
    );
    expect(title(applied('converged', [done], { notices: [SWITCHED] }))).toBe(
      '### Converged, but 1 rule is on or off against its file',
    );
    expect(title(applied('partial', [done, failed]))).toBe('### Partly applied: 1 of 2 changes made, 1 failed');
    expect(title(applied('partial', [failed]))).toBe('### Nothing was applied: 1 failed');
    expect(title(applied('refused', [made('create', 'A', 'refused')]))).toBe('### Nothing was applied: 1 refused');
    expect(title(applied('interrupted', [done, failed]))).toBe('### Interrupted: 1 of 2 changes made, 1 failed');
    const differences = [shownDifference({ path: '', kind: 'missing' })];
    expect(title(applied('differs', [done], { differences }))).toBe(
      '### Not converged: 1 of 1 change made, 1 difference is left',
    );
  });

  it('says what went wrong and why before what was done', async () => {
    const markdown = markdownApplied(
      applied(
        'partial',
        [
          made('create', 'New', 'failed', 'The service answered 500'),
          refused('replace', 'Seen', 'unreviewed'),
          made('delete', 'Old', 'held'),
          made('delete', 'Later', 'not-tried'),
          made('replace', 'Good', 'done'),
          made('create', 'Before', 'skipped'),
        ],
        {
          differences: ['One', 'Two'].map((rule) =>
            shownDifference({ rule, path: 'actions/0/fields/label', declared: 'A' }),
          ),
          notices: [
            diagnosticOf({
              code: 'rollback-switched',
              args: { was: 'on' },
              severity: 'warning',
              message: 'What becomes of one rule is not known.',
            }),
          ],
        },
      ),
      ALL,
    );
    await expect(markdown).toMatchFileSnapshot('./applied/partial.md');
  });

  const STATUSES = ['done', 'failed', 'refused', 'held', 'not-tried', 'skipped'] as const;
  const everythingIs = (text: string, size: number) =>
    applied(
      'partial',
      Array.from({ length: size }, (_, index) => {
        const step = made('create', text, STATUSES[index % STATUSES.length] ?? 'done', text);
        return { ...step, change: { ...step.change, account: text, refused: text } };
      }),
      {
        run: text,
        differences: [shownDifference({ account: text, rule: text, declared: text, live: text })],
        notices: [diagnosticOf({ code: text, severity: 'error', message: text, account: text, rule: text })],
        unplanned: [{ account: text, message: text }],
        unchecked: [{ account: text, failure: shownFailure(text, { hint: text, remedy: text, outcomeUnknown: true }) }],
      },
    );

  it('lets no text do anything, in any size', () =>
    forAll([hostile, fc.integer({ min: 0, max: 6_000 })], 100, (text, maxBytes) => {
      const markdown = markdownApplied(everythingIs(text, 24), { maxBytes });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
      expectInert(markdown);
    }));

  it('of 5,000 changes says how many it leaves out', () => {
    const markdown = markdownApplied(everythingIs('A rule', 5_000), { maxBytes: 20_000 });
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(20_000);
    expect(markdown).toContain('834 failed, 833 refused, 833 held back, 833 not tried');
    expect(markdown).toMatch(/ and 8\d\d more/);
    expectInert(markdown);
  });
});
