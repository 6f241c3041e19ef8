/** Messages of the action alone. Each sentence is written where it is decided. */
import type { Parts, Topic } from './message.ts';

const passThrough = ({ said }: { said: Parts }) => ({ message: said });

export const actionNotices = {
  'no-key': passThrough,
  'test-failed': passThrough,
  drift: passThrough,
  superseded: passThrough,
  unapproved: passThrough,
  'approvals-not-read': passThrough,
  'comments-not-read': passThrough,
  'review-edited': passThrough,
  'review-of-another-key': passThrough,
  'many-commits': passThrough,
  'comment-failed': passThrough,
  'comment-not-written': passThrough,
  'not-told': passThrough,
} satisfies Topic;
