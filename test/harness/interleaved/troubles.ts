/** What happens at chosen requests of a run. */
import { setTimeout } from 'node:timers/promises';
import type { Asked } from './log.ts';
import type { Started } from './program.ts';
import type { InboxEdit } from './web-page.ts';
import type { Client, Point, Witness } from './witness.ts';

/**
 * `other-apply`: somebody applies the same files with another key, from the beginning to the end. `hold`: the request goes
 * on once two later ones of its run are there, or it turns out that none will come before.
 */
type Act = { is: 'kill' | 'interrupt' | 'six-seconds' | 'other-apply' | 'hold' } | { is: 'edit'; edit: InboxEdit };

/** Counted from 1 within the run; what happens there happens in this order. */
export interface Trouble {
  request: number;
  point: Point;
  acts: readonly Act[];
}

/** What there is besides the run itself. */
export interface Others {
  witness: Witness;
  edit: (edit: InboxEdit, id: string | null) => void;
  apply: () => Promise<unknown>;
}

/** Takes troubles and the run that they are for; gives what makes them happen. */
export function troubler(
  troubles: readonly Trouble[],
  client: Client,
  started: Pick<Started, 'age' | 'interrupt' | 'kill'>,
  { witness, edit, apply }: Others,
): Client['at'] {
  const acting: { [Is in Act['is']]: (act: Extract<Act, { is: Is }>, asked: Asked) => unknown } = {
    edit: (act, { id }) => edit(act.edit, id),
    'other-apply': () => apply(),
    'six-seconds': () => started.age(6_000),
    hold: async (_, { request }) => {
      for (let turns = 0; turns < 20 && client.requests < request + 2; turns += 1) await setTimeout(10);
    },
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
      await acting[act.is](act as never, asked);
    }
  };
}
