/** Checks the files of the rules, and runs their tests. Needs no key, no token and no event of a certain kind. */
import { targetOf, titleOf } from '../comment/target.ts';
import { planFailure } from '../failure.ts';
import type { Mode } from '../mode.ts';
import { noticeList } from '../notice-list.ts';
import { tested, withTests } from '../tests.ts';

export const validate: Mode = async (job) => {
  const { code, notices } = await job.commands.validate();
  const failure = planFailure(code, { notices });
  // Where the files are wrong, no test can be told right from wrong.
  const tests = failure?.reason === 'invalid' ? null : await tested(job);
  const whole = withTests({ failure, outputs: {}, summary: '', notices }, tests ?? NO_TESTS);
  const summary = [titleOf(targetOf(job.inputs)), noticeList(whole.notices), whole.summary];
  return { ...whole, summary: summary.filter((text) => text !== '').join('\n\n') };
};

const NO_TESTS = { failure: null, summary: '', notices: [] };
