/** What fits: never above the limit, never broken off in the middle, and what is dangerous goes last. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/model/applied.ts';
import type { Change } from '../../../src/model/plan.ts';
import { appliedReport } from '../../../src/report/applied.ts';
import type { Report } from '../../../src/report/document.ts';
import { issueReport } from '../../../src/report/drift.ts';
import { planReport } from '../../../src/report/plan.ts';
import { printMarkdown } from '../../../src/report/print/markdown.ts';
import { forAll } from '../../harness/for-all.ts';
import { diagnosticOf, planOf } from '../../harness/printed.ts';
import { shownApplied, shownFailure } from '../../harness/shown-apply.ts';
import { shownChange, shownPlan, shownRule } from '../../harness/shown-rule.ts';
import { rendered } from './rendered.ts';

const change = fc
  .record({
    account: fc.constantFrom('default', 'alice', 'bob'),
    name: fc.string({ maxLength: 150, unit: 'binary' }),
    text: fc.string({ maxLength: 400, unit: 'binary' }),
    op: fc.constantFrom('create', 'replace', 'delete'),
    isRisky: fc.boolean(),
  })
  .map(({ account, name, text, op, isRisky }): Change => {
    const [before, after] = [shownRule({ aiInstructions: text }), shownRule({ aiInstructions: `${text} more` })];
    return shownChange({
      account,
      name,
      before: op === 'create' ? null : before,
      after: op === 'delete' ? null : after,
      risks: isRisky ? ['sends-mail'] : [],
    });
  });

const notice = fc
  .record({
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    message: fc.string({ maxLength: 300 }),
  })
  .map(({ severity, message }) => diagnosticOf({ code: 'many-commits', severity, message }));

/** Every report that has to fit somewhere. */
const reports = fc
  .record({
    changes: fc.array(change, { minLength: 1, maxLength: 60 }),
    notices: fc.array(notice, { maxLength: 30 }),
    statuses: fc.infiniteStream(fc.constantFrom('done', 'failed', 'refused', 'not-tried')),
  })
  .map(({ changes, notices, statuses }): Report[] => {
    const plan = { ...planOf(shownPlan(changes)), notices };
    const steps = changes.map((one) => ({
      change: one,
      status: statuses.next().value,
      error: shownFailure(one.name),
    }));
    const applied = shownApplied(steps as Step[], { run: null, notices });
    const kept = changes.map(({ account, op, name }) => ({ account, op, name }));
    return [planReport(plan), appliedReport(applied, {}), issueReport(plan, { ...FACTS, kept })];
  });

const FACTS = { kept: [], since: {}, merged: new Map(), pull: 'inboxctl pull --prune' };

describe('Markdown that has to fit', () => {
  it('is never too long, and whatever it begins it ends', () =>
    forAll([reports, fc.integer({ min: 100, max: 30_000 })], 20, (all, maxBytes) => {
      for (const report of all) {
        const markdown = printMarkdown(report, { maxBytes, whole: 'the summary of the job' });
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
        rendered(markdown);
        expect(markdown.match(/^(`{3,})(?:diff|sh|yaml)?$/gm)?.length ?? 0).toSatisfy((fences) => fences % 2 === 0);
      }
    }));

  it('keeps the changes that are dangerous before any other, and what to do about drift before all', async () => {
    const rule = shownRule({ from: '@acme.com' });
    await forAll([fc.nat(60), fc.nat(60), fc.integer({ min: 2_000, max: 40_000 })], 30, (risky, plain, maxBytes) => {
      const changes = Array.from({ length: risky + plain }, (_, index) => {
        const after = shownRule({ from: `@acme-${index}.com` });
        return shownChange({
          before: rule,
          after,
          name: `Rule ${index}`,
          risks: index < plain ? [] : ['sends-mail'],
        });
      });
      const plan = planOf(shownPlan(changes));
      for (const report of [planReport(plan), issueReport(plan, FACTS)]) {
        const markdown = printMarkdown(report, { maxBytes, whole: null });
        const summaries = markdown.match(/^<summary><b>.*$/gm) ?? [];
        const shown = summaries.filter((summary) => summary.includes('⚠️')).length;
        // A dangerous one is longer: where the next has no room, one other may have.
        if (shown < risky) expect(summaries.length - shown).toBeLessThanOrEqual(1);
        if (report.next.length > 1) expect(markdown).toContain('**Revert it.**');
        const left = changes.length - summaries.length;
        if (left > 0) expect(markdown).toContain(`**${left} of ${changes.length} change`);
      }
    });
  });
});
