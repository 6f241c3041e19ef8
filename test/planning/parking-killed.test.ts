/**
 * An apply that is killed leaves live rules half changed, one of them perhaps parked. Here a model of a service and of
 * an apply, so simple that each step can be looked at: whatever the next plan sees, what it still wants was in the first.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule, RuleBody } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import type { Work } from '../../src/planning/changes.ts';
import { looksAtSenderOnly } from '../../src/planning/checks/senders.ts';
import { needsOf } from '../../src/planning/needs.ts';
import { isParked, parkedBody } from '../../src/planning/parking.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { runs } from '../harness/runs.ts';

/** The service: names are unique, and so are the senders of enabled rules that look at nothing else. */
class Service {
  readonly rules: readonly LiveRule[];

  constructor(rules: readonly LiveRule[]) {
    this.rules = rules;
  }

  /** The state after a write, or null where the service refuses it. */
  after(id: string | null, body: RuleBody | null): Service | null {
    const others = this.rules.filter((rule) => rule.id !== id);
    if (body === null) return new Service(others);
    const hasSender = (rule: { condition: RuleBody['condition'] }) =>
      looksAtSenderOnly(rule) && rule.condition.static.from === body.condition.static.from;
    if (others.some(({ name }) => name === body.name)) return null;
    if (looksAtSenderOnly(body) && others.some((rule) => rule.enabled && hasSender(rule))) return null;
    const before = this.rules.find((rule) => rule.id === id);
    const made = { ...liveOf({ body } as DeclaredRule), id: this.#newId(body.name), createdAt: '2026-02-01T00:00:00Z' };
    return new Service([...others, before === undefined ? made : { ...made, ...kept(before) }]);
  }

  /** The same for the same rule, unless one that was made under its name has another by now. */
  #newId(name: string): string {
    const isTaken = (id: string) => this.rules.some((rule) => rule.id === id);
    let id = `new ${name}`;
    while (isTaken(id)) id += "'";
    return id;
  }

  /** What everyone sees: which rule has which content. Rules that an apply made have the same id each time. */
  content() {
    return this.rules.map((rule) => [rule.id, canonicalLive(rule)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function kept({ id, enabled, createdAt }: LiveRule) {
  return { id, enabled, createdAt };
}

interface Write {
  id: string | null;
  body: RuleBody | null;
  ends: Work | null;
}

/** The writes that an apply could send next; deletes that nobody waits for come last, and a step aside only in a circle. */
function nextWrites(left: readonly Work[], service: Service): Write[] {
  const needs = needsOf(left);
  const isWaitedFor = (one: Work) =>
    left.some((item) => needs.get(item)?.names.includes(one) || needs.get(item)?.senders.includes(one));
  const writes = left.map((work): Write => ({ id: work.live?.id ?? null, body: work.wanted, ends: work }));
  const able = writes.filter(({ id, body }) => service.after(id, body) !== null);
  const early = able.filter(({ ends, body }) => body !== null || isWaitedFor(ends as Work));
  if (early.length > 0) return early;
  if (able.length > 0) return able;
  return left.flatMap((item): Write[] => {
    const { names, senders } = needs.get(item) ?? { names: [], senders: [] };
    const aside = (kind: 'name' | 'sender') => (holder: Work) => {
      const live = service.rules.find(({ id }) => id === holder.live?.id);
      if (live === undefined || holder.wanted === null) return [];
      return [{ id: live.id, body: parkedBody(live, kind), ends: null }];
    };
    const writes = names.length > 0 ? names.flatMap(aside('name')) : senders.flatMap(aside('sender'));
    return writes.filter(({ id, body }) => service.after(id, body) !== null);
  });
}

/** The service after some steps of an apply; `choose` picks one of so many. Ends early where nothing is left or possible. */
function apply(work: readonly Work[], start: Service, steps: number, choose: (count: number) => number): Service {
  let service = start;
  let left = work;
  for (let step = 0; step < steps; step += 1) {
    const live = (item: Work) => service.rules.find(({ id }) => id === item.live?.id) ?? null;
    const now = left.map((item): Work => ({ ...item, live: live(item) }));
    const writes = nextWrites(now, service);
    const write = writes[choose(writes.length)];
    if (write === undefined) break;
    service = service.after(write.id, write.body) ?? service;
    left = now.filter((item) => item !== write.ends);
  }
  return service;
}

/** What is written of a rule; `from` is all that it looks at, null: it asks the AI. */
interface Spec {
  name: string;
  from?: string | null;
  text?: string;
  renamedFrom?: string | null;
  subject?: string;
}

function ruleOf({ name, from = null, text = name, renamedFrom = null, subject }: Spec, index: number): DeclaredRule {
  const statics = { ...(from === null ? {} : { from }), ...(subject === undefined ? {} : { subject }) };
  const condition = { ...(from === null ? { aiInstructions: text } : {}), static: statics };
  const actions = [{ type: 'LABEL' as const, fields: { label: text } }];
  return declaredOf({ name, condition, actions, renamedFrom } as ResolvedRule, index);
}

const declaring = (...specs: Spec[]) => specs.map(ruleOf);
const having = (...specs: Spec[]) => new Service(specs.map((spec, index) => liveOf(ruleOf(spec, index), index)));

const plans = new WeakMap<readonly DeclaredRule[], Map<string, readonly Work[]>>();

/** The work that is left. Cuts lead to few states, so the plan of each is made once. */
function workLeft(declared: readonly DeclaredRule[], { rules }: Service): readonly Work[] {
  const made = plans.get(declared) ?? new Map<string, readonly Work[]>();
  plans.set(declared, made);
  const state = JSON.stringify(rules);
  const work = made.get(state) ?? accountPlan(declared, rules).work;
  made.set(state, work);
  return work;
}

/**
 * Carries a plan out, killed after each list of steps and planned anew; `path` chooses among what could be next. Gives the
 * services after each; asserts that no plan wants what the first did not.
 */
function killed(declared: readonly DeclaredRule[], start: Service, stops: readonly number[], path: readonly number[]) {
  let turn = 0;
  const choose = (count: number) => (path[turn++ % Math.max(path.length, 1)] ?? 0) % Math.max(count, 1);
  const first = workLeft(declared, start);
  const reviewed = new Map(first.map(({ change }) => [change.digest, change]));
  let service = start;
  for (const steps of stops) {
    const work = workLeft(declared, service);
    for (const { change } of work) {
      expect(reviewed.get(change.digest)).toMatchObject({ op: change.op, name: change.name, id: change.id });
    }
    service = apply(work, service, steps, choose);
  }
  return { service, first };
}

const ALL = 1000;

/** After each number of steps, and however the rest is cut again: what is left was reviewed, and ends where it should. */
function expectFinished(declared: readonly DeclaredRule[], start: Service): number {
  const { service: whole } = killed(declared, start, [ALL], []);
  expect(workLeft(declared, whole)).toEqual([]);
  let points = 0;
  for (let first = 0; first <= start.rules.length * 2 + 2; first += 1) {
    for (let second = 0; second <= start.rules.length + 2; second += 1) {
      for (const path of [[0], [1], [0, 1], [1, 0]]) {
        const { service } = killed(declared, start, [first, second, ALL], path);
        expect(workLeft(declared, service)).toEqual([]);
        expect(service.content()).toEqual(whole.content());
        points += 1;
      }
    }
  }
  return points;
}

describe('an apply that is killed is finished by the next, as it was reviewed', () => {
  it.each<[string, DeclaredRule[], Service]>([
    [
      'a swap of two names',
      declaring({ name: 'B', text: 'a', renamedFrom: 'A' }, { name: 'A', text: 'b', renamedFrom: 'B' }),
      having({ name: 'A', text: 'a' }, { name: 'B', text: 'b' }),
    ],
    [
      'a swap of two names of rules that are otherwise alike',
      declaring({ name: 'B', text: 'x', renamedFrom: 'A' }, { name: 'A', text: 'x', renamedFrom: 'B' }),
      having({ name: 'A', text: 'y' }, { name: 'B', text: 'y' }),
    ],
    [
      'a rotation of three names',
      declaring(
        { name: 'B', text: 'a', renamedFrom: 'A' },
        { name: 'C', text: 'b', renamedFrom: 'B' },
        { name: 'A', text: 'c', renamedFrom: 'C' },
      ),
      having({ name: 'A', text: 'a' }, { name: 'B', text: 'b' }, { name: 'C', text: 'c' }),
    ],
    [
      'a swap of two senders',
      declaring({ name: 'A', from: 'two@example.com' }, { name: 'B', from: 'one@example.com' }),
      having({ name: 'A', from: 'one@example.com' }, { name: 'B', from: 'two@example.com' }),
    ],
    [
      'a rotation of three senders',
      declaring(
        { name: 'A', from: 'two@example.com' },
        { name: 'B', from: 'three@example.com' },
        { name: 'C', from: 'one@example.com' },
      ),
      having(
        { name: 'A', from: 'one@example.com' },
        { name: 'B', from: 'two@example.com' },
        { name: 'C', from: 'three@example.com' },
      ),
    ],
    [
      'a swap of names and senders at once',
      declaring(
        { name: 'B', from: 'two@example.com', text: 'a', renamedFrom: 'A' },
        { name: 'A', from: 'one@example.com', text: 'b', renamedFrom: 'B' },
      ),
      having({ name: 'A', from: 'one@example.com', text: 'a' }, { name: 'B', from: 'two@example.com', text: 'b' }),
    ],
    [
      'one waiting for a name, the other for a sender',
      declaring(
        { name: 'B', from: 'three@example.com', renamedFrom: 'A' },
        { name: 'C', from: 'one@example.com', renamedFrom: 'B' },
      ),
      having({ name: 'A', from: 'one@example.com' }, { name: 'B', from: 'two@example.com' }),
    ],
    [
      'a new rule under the name of one that is renamed in a circle',
      declaring(
        { name: 'B', text: 'a', renamedFrom: 'A' },
        { name: 'A', text: 'b', renamedFrom: 'B' },
        { name: 'C', text: 'new' },
        { name: 'D', text: 'c', renamedFrom: 'C' },
      ),
      having({ name: 'A', text: 'a' }, { name: 'B', text: 'b' }, { name: 'C', text: 'c' }),
    ],
    [
      'a sender handed over from a deleted rule to a created one',
      declaring({ name: 'New', from: 'one@example.com' }),
      having({ name: 'Old', from: 'one@example.com' }),
    ],
  ])('%s', (_, declared, live) => {
    expect(expectFinished(declared, live)).toBeGreaterThan(50);
  });

  it('whatever is declared and live', () => {
    fc.assert(
      fc.property(stories, fc.array(fc.nat(8), { maxLength: 4 }), fc.array(fc.nat(5)), (story, stops, path) => {
        const { declared, live } = story;
        const { service: whole } = killed(declared, live, [ALL], []);
        expect(workLeft(declared, whole)).toEqual([]);
        const { service } = killed(declared, live, [...stops, ALL], path);
        expect(workLeft(declared, service)).toEqual([]);
        expect(service.content()).toEqual(whole.content());
      }),
      { numRuns: runs(65) },
    );
  });
});

it('an apply that is killed leaves nothing that another state of the files could not fix', () => {
  const other = fc
    .tuple(stories, stories)
    .map(([{ declared, live }, { declared: later }]) => ({ declared, live, later }));
  fc.assert(
    fc.property(other, fc.nat(8), fc.array(fc.nat(5)), ({ declared, live, later }, steps, path) => {
      const { service } = killed(declared, live, [steps], path);
      const { service: repaired } = killed(later, service, [ALL], path);
      expect(workLeft(later, repaired)).toEqual([]);
      expect(repaired.rules.filter(isParked)).toEqual([]);
    }),
    { numRuns: runs(65) },
  );
});

const NAMES = ['A', 'B', 'C', 'D', 'E'];
const SENDERS = ['one@example.com', 'two@example.com', 'three@example.com', 'four@example.com', 'five@example.com'];

/** Rules of different names and senders, live and declared; many are renamed among each other. */
const stories = fc
  .record({ live: rules(), declared: rules(), froms: fc.shuffledSubarray(NAMES), keep: fc.array(fc.nat(3)) })
  .map(({ live, declared, froms, keep }) => {
    const renamed = declared.map((spec, index): Spec => {
      const from = froms[index];
      return from === undefined || from === spec.name || keep[index] === 0 ? spec : { ...spec, renamedFrom: from };
    });
    return { live: having(...live), declared: declaring(...renamed) };
  });

function rules(): fc.Arbitrary<Spec[]> {
  return fc
    .record({
      names: fc.shuffledSubarray(NAMES, { minLength: 2 }),
      senders: fc.shuffledSubarray(SENDERS, { minLength: SENDERS.length }),
      bySender: fc.array(fc.boolean(), { minLength: SENDERS.length, maxLength: SENDERS.length }),
      texts: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: SENDERS.length, maxLength: SENDERS.length }),
    })
    .map(({ names, senders, bySender, texts }) =>
      names.map((name, index) => {
        const from = bySender[index] === true ? (senders[index] ?? null) : null;
        return { name, from, text: texts[index] ?? 'x' };
      }),
    );
}

it('two rules that were made under one name are two', () => {
  const [a, b] = [declaring({ name: 'A', text: 'a' }), declaring({ name: 'B', text: 'a' })];
  const made = new Service([]).after(null, a[0]?.body ?? null);
  const renamed = made?.after('new A', b[0]?.body ?? null);
  expect(renamed?.after(null, a[0]?.body ?? null)?.rules).toHaveLength(2);
});
