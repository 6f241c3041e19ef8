/** Rules that wait for each other: which changes are refused, and what is said. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain } from '../../src/diagnostics/message.ts';
import { Redactor } from '../../src/diagnostics/redactor.ts';
import { topics } from '../../src/diagnostics/topics.ts';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { accountRedactor } from '../../src/planning/account-redactor.ts';
import type { Work } from '../../src/planning/changes.ts';
import { withCirclesRefused } from '../../src/planning/circles.ts';
import { needsOf } from '../../src/planning/needs.ts';
import { onlyOf } from '../../src/planning/only.ts';
import type { AccountPlan } from '../../src/planning/plan-account.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';

interface Spec {
  name: string;
  from?: string | undefined;
  renamedFrom?: string | undefined;
  text?: string;
}

/** A rule that looks at its sender alone; without one, it asks the AI. */
function rule({ name, from, renamedFrom, text = renamedFrom ?? name }: Spec, index = 0): DeclaredRule {
  const condition = from === undefined ? { aiInstructions: `find ${text}` } : { static: { from } };
  const written: ResolvedRule = { name, condition, actions: [{ type: 'ARCHIVE' }] };
  return declaredOf(renamedFrom === undefined ? written : { ...written, renamedFrom }, index);
}

const live = (specs: readonly Spec[], more: Partial<LiveRule> = {}): LiveRule[] =>
  specs.map((one, index) => ({ ...liveOf(rule(one, index), index), ...more }));
const planned = (before: readonly LiveRule[], after: readonly Spec[], more = {}): AccountPlan =>
  accountPlan(after.map(rule), before, more);

const changesOf = ({ work }: AccountPlan) =>
  work.map(({ change }) =>
    [change.op, change.name, ...(change.refused === undefined ? [] : [change.refused])].join(' '),
  );
const circlesOf = ({ notices }: AccountPlan) => notices.flatMap((one) => (one.code === 'circle' ? [one.args] : []));
/** What is said of each circle: the message, and what to do. */
const said = (plan: AccountPlan) =>
  circlesOf(plan).map((args) => {
    const { message, remedy = [] } = topics.circle(args);
    return `${plain(message)} ${plain(remedy)}`;
  });

const [A, B, C] = ['a@example.com', 'b@example.com', 'c@example.com'];
const senders = (froms: Record<string, string>) => Object.entries(froms).map(([name, from]) => ({ name, from }));
const SWAP = senders({ A: B, B: A });
const BEFORE = senders({ A, B });

describe('a circle', () => {
  it('of senders is refused, but for a rule that is switched off: it holds none', () => {
    expect(changesOf(planned(live(BEFORE), SWAP))).toEqual(['replace A circle', 'replace B circle']);
    const [a, b] = live(BEFORE) as [LiveRule, LiveRule];
    expect(changesOf(planned([{ ...a, enabled: false }, b], SWAP))).toEqual(['replace A', 'replace B']);
  });

  it('refuses what needs the name of one of its rules, and leaves what needs a sender to the service', () => {
    const before = [...BEFORE.map((one) => ({ ...one, text: one.name })), { name: 'C', text: 'C' }];
    const after = [
      { name: 'D', from: B, renamedFrom: 'A' },
      { name: 'B', from: A },
      { name: 'A', renamedFrom: 'C', text: 'C' },
      { name: 'E', from: A.replace('a@', '@') },
    ];
    expect(changesOf(planned(live(before), after))).toEqual([
      'replace A name-not-free',
      'replace B circle',
      'replace D circle',
      'create E',
    ]);
  });

  it('is none of changes that are refused for another reason', () => {
    const [a, b] = live(BEFORE) as [LiveRule, LiveRule];
    const crm = { ...a, actions: [...a.actions, { ...a.actions[0], type: 'INTEGRATION' }] } as LiveRule;
    expect(changesOf(planned([crm, b], SWAP))).toEqual(['replace A would-drop-integration', 'replace B']);
    expect(changesOf(planned([a, b], SWAP, { only: onlyOf(['A']) }))).toEqual(['replace A needs-left-out']);
    expect(changesOf(planned([a, b], SWAP, { only: onlyOf(['A', 'B']) }))).toEqual([
      'replace A circle',
      'replace B circle',
    ]);
  });

  it('is told once for each, with the rules in their order, and those of further circles', () => {
    const before = ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, from: `${name}@example.com` }));
    const takes = (name: string, ...of: string[]) => ({ name, from: of.map((one) => `${one}@example.com`).join(', ') });
    const after = [takes('A', 'B', 'C'), takes('B', 'A'), takes('C', 'x'), takes('D', 'E'), takes('E', 'D')];
    const plan = planned(live(before), after);
    expect(changesOf(plan).filter((one) => !one.endsWith(' circle'))).toEqual(['replace C']);
    const swap = (one: string, other: string) =>
      `Rules wait for each other in a circle: "${one}" takes senders of "${other}", "${other}" takes senders of "${one}".`;
    expect(said(plan).map((text) => text.slice(0, swap('A', 'B').length))).toEqual([swap('A', 'B'), swap('D', 'E')]);

    const hub = planned(live(before), [
      takes('A', 'B', 'C', 'D'),
      ...['B', 'C', 'D'].map((name) => takes(name, `${name}.a`)),
      takes('E', 'E'),
    ]);
    expect(circlesOf(hub)).toEqual([]);
    const star = planned(
      live(senders({ A: 'x@a.com, y@a.com', B, C })),
      senders({ A: `${B}, ${C}`, B: 'x@a.com', C: 'y@a.com' }),
    );
    expect(said(star)).toEqual([
      `Rules wait for each other in a circle: "A" takes senders of "B", "B" takes senders of "A". "C" waits in circles with them. None of these changes can be made first. Make it two changes. First leave ${B}, ${C} out of "A" (instead, write one that sends no mail, such as nobody@example.invalid), and apply. Then put the senders back, and apply again.`,
    ]);
  });

  it('of many rules is told in a message of some', () => {
    const names = Array.from({ length: 14 }, (_, index) => `R${String(index).padStart(2, '0')}`);
    const plan = planned(
      live(names.map((name) => ({ name }))),
      names.map((name, index) => ({ name: names[(index + 1) % names.length] ?? '', renamedFrom: name })),
    );
    expect(said(plan)[0]).toMatch(
      /: "R00" takes the name of "R01", .*, "R09" takes the name of "R10" and 4 more\. None/,
    );
  });

  it('is told without secrets', () => {
    const redactor = accountRedactor('key', new Redactor([{ name: 'BOSS', value: 'a@example.com' }]));
    const swapped = (one: Spec, other: Spec) => {
      const after = [
        { name: one.name, from: other.from, renamedFrom: other.from === undefined ? other.name : undefined },
        { name: other.name, from: one.from, renamedFrom: other.from === undefined ? one.name : undefined },
      ];
      return said(planned(live([one, other]), after, { redactor }))[0];
    };
    const sender = swapped({ name: 'A', from: B }, { name: 'B', from: A });
    expect(sender).toContain('leave the senders that it takes out of "A" (instead, write one that sends no mail');
    expect(sender).toContain('Then put the senders back');
    expect(sender).not.toContain(A);
    const name = swapped({ name: 'B' }, { name: 'of a@example.com' });
    expect(name).toContain('"of (secret BOSS) (new)"');
    expect(name).not.toContain(A);
  });
});

/** Whether a change leads back to itself: by looking, from each change. */
function isOnCircle(item: Work, needs: ReturnType<typeof needsOf>): boolean {
  const met = new Set<Work>();
  const left = [item];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { names = [], senders = [] } = needs.get(one) ?? {};
    for (const next of [...names, ...senders]) {
      if (next === item) return true;
      if (!met.has(next)) left.push(next);
      met.add(next);
    }
  }
  return false;
}

it('a change is refused if it leads back to itself, and only then', async () => {
  const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
  const senders = fc.option(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }), { freq: 4 });
  const before = fc.array(senders, { minLength: NAMES.length, maxLength: NAMES.length });
  const after = fc.record({
    names: fc.shuffledSubarray(NAMES, { minLength: 4 }),
    froms: fc.shuffledSubarray(NAMES, { minLength: 6 }),
    to: before,
  });
  const from = (list: string[] | null | undefined) => list?.map((name) => `${name}@example.com`).join(', ');
  const met = new Set<string>();
  await forAll([before, after], 400, ({ ...there }, { names, froms, to }) => {
    const specs = names.map((name, index) => ({ name, from: from(to[index]), renamedFrom: froms[index] }));
    const written = specs.map((one) => (one.renamedFrom === one.name ? { name: one.name, from: one.from } : one));
    const { work } = planned(live(NAMES.map((name, index) => ({ name, from: from(there[index]) }))), written);
    const open = work.map((item) => ({ ...item, change: { ...item.change } }));
    for (const { change } of open) delete change.refused;
    const needs = needsOf(open);
    const made = withCirclesRefused(open);
    expect(made.work.map(({ change }) => change.refused)).toEqual(
      open.map((item) => (isOnCircle(item, needs) ? 'circle' : undefined)),
    );
    const told = made.findings.flatMap(({ args }) => [...args.round.map(({ rule: one }) => one), ...args.others]);
    const refused = made.work.filter(({ change }) => change.refused !== undefined);
    expect(told.sort()).toEqual(refused.map(({ change }) => change.before?.name ?? '').sort());
    for (const { args } of made.findings) met.add(`${args.giveUp.name} ${args.giveUp.senders !== null}`);
  });
  expect(met.size).toBe(3);
});

describe('ten thousand rules', () => {
  const numbers = Array.from({ length: 10_000 }, (_, index) => index);
  const name = (index: number) => `R${index}`;

  it.each([
    ['in a line are none', 1, 0],
    ['in a circle are one', 0, 1],
  ])('%s', (_, by, circles) => {
    const next = (index: number) => (by === 1 ? name(index + 1) : name((index + 1) % numbers.length));
    const plan = planned(
      live(numbers.map((index) => ({ name: name(index) }))),
      numbers.map((index) => ({ name: next(index), renamedFrom: name(index) })),
    );
    expect(circlesOf(plan)).toHaveLength(circles);
    expect(plan.work.filter(({ change }) => change.refused === 'circle')).toHaveLength(circles * numbers.length);
  });
});
