import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DeclaredRule } from '../../src/model/rule.ts';
import { resolveRenames } from '../../src/planning/matching.ts';
import { declaredOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';

const rule = (name: string, renamedFrom: string | null, index: number): DeclaredRule =>
  declaredOf({ name, renamedFrom, condition: { aiInstructions: 'x' }, actions: [{ type: 'STAR' }] }, index);

/** What `resolveRenames` is to find, said simply: drop what cannot be, until nothing has to be dropped. */
function droppedOneRoundAtATime(declared: readonly DeclaredRule[], live: ReadonlySet<string>) {
  const taken = new Map<number, string>();
  for (const [index, { renamedFrom }] of declared.entries()) {
    if (renamedFrom !== null && live.has(renamedFrom)) taken.set(index, renamedFrom);
  }
  const dropped: string[] = [];
  for (let more = true; more; ) {
    more = false;
    const freed = new Set(taken.values());
    for (const index of [...taken.keys()]) {
      const name = declared[index]?.body.name ?? '';
      if (!live.has(name) || freed.has(name)) continue;
      taken.delete(index);
      dropped.push(name);
      more = true;
    }
  }
  return { taken: [...taken], dropped };
}

it('renames are dropped as if round by round', async () => {
  const names = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G');
  // Equal names and two renames from one name are errors elsewhere; here they must only do no harm.
  const written = fc.array(fc.tuple(names, fc.option(names, { freq: 8 })), { maxLength: 10 });
  await forAll([written, fc.uniqueArray(names)], 500, (pairs, there) => {
    const declared = pairs.map(([name, from], index) => rule(name, from, index));
    const live = new Set<string>(there);
    const found = resolveRenames(declared, {
      isLive: (name) => live.has(name),
      isAsDeclared: () => false,
    });
    const dropped = found.spent.filter(({ args }) => args.why === 'new-name-live').map((one) => one.rule.body.name);
    expect({ taken: [...found.taken], dropped }).toEqual(droppedOneRoundAtATime(declared, live));
  });
});
