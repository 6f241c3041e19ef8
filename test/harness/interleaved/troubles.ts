/** What happens at chosen requests of a run. */
import type { Started } from './program.ts';
import type { InboxEdit } from './web-page.ts';
import type { Client, Point, Witness } from './witness.ts';

/** `other-apply`: somebody applies the same files with another key, from the beginning to the end. */
type Act = { is: 'kill' | 'interrupt' | 'six-seconds' | 'other-apply' } | { is: 'edit'; edit: InboxEdit };

/** Counted from 1 within the run; what happens there happens in this order. */
export interface Trouble {
  request: number;
  point: Point;
  acts: readonly Act[];
}

/** What there is besides the run itself. */
export interface Others {
  witness: Witness;
  edit: (edit: InboxEdit) => void;
  apply: () => Promise<unknown>;
}

/** Takes troubles and the run that they are for; gives what makes them happen. */
export function troubler(
  troubles: readonly Trouble[],
  client: Client,
  started: Pick<Started, 'age' | 'interrupt' | 'kill'>,
  { witness, edit, apply }: Others,
): Client['at'] {
  const acting: { [Is in Act['is']]: (act: Extract<Act, { is: Is }>) => unknown } = {
    edit: (act) => edit(act.edit),
    'other-apply': () => apply(),
    'six-seconds': () => started.age(6_000),
    interrupt: () => started.interrupt(),
    kill: () => {
      client.dead = true;
      return started.kill();
    },
  };
  return async (point, asked) => {
    const acts = troubles
      .filter((one) => one.request === asked.request && one.point === point)
      .flatMap((one) => one.acts);
    for (const act of acts) {
      if (client.dead) return;
      if (act.is !== 'edit') witness.note({ kind: act.is, ...asked });
      await acting[act.is](act as never);
    }
  };
}
