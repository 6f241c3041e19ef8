/** All codes with their texts. */
import { accountProblems } from './accounts.ts';
import { actionNotices } from './action.ts';
import { circleNotices } from './changes.ts';
import { connectionProblems } from './connections.ts';
import { fileProblems } from './files.ts';
import { guardNotices } from './guards.ts';
import { mailboxNotices, mailFileProblems, mailReasons } from './mail.ts';
import type { Topic } from './message.ts';
import { planFileProblems } from './plan-files.ts';
import { planNotices } from './plans.ts';
import { doctorFindings } from './probes.ts';
import { projectProblems } from './project.ts';
import { pullNotices } from './pulls.ts';
import { rollbackNotices } from './rollbacks.ts';
import { runNotices } from './runs.ts';
import { sandboxProblems } from './sandbox.ts';
import { settingProblems } from './settings.ts';
import { statsNotices } from './stats.ts';
import { testProblems } from './tests.ts';
import { usageProblems } from './usage.ts';

export const topics = {
  ...fileProblems,
  ...settingProblems,
  ...usageProblems,
  ...connectionProblems,
  ...projectProblems,
  ...accountProblems,
  ...planFileProblems,
  ...planNotices,
  ...circleNotices,
  ...guardNotices,
  ...pullNotices,
  ...rollbackNotices,
  ...runNotices,
  ...statsNotices,
  ...mailReasons,
  ...mailFileProblems,
  ...mailboxNotices,
  ...testProblems,
  ...sandboxProblems,
  ...doctorFindings,
  ...actionNotices,
} satisfies Topic;
