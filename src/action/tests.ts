/** The tests of the rules in a job: each that failed is an error at its line, and the job fails. */
import { count } from '../diagnostics/counts.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Parts, quoted, say, theirs } from '../diagnostics/message.ts';
import type { TestDocument } from '../model/tested.ts';
import { planFailure } from './failure.ts';
import type { Ending, Job } from './mode.ts';
import { inParts, toldBelow } from './words.ts';

type Test = TestDocument['tests'][number];

/** Runs the tests. They need no key. The summary is empty where there are none. */
export async function tested({ commands }: Job): Promise<Pick<Ending, 'failure' | 'summary' | 'notices'>> {
  const { code, document, notices } = await commands.test();
  if (document === null) return { failure: planFailure(code, { notices }), summary: '', notices };
  const failed = document.tests.filter(({ passed }) => !passed);
  const { length: all } = document.tests;
  const passed = all - failed.length;
  const summary = `${count(all, 'test')} of the rules: ${passed} passed, ${failed.length} failed.`;
  const errors = failed.map(asNotice);
  return {
    failure:
      failed.length === 0
        ? null
        : {
            reason: 'tests-failed',
            message: toldBelow(say`${count(failed.length, 'test')} of the rules failed.`, errors.map(inParts)),
          },
    summary: all === 0 ? '' : summary,
    notices: [...notices, ...errors],
  };
}

function asNotice({ account, name, source, expectations }: Test): Diagnostic {
  const unmet = expectations.flatMap(({ rule, expected, actual, reason }): Parts => {
    if (expected === actual) return [];
    const why = reason === null ? [] : say` ${theirs(reason)}`;
    return say` ${theirs(rule)}: expected ${theirs(expected)}, got ${theirs(actual)}.${why}`;
  });
  const said = say`The test ${quoted(name)} failed.${unmet}`;
  return { code: 'test-failed', args: { said }, severity: 'error', account, place: source };
}

/** Adds the outcome of the tests to an ending. A notice that both have is kept once. */
export function withTests(ending: Ending, tests: Awaited<ReturnType<typeof tested>>): Ending {
  const known = new Set(ending.notices.map((notice) => JSON.stringify(notice)));
  return {
    ...ending,
    failure: ending.failure ?? tests.failure,
    summary: [ending.summary, tests.summary].filter((text) => text !== '').join('\n\n'),
    notices: [...ending.notices, ...tests.notices.filter((notice) => !known.has(JSON.stringify(notice)))],
  };
}
