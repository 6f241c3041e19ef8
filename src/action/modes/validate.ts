/** Checks the files of the rules. Needs no key, no token and no event of a certain kind. */
import { targetOf, titleOf } from '../comment/target.ts';
import { planFailure } from '../failure.ts';
import type { Mode } from '../mode.ts';
import { noticeList } from '../notice-list.ts';

export const validate: Mode = async (job) => {
  const { code, notices } = await job.commands.validate();
  return {
    failure: planFailure(code, { notices }),
    outputs: {},
    summary: [titleOf(targetOf(job.inputs)), noticeList(notices)].join('\n\n'),
    notices,
  };
};
