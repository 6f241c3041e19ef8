/** A service that stores the name of a new rule differently: the rule that it made is known by the id of its answer. */
import { expect, it } from 'vitest';
import type { WriteOutcome } from '../../../src/engine/apply/events.ts';
import type { Write } from '../../../src/engine/apply/item.ts';
import { ruleOf } from '../../harness/snapshot.ts';
import { endsOf, type Kind, ModelService, play, SPECIFIED } from './model-service.ts';

/** Stores names as `stored` makes them. */
class Renaming extends ModelService {
  readonly #stored: (name: string) => string;

  constructor(kind: Kind, stored: (name: string) => string) {
    super(kind, []);
    this.#stored = stored;
  }

  override perform(write: Write): WriteOutcome {
    if (write.op === 'delete') return super.perform(write);
    return super.perform({ ...write, body: { ...write.body, name: this.#stored(write.body.name) } });
  }
}

it.each([
  ['in Unicode form NFC', 'Cafe\u0301', (name: string) => name.normalize('NFC')],
  ['cut', 'A very long name', (name: string) => name.slice(0, 8)],
  ['with single spaces', 'Two  spaces', (name: string) => name.replace(/ +/g, ' ')],
])('%s: it is created once', async (_, name, stored) => {
  for (const kind of [SPECIFIED, { ...SPECIFIED, uniqueNames: true }]) {
    const service = new Renaming(kind, stored);
    const result = await play(service, [ruleOf(name)]);
    expect(result.requests.filter((request) => request !== 'read')).toEqual([`create ${name}`]);
    expect(service.rules.map((one) => one.name)).toEqual([stored(name)]);
    expect(endsOf(result)).toEqual({ [name]: 'done' });
  }
});
