/** Whatever is asked in whatever order, the service is a list of rules that a small model can keep too. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Inbox } from '../../src/sandbox/inbox.ts';
import { PROFILE_NAMES, PROFILES } from '../../src/sandbox/profiles.ts';
import { changesOfSeed } from '../../src/sandbox/seed.ts';
import { Store, type StoreOptions } from '../../src/sandbox/store.ts';
import type { WireRule } from '../../src/sandbox/wire.ts';
import { body } from './bodies.ts';

interface Row {
  id: string;
  name: string;
  createdAt: string;
}

/** `index` picks one of the rules that are there, or of those that are not any more. */
const request = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), name: fc.constantFrom('A', 'B', ' A', 'C ', 'D', ' ') }),
  fc.record({ kind: fc.constant('replace' as const), index: fc.nat(7), name: fc.constantFrom('A', 'B', 'C', 'E') }),
  fc.record({ kind: fc.constant('delete' as const), index: fc.nat(7) }),
);

function outcome<T>(work: () => T): T | 'refused' {
  try {
    return work();
  } catch {
    return 'refused';
  }
}

function emptyStore(options: StoreOptions): { store: Store; inbox: Inbox } {
  const store = new Store(options);
  for (const change of changesOfSeed({}, options)) store.apply(change);
  return { store, inbox: store.authorize(store.keys[0]?.key, 'RULES_WRITE') };
}

function rowOf({ id, name, createdAt }: WireRule): Row {
  return { id, name, createdAt };
}

describe.each(PROFILE_NAMES)('%s, after any sequence of requests', (profileName) => {
  const profile = PROFILES[profileName];
  const trims = profileName !== 'spec';

  it('holds what the model holds; its lines give the same state', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
        const options = { profile, now: () => 1_795_000_000_000, random: () => 0.5, changed: () => {} };
        const { store, inbox } = emptyStore(options);
        const model: Row[] = [];
        const ids: string[] = [];
        const isTaken = (name: string, id: string | null) =>
          trims && model.some((row) => row.name === name && row.id !== id);

        for (const each of requests) {
          if (each.kind === 'create') {
            const name = trims ? each.name.trim() : each.name;
            const made = outcome(() => store.create(inbox, store.accept(inbox, body({ name: each.name }), null)));
            expect(made === 'refused').toBe(name === '' || isTaken(name, null));
            if (made === 'refused') continue;
            ids.push(made.id);
            model.push({ id: made.id, name, createdAt: made.createdAt });
            continue;
          }
          const id = ids[each.index] ?? 'nowhere';
          const row = model.find((candidate) => candidate.id === id);
          if (each.kind === 'delete') {
            const gone = outcome(() => store.delete(inbox, id));
            expect(gone === 'refused').toBe(row === undefined);
            if (row !== undefined) model.splice(model.indexOf(row), 1);
            continue;
          }
          const done = outcome(() => store.replace(inbox, id, store.accept(inbox, body({ name: each.name }), id)));
          expect(done === 'refused').toBe(row === undefined || isTaken(each.name, id));
          if (row !== undefined && done !== 'refused') row.name = each.name;
        }

        const held = inbox.rulesByAge();
        expect(held.map(rowOf)).toEqual(model);
        expect(held.map(({ createdAt }) => createdAt)).toEqual(held.map(({ createdAt }) => createdAt).sort());
        if (trims) expect(new Set(held.map(({ name }) => name)).size).toBe(held.length);

        const again = new Store(options);
        for (const line of store.lines()) again.apply(JSON.parse(line));
        expect([...again.lines()]).toEqual([...store.lines()]);
      }),
    );
  });
});
