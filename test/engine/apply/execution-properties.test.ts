/** Whatever is declared and live, whatever becomes of the requests, and whenever it is stopped: what always holds. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ResolvedRule } from '../../../src/model/written-rule.ts';
import { accountOf, plannedFor } from '../../harness/account.ts';
import { forAll } from '../../harness/for-all.ts';
import { endsOf, type Fate, MEASURED, ModelService, play, type Script, SPECIFIED } from './model-service.ts';

const NAMES = ['A', 'B', 'C', 'D', 'E'];

/** Rules of different names and senders; some look at nothing but the sender. */
const rules = fc
  .record({
    names: fc.shuffledSubarray(NAMES, { minLength: 1 }),
    senders: fc.shuffledSubarray(NAMES, { minLength: 5 }),
    looksAtSender: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    texts: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 5, maxLength: 5 }),
    froms: fc.array(fc.option(fc.constantFrom(...NAMES)), { minLength: 5, maxLength: 5 }),
  })
  .map(({ names, senders, looksAtSender, texts, froms }) =>
    names.map((name, index) => ({
      name,
      from: looksAtSender[index] === true ? (senders[index] ?? '') : null,
      text: texts[index] ?? '',
      renamedFrom: froms[index] ?? null,
    })),
  );

type Written = typeof rules extends fc.Arbitrary<(infer T)[]> ? T : never;

function ruleOf({ name, from, text, renamedFrom }: Written): ResolvedRule {
  return {
    name,
    condition: from === null ? { aiInstructions: text } : { static: { from: `${from}@example.com` } },
    actions: [{ type: 'LABEL', fields: { label: text } }],
    ...(renamedFrom === null ? {} : { renamedFrom }),
  };
}

const live = rules.map((written) => written.map((rule) => ruleOf({ ...rule, renamedFrom: null })));
const declared = rules.map((written) => {
  const taken = new Set<string>();
  return written.map((rule) => {
    const { name, renamedFrom } = rule;
    if (renamedFrom === null || renamedFrom === name || taken.has(renamedFrom))
      return ruleOf({ ...rule, renamedFrom: null });
    taken.add(renamedFrom);
    return ruleOf(rule);
  });
});
const kind = fc.constantFrom(
  MEASURED,
  SPECIFIED,
  { ...MEASURED, showsRule: false },
  { ...SPECIFIED, uniqueNames: true },
  { ...SPECIFIED, uniqueSenders: true },
);

/** What passes, if it is tried long enough. */
const passing = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>('answered') },
  fc.constantFrom<Fate>(
    'unsent',
    'lost-before',
    'lost-after',
    'nothing-shown',
    { throttledMs: 200 },
    { throttledMs: 0 },
    { landsMs: 700 },
    { landsMs: 7_000 },
  ),
);
const any = fc.oneof(
  { weight: 5, arbitrary: passing },
  fc.constantFrom<Fate>('rejected', 'key', { conflictWith: null }, { conflictWith: 'A' }, { conflictWith: 'B' }),
);
const latencyMs = fc.constantFrom(10, 1_000, 3_000, 6_000);
const concurrency = fc.constantFrom(1, 2, 4);
const readFails = fc.array(fc.boolean(), { maxLength: 20 });

/** Each write has the next fate, and after the last one none; no name is there twice at any time. */
function scripted(fates: readonly Fate[], fails: readonly boolean[]): Script {
  let next = 0;
  return {
    write: (write, _, { kind: { uniqueNames } }) => {
      const fate = fates[next++];
      // What a late request does there is known, and told: a second rule of a name.
      const isLimit = write.op === 'create' && !uniqueNames;
      return typeof fate === 'object' && 'landsMs' in fate && isLimit ? 'lost-before' : fate;
    },
    read: (earlier) => (fails[earlier] === true ? { againMs: 100 } : 'answered'),
    before: ({ service }) => {
      const names = service.rules.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    },
  };
}

async function expectConverged(service: ModelService, wanted: readonly ResolvedRule[]): Promise<void> {
  expect((await plannedFor(accountOf(wanted), service.rules)).work).toEqual([]);
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  const shown = service.rules.map(({ name, condition, actions }) => {
    const { aiInstructions, static: matchers } = condition;
    return { name, text: aiInstructions, ...matchers, label: actions[0]?.fields.label };
  });
  const expected = wanted.map(({ name, condition, actions }) => {
    const { aiInstructions = null, static: matchers } = condition;
    const rest = { from: matchers?.from ?? null, to: null, subject: null };
    return { name, text: aiInstructions, ...rest, label: actions[0]?.fields?.label };
  });
  expect(shown.sort(byName)).toEqual(expected.sort(byName));
}

/** Whether no change is refused in the plan, as those that wait for each other in a circle. */
async function hasOrder(service: ModelService, wanted: readonly ResolvedRule[]): Promise<boolean> {
  const { work } = await plannedFor(accountOf(wanted), service.rules);
  return work.every(({ change }) => change.refused === undefined);
}

/** The id that each declared name is to have in the end, as the first plan says; null: a new one. */
async function idsPlanned(service: ModelService, wanted: readonly ResolvedRule[]) {
  const { work } = await plannedFor(accountOf(wanted), service.rules);
  const ids = new Map(service.rules.map(({ id, name }) => [name, id]));
  for (const { change } of work) if (change.op !== 'delete') ids.set(change.name, change.id ?? '');
  return wanted.map(({ name }) => [name, ids.get(name)] as const);
}

function expectIds(service: ModelService, planned: Awaited<ReturnType<typeof idsPlanned>>): void {
  for (const [name, id] of planned) if (id !== '') expect([name, service.named(name)[0]?.id]).toEqual([name, id]);
}

/** What is said to be done is done; what is said to have failed for good, or not to be tried, is not. */
function expectTruth({ steps, after }: Awaited<ReturnType<typeof play>>): void {
  if (after === null) return;
  for (const { change, status } of steps) {
    if (status === 'done' && change.op === 'delete') expect(after.some(({ id }) => id === change.id)).toBe(false);
    if (status === 'done' && change.op !== 'delete') expect(after.map(({ name }) => name)).toContain(change.name);
    if (status !== 'done' && status !== 'skipped' && change.op === 'delete') {
      expect(after.map(({ id }) => id)).toContain(change.id);
    }
  }
}

it('what passes passes: everything is done in one apply, ids are kept, and no name is there twice', async () => {
  const applies = fc.record({
    kind,
    live,
    declared,
    fates: fc.array(passing, { maxLength: 40 }),
    fails: readFails,
    concurrency,
    latencyMs,
  });
  await forAll([applies], 100, async ({ kind, live, declared, fates, fails, ...options }) => {
    const service = new ModelService(kind, live);
    fc.pre(await hasOrder(service, declared));
    const ids = await idsPlanned(service, declared);
    const script = { ...scripted(fates, fails), ...options, retryForMs: 3_600_000 };
    const played = await play(service, declared, script);
    expect(Object.values(endsOf(played)).filter((end) => end !== 'done')).toEqual([]);
    await expectConverged(service, declared);
    expectIds(service, ids);
    expectTruth(played);
  });
});

/** Each end is told once, but for what the last read shows to be done after all. */
function lastEnds(ends: readonly string[]): string[] {
  return ends.filter((end) => !/ (failed|refused)$/.test(end) || !ends.includes(end.replace(/\w+$/, 'done')));
}

it('what does not pass is told, and one more apply without trouble does the rest', async () => {
  const applies = fc.record({
    kind,
    live,
    declared,
    fates: fc.array(any, { maxLength: 40 }),
    fails: readFails,
    concurrency,
    latencyMs,
    retryForMs: fc.constantFrom(0, 1_000, 60_000),
    failFast: fc.boolean(),
    stopAfter: fc.integer({ min: 0, max: 30 }),
  });
  await forAll([applies], 100, async ({ kind, live, declared, fates, fails, stopAfter, ...options }) => {
    const service = new ModelService(kind, live);
    fc.pre(await hasOrder(service, declared));
    const ids = await idsPlanned(service, declared);
    const script = scripted(fates, fails);
    const before: Script['before'] = (world) => {
      script.before?.(world);
      if (world.requests.length >= stopAfter) world.execution.stop();
    };
    const played = await play(service, declared, { ...script, ...options, before });
    expectTruth(played);
    expect(lastEnds(played.ends)).toHaveLength(played.steps.length);
    await play(service, declared);
    await expectConverged(service, declared);
    expectIds(service, ids);
  });
});
