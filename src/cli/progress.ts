/** What an apply says on stderr while it runs. */
import type { ProgressEvent } from '../model/applied.ts';
import { textStep } from '../report/text-apply.ts';
import type { Invocation } from './definition.ts';
import { textOptions } from './terminal.ts';

export interface Progress {
  /** Takes what happened, at once when it did. */
  tell(event: ProgressEvent): void;
  /** To be called once, when nothing more will be told. */
  end(): void;
}

/** Takes how many changes are to be made, in how many accounts; gives whom to tell what happens to them. */
export function progress({ io, options }: Invocation, total: { changes: number; accounts: number }): Progress {
  const style = textOptions(io, 'stderr', options);
  const several = total.accounts > 1;
  let number = 0;
  return {
    tell: (event) => {
      if (event.kind !== 'step' || options.quiet === true) return;
      number += 1;
      if (number === 1 && options.yes === true) io.stderr.write('\n');
      io.stderr.write(textStep(event.step, { number, total: total.changes, several }, style));
    },
    end: () => {},
  };
}
