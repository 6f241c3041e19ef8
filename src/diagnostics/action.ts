/** Messages of the action alone. Each sentence is written where it is decided. */
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
