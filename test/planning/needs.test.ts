import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveRule, RuleBody } from '../../src/model/rule.ts';
import type { Work } from '../../src/planning/changes.ts';
import type { Sender } from '../../src/planning/checks/senders.ts';
import { senderIndex, sendersOf } from '../../src/planning/checks/senders.ts';
import { needsOf } from '../../src/planning/needs.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';

/** `from` is all that a rule looks at; null: it asks the AI. */
interface Spec {
  name: string;
  from: string | null;
}

function bodyOf({ name, from }: Spec): RuleBody {
  const condition = from === null ? { aiInstructions: 'find it' } : { static: { from } };
  return declaredOf({ name, condition, actions: [{ type: 'STAR' }] }).body;
}

/** A change from one rule to another, null for none. Only what decides is there. */
function work(before: (Spec & { enabled?: boolean }) | null, after: Spec | null, index = 0): Work {
  const wanted = after === null ? null : bodyOf(after);
  const op = before === null ? 'create' : after === null ? 'delete' : 'replace';
  const live: LiveRule | null =
    before === null
      ? null
      : { ...liveOf({ body: bodyOf(before) } as never, index), enabled: before.enabled ?? true, name: before.name };
  const name = (after ?? before)?.name ?? '';
  return { change: { op, name, id: live?.id ?? null } as Work['change'], wanted, live };
}

const spec = (name: string, from: string | null = null): Spec => ({ name, from });

it('a name counts as the service has it: trimmed', () => {
  const spaced = work(spec('\u00a0A '), spec('B'));
  const taker = work(spec('C'), spec('A'));
  expect(needsOf([spaced, taker]).get(taker)?.names).toEqual([spaced]);
});

it('is what looking at each pair finds', async () => {
  const senders = [
    ...['a@x.com', 'b@x.com', '@x.com', 'x.com', 'a@s.x.com', 's.x.com', '@s.x.com', 'Ann', '*@x.com', 'n*@x.com'],
    ...['c@ann', '*'],
  ];
  const from = fc.option(fc.uniqueArray(fc.constantFrom(...senders), { minLength: 1, maxLength: 2 }), { freq: 4 });
  const rule = fc.record({
    name: fc.constantFrom('A', 'B', 'C'),
    from: from.map((list) => list?.join(', ') ?? null),
    enabled: fc.boolean(),
  });
  const item = fc.tuple(fc.option(rule), fc.option(rule)).filter(([before, after]) => (before ?? after) !== null);
  await forAll([fc.array(item, { maxLength: 6 })], 1000, (pairs) => {
    const all = pairs.map(([before, after], index) => work(before, after, index));
    const needs = needsOf(all);
    all.forEach((one, i) => {
      const [had, wants] = pairs[i] ?? [null, null];
      const others = all.filter((_, j) => j !== i);
      const spec = (other: Work) => pairs[all.indexOf(other)] ?? [null, null];
      const names = others.filter((other) => {
        const [before, after] = spec(other);
        return wants && had?.name !== wants.name && before?.name === wants.name && after?.name !== wants.name;
      });
      const holders = others.filter((other) => {
        const [before, after] = spec(other);
        return before?.enabled && overlap(wants, before) && !overlap(wants, after);
      });
      expect(needs.get(one)?.names).toEqual(names);
      expect(new Set(needs.get(one)?.senders)).toEqual(new Set(holders));
    });
  });
});

function overlap(a: Spec | null, b: Spec | null): boolean {
  const [left, right] = [a, b].map((one) => sendersOf(one?.from ?? ''));
  return (left ?? []).some((one) => (right ?? []).some((other) => covers(one, other) || covers(other, one)));
}

function covers(wide: Sender, narrow: Sender): boolean {
  if (wide.written === narrow.written) return true;
  const [is, of] = [wide, narrow].map(({ written }) => written.replace(/^@/, ''));
  return !/^.+@/.test(wide.written) && (is === of || narrow.written.endsWith(`@${is}`));
}

it('a rule that lists many senders that are alike is met a few times at each of them, not as often as it lists them', () => {
  const index = senderIndex<string>();
  const listed = Array.from({ length: 1_000 }, (_, number) => `one@example.com, s${number}@example.com, example.com`);
  for (const sender of sendersOf(listed.join())) index.add(sender, 'R');
  for (const sender of sendersOf('one@example.com, s7@example.com, @example.com, example.com, com.com')) {
    expect([...index.overlapping(sender)].length).toBeLessThanOrEqual(4);
  }
});

describe('ten thousand changes', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const address = (index: number) => `s${index % numbers.length}@example.com`;

  it('take no more looks than there are changes, where senders go round', () => {
    const all = numbers.map((index) => work(spec(`R${index}`, address(index)), spec(`R${index}`, address(index + 1))));
    const needs = needsOf(all);
    expect(all.every((item, index) => needs.get(item)?.senders[0] === all[(index + 1) % all.length])).toBe(true);
  });

  it('nor where all have one sender: each waits for some of them', () => {
    const all = numbers.map((index) =>
      index % 2 ? work(null, spec(`R${index}`, 'x.com')) : work(spec(`R${index}`, 'x.com'), null),
    );
    const most = Math.max(...[...needsOf(all).values()].map(({ senders }) => senders.length));
    expect(most).toBeLessThanOrEqual(100);
    expect(most).toBeGreaterThan(10);
  });
});
