import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalName } from '../../src/planning/canonical.ts';
import { applyOrder } from '../../src/planning/order.ts';
import { planAccount } from '../../src/planning/plan-account.ts';
import { hider, veil } from '../../src/planning/secrets.ts';
import type { Work } from '../../src/planning/work.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';

type Declared = readonly (readonly [name: string, renamedFrom: string | null])[];

function workFor(declared: Declared, live: readonly string[]): Work[] {
  const rule = (name: string, renamedFrom: string | null, text: string, index: number) =>
    declaredOf({ name, renamedFrom, condition: { aiInstructions: text }, actions: [{ type: 'STAR' }] }, index);
  return planAccount({
    account: 'default',
    declared: declared.map(([name, from], index) => rule(name, from, 'wanted', index)),
    live: live.map((name, index) => ({ ...liveOf(rule(name, null, 'as it is', index), index), name })),
    settings: planSettings({}),
    flags: { allowEmpty: true, allowIntegrationLoss: false, maxDeletes: 100 },
    veil: veil('key', hider([])),
    declaredBefore: null,
    violations: [],
    placeOf: ({ file }) => ({ file, line: 1, column: 1 }),
  }).work;
}

const orderOf = (declared: Declared, live: readonly string[]) =>
  applyOrder(workFor(declared, live)).map(({ change }) => `${change.op} ${change.name}`);

it('a rename comes after the one that frees its name, deletes come first and creates last', () => {
  const declared: Declared = [
    ['A', null],
    ['B', 'A'],
    ['C', 'B'],
    ['D', 'C'],
  ];
  expect(orderOf(declared, ['A', 'B', 'C', 'Z'])).toEqual([
    'delete Z',
    'replace D',
    'replace C',
    'replace B',
    'create A',
  ]);
});

it('a name is freed by a live rule that only the service writes otherwise', () => {
  const declared: Declared = [
    ['A\nB', 'Old'],
    ['C', 'A\nB'],
  ];
  expect(orderOf(declared, ['Old', '\u00a0A\r\nB '])).toEqual(['replace C', 'replace A\nB']);
});

it('a chain of ten thousand renames is no more than long', () => {
  const name = (index: number) => `Rule ${String(index).padStart(5, '0')}`;
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const declared: Declared = numbers.map((index) => [name(index + 1), name(index)]);
  const ordered = orderOf(declared, numbers.map(name));
  expect(ordered).toEqual(numbers.map((index) => `replace ${name(index + 1)}`).reverse());
});

it('nothing is lost, and no rename waits for a later one unless they go round in a circle', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const declaredRules = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.option(fc.constantFrom(...names))), {
    selector: ([name]) => name,
    maxLength: 6,
  });
  fc.assert(
    fc.property(declaredRules, fc.subarray(names), (declared, live) => {
      const work = workFor(declared, live);
      const ordered = applyOrder(work);
      expect(new Set(ordered)).toEqual(new Set(work));
      expect(ordered).toHaveLength(work.length);
      const ranks = ordered.map(({ change }) => ['delete', 'replace', 'create'].indexOf(change.op));
      expect(ranks).toEqual([...ranks].sort());
      const holderOf = (item: Work) =>
        work.find(
          ({ change, live: held }) => change.op === 'replace' && canonicalName(held?.name ?? '') === item.wanted?.name,
        );
      for (const item of ordered.filter(({ change }) => change.op === 'replace')) {
        const holder = holderOf(item);
        if (holder === undefined || holder === item) continue;
        let last: Work | undefined = holder;
        const seen = new Set<Work | undefined>([undefined]);
        for (; !seen.has(last) && last !== item; last = last && holderOf(last)) seen.add(last);
        if (last !== item) expect(ordered.indexOf(holder)).toBeLessThan(ordered.indexOf(item));
      }
    }),
  );
});
