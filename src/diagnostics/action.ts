/** What the action says besides its commands: each sentence stands where it is decided. */
import type { Parts, Topic } from './message.ts';

const told = ({ said }: { said: Parts }) => ({ message: said });

export const actionNotices = {
  'no-key': told,
  'test-failed': told,
  drift: told,
  superseded: told,
  unapproved: told,
  'approvals-not-read': told,
  'comments-not-read': told,
  'review-edited': told,
  'review-of-another-key': told,
  'many-commits': told,
  'comment-failed': told,
  'comment-not-written': told,
  'not-told': told,
} satisfies Topic;
