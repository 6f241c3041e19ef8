/** The mode validate: checks the rule files and runs their tests. It needs no key and no token, and runs on any event. */
import { count } from '../../diagnostics/counts.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { inRow, ours, say } from '../../diagnostics/message.ts';
import type { Tested } from '../../diagnostics/results.ts';
import { type Block, paragraph } from '../../report/document.ts';
import { line, messageLine } from '../../report/inline.ts';
import { targetOf, titleOf } from '../comment/target.ts';
import { planFailure } from '../failure.ts';
import { type Ending, eachOnce, type Job, type Mode } from '../mode.ts';
import { toldBelow } from '../words.ts';

export const validate: Mode = async (job) => {
  const { code, notices } = await job.commands.validate();
  const failure = planFailure(code, { notices });
  // If the files are wrong, the results of tests mean nothing.
  const tests = failure?.reason === 'invalid' ? null : await runTests(job);
  const whole = withTests({ failure, outputs: {}, summary: [], notices }, tests ?? NO_TESTS);
  return { ...whole, summary: [titleOf(targetOf(job.inputs)), ...noticeBlocks(whole.notices), ...whole.summary] };
};

const NO_TESTS = { failure: null, summary: [], notices: [] };

/** Runs the tests. Each failed test is an error at its line and fails the job. Without tests the summary is empty. */
export async function runTests({ commands }: Job): Promise<Pick<Ending, 'failure' | 'summary' | 'notices'>> {
  const { code, document, notices } = await commands.test();
  if (document === null) return { failure: planFailure(code, { notices }), summary: [], notices };
  const failed = document.tests.filter(({ passed }) => !passed);
  const { length: all } = document.tests;
  const passed = all - failed.length;
  const summary = line`${count(all, 'test')} of the rules: ${passed} passed, ${failed.length} failed.`;
  const errors = failed.map(asNotice);
  const message = toldBelow(say`${count(failed.length, 'test')} of the rules failed.`, errors.map(messageLine));
  return {
    failure: failed.length === 0 ? null : { reason: 'tests-failed', message },
    summary: all === 0 ? [] : [paragraph(summary)],
    notices: [...notices, ...errors],
  };
}

function asNotice({ account, name, source, expectations }: Tested['tests'][number]): Diagnostic {
  const unmet = expectations
    .filter(({ expected, actual }) => expected !== actual)
    .map(({ reasons, ...expectation }) => ({ ...expectation, why: reasons.map(messageLine) }));
  return { code: 'test-failed', args: { test: name, unmet }, severity: 'error', account, place: source };
}

/** Adds the outcome of the tests to an ending. */
export function withTests(ending: Ending, tests: Awaited<ReturnType<typeof runTests>>): Ending {
  return {
    ...ending,
    failure: ending.failure ?? tests.failure,
    summary: [...ending.summary, ...tests.summary],
    notices: eachOnce([...ending.notices, ...tests.notices]),
  };
}

/** Shows notices without a plan: counts, then a list, worst first. */
export function noticeBlocks(notices: readonly Diagnostic[]): Block[] {
  const worst = (['error', 'warning', 'info'] as const).map((severity) => {
    return { severity, own: notices.filter((notice) => notice.severity === severity) };
  });
  const counted = worst.flatMap(({ severity, own }) => {
    return severity === 'info' || own.length === 0 ? [] : [ours(count(own.length, severity))];
  });
  const first = counted.length === 0 ? line`No problem was found.` : line`${inRow(counted)}.`;
  return [paragraph(first), { kind: 'problems', diagnostics: worst.flatMap(({ own }) => own) }];
}
