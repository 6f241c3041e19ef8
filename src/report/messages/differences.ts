import type { DifferenceKind } from '../../model/applied.ts';

/** What to do where the service keeps something in another way than it was sent. */
export const REMEDIES: Record<DifferenceKind, string> = {
  field:
    'The service changed this value. Write what it answers into the file, or list the field under `ignoreDifferences` in inboxctl.yaml.',
  order:
    'The service answers the actions in another order. If the order does not matter, set `actionOrder: any` in inboxctl.yaml.',
  missing: 'The rule is not there: something else removed it. Run `inboxctl apply` again.',
  'left-over': 'The rule is there again: something else made it. Run `inboxctl plan` to see it.',
};
