/** What to do where the service keeps something in another way than it was sent. */
import type { Difference } from '../model/applied.ts';
import { ignoreDifferences } from './ignore-differences.ts';

type Differing = Pick<Difference, 'kind' | 'path' | 'rule' | 'live'>;

/** How a difference can be settled, in words; where lines for inboxctl.yaml belong to it, they follow. */
export function advice({ kind, path, live }: Pick<Differing, 'kind' | 'path' | 'live'>): string {
  switch (kind) {
    case 'missing':
      return 'The rule is not there: something else removed it. Apply again.';
    case 'left-over':
      return 'The rule is there again: something else made it. The next plan shows it.';
    case 'order':
      return 'The service answers the actions in another order. If the order does not matter, write into inboxctl.yaml:';
    case 'field':
      if (path === 'name') return 'Write the name into the file as the service answers it.';
      return live === null
        ? 'The service does not keep this. To leave it at that, write into inboxctl.yaml:'
        : 'Write what the service answers into the file (inboxctl pull), or leave it at that, in inboxctl.yaml:';
  }
}

/** The lines for inboxctl.yaml after which differences of one kind count no more; none where no setting helps. */
export function settling({ kind, at }: { kind: Difference['kind']; at: readonly Pick<Differing, 'rule' | 'path'>[] }) {
  if (kind === 'order') return ['actionOrder: any'];
  return kind === 'field' ? ignoreDifferences(at.filter(({ path }) => path !== 'name')) : [];
}

/** All that is to be said of one difference, as one text. */
export function remedyOf(difference: Differing): string {
  return [advice(difference), ...settling({ kind: difference.kind, at: [difference] })].join('\n');
}
