/**
 * Counts what the changes of a plan do to the mails of mailboxes. Mails come one after the other, and none is kept. For
 * display only, like the impact on samples.
 */
import type { ReadMail } from '../mail/read-mail.ts';
import type { Change, MailboxImpact } from '../model/plan.ts';
import { type EffectOn, effectOfWork } from './impact.ts';
import type { Planned } from './plan.ts';

export class MailImpact {
  mails = 0;
  /** How many mails a change affects that is not refused. */
  affected = 0;
  readonly #tried: { change: Change; effectOn: EffectOn; effects: Map<string, MailboxImpact['effects'][number]> }[];

  constructor(planned: readonly Pick<Planned, 'planned' | 'live'>[]) {
    this.#tried = planned.flatMap(({ planned: { work }, live }) =>
      work.flatMap((item) => {
        const effectOn = effectOfWork(item, work, live);
        return effectOn === null ? [] : [{ change: item.change, effectOn, effects: new Map() }];
      }),
    );
  }

  add(mail: ReadMail): void {
    this.mails += 1;
    let isAffected = false;
    for (const { change, effectOn, effects } of this.#tried) {
      const effect = effectOn(mail);
      if (effect === null) continue;
      isAffected ||= change.refused === undefined;
      const key = `${effect.from} ${effect.to}`;
      effects.set(key, { ...effect, mails: (effects.get(key)?.mails ?? 0) + 1 });
    }
    if (isAffected) this.affected += 1;
  }

  shownOn(changes: readonly Change[]): Change[] {
    const found = new Map(this.#tried.map(({ change, effects }) => [change, [...effects.values()]]));
    return changes.map((change) => {
      const effects = found.get(change);
      return effects === undefined ? change : { ...change, mailbox: { mails: this.mails, effects } };
    });
  }
}
