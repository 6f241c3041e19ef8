/** Ways back of random runs, of which any part was carried out, as a kill leaves it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import { canonicalLive, canonicalName } from '../../src/planning/canonical.ts';
import type { AccountPlan } from '../../src/planning/plan-account.ts';
import { declaredOf, liveOf, writtenRules } from '../harness/arbitrary.ts';
import { forAll } from '../harness/for-all.ts';
import { contentOf, inboxOf, linesOf } from './way-back-inbox.ts';

/**
 * The instructions of some rules, and a field of their first action, come from variables. What is live of them has the
 * same values: the earlier value of a variable is what cannot come back.
 */
function withSecrets(rules: readonly DeclaredRule[], live: readonly LiveRule[], chosen: readonly number[]) {
  const names = new Set<string>();
  const declared = rules.map((rule, index) => {
    if (!chosen.includes(index)) return rule;
    names.add(rule.body.name).add(canonicalName(rule.renamedFrom ?? ''));
    return { ...rule, body: valued(rule.body), references: REFERENCES };
  });
  return { declared, live: live.map((one) => (names.has(canonicalName(one.name)) ? valued(one) : one)) };
}

const ENV = { INSTRUCTIONS: 'hush: the instructions', CONTENT: 'hush: the content' };
const REFERENCES = [
  { kind: 'env' as const, name: 'INSTRUCTIONS', path: ['condition', 'aiInstructions'] },
  { kind: 'env' as const, name: 'CONTENT', path: ['actions', 0, 'fields', 'content'] },
];

function valued<T extends LiveRule | DeclaredRule['body']>(rule: T): T {
  const [first, ...others] = rule.actions;
  if (first === undefined) return rule;
  const fields = { ...first.fields, content: ENV.CONTENT };
  const condition = { ...rule.condition, aiInstructions: ENV.INSTRUCTIONS };
  return { ...rule, condition, actions: [{ ...first, fields }, ...others.map(withoutContent)] };
}

/** Beside a field that a variable holds, other texts of that field are taken for its earlier values. */
function withoutContent<T extends { fields: { content: string | null } }>(action: T): T {
  return { ...action, fields: { ...action.fields, content: null } };
}

/** Declared and live rules that share names, so that a plan creates, replaces, renames and deletes. */
const inboxes = fc
  .tuple(writtenRules, writtenRules, fc.array(fc.nat(7)), fc.infiniteStream(fc.nat(3)))
  .map(([wanted, there, chosen, kinds]) => {
    const live = there.map((written, index) => liveOf(declaredOf(written, index), index));
    const rules = wanted.map((written, index) => {
      const kind = kinds.next().value;
      const old = there[index];
      if (old === undefined || kind === 0) return { ...written, name: `${written.name} new` };
      if (kind === 1) return { ...written, name: old.name };
      if (kind === 2) return { ...written, name: `${written.name} moved`, renamedFrom: old.name };
      return { ...old, renamedFrom: there[(index + 1) % there.length]?.name ?? null };
    });
    const declared = unique(rules.map((written, index) => declaredOf(written as never, index)));
    return withSecrets(declared, unique(live), chosen);
  });

function unique<T extends DeclaredRule | LiveRule>(rules: readonly T[]): T[] {
  const names = new Set<string>();
  return rules.filter((rule) => {
    const name = 'body' in rule ? rule.body.name : contentOf([rule])[0]?.name;
    if (name === undefined || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

/** Which changes are made: in any order, each or not. */
const parts = fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }).map((made) => (place: number) => {
  return made[place % made.length] === true;
});

/** The ids of rules that were there then, and are now. */
function expectIds(now: readonly LiveRule[], then: readonly LiveRule[], gone: ReadonlySet<string>): void {
  const names = new Map(now.map(({ id, name }) => [id, canonicalName(name)]));
  for (const { id, name } of then) if (!gone.has(id)) expect(names.get(id)).toBe(canonicalName(name));
}

/** The ids that the changes made of a run deleted. */
function deletedBy(before: readonly LiveRule[], after: readonly LiveRule[]): Set<string> {
  const left = new Set(after.map(({ id }) => id));
  return new Set(before.flatMap(({ id }) => (left.has(id) ? [] : [id])));
}

/** The ids of live rules that a plan would send something to. */
const sentTo = ({ work }: AccountPlan) =>
  work.flatMap(({ change, live }) => (change.refused === undefined && live !== null ? [live.id] : []));

describe('the way back of a run, of which any part was made', () => {
  const some = fc.tuple(inboxes, parts);

  it('is not refused where nobody else did anything, ends exactly where the run began, and is empty the second time', () =>
    forAll([some], 75, ([{ live, declared }, isMade]) => {
      const inbox = inboxOf(live, { env: ENV });
      const run = inbox.apply(declared, isMade);
      const gone = deletedBy(live, inbox.live());
      expect(linesOf(inbox.planBack(run)).filter((line) => line.includes('!'))).toEqual([]);
      inbox.rollback(run);
      expect(contentOf(inbox.live())).toEqual(contentOf(live));
      // All rules that are still there have their ids.
      expectIds(inbox.live(), live, gone);
      const { plan } = inbox.wayBack(run);
      expect([plan.work, plan.notices, inbox.left(run)]).toEqual([[], [], []]);
      expect(plan.counts.kept + plan.counts.unchanged).toBe(live.length);
    }));

  it('can itself be taken back, to what the kill had left, and that again', () =>
    forAll([some], 25, ([{ live, declared }, isMade]) => {
      const inbox = inboxOf(live, { env: ENV });
      const run = inbox.apply(declared, isMade);
      const left = inbox.live();
      const back = inbox.rollback(run);
      const gone = deletedBy(left, inbox.live());
      const again = inbox.rollback(back);
      expect(contentOf(inbox.live())).toEqual(contentOf(left));
      expectIds(inbox.live(), left, gone);
      inbox.rollback(again);
      expect(contentOf(inbox.live())).toEqual(contentOf(live));
    }));

  it('ends there also where it was killed itself, at any place', () =>
    forAll([some, parts, parts], 25, ([{ live, declared }, isMade], one, other) => {
      const inbox = inboxOf(live, { env: ENV });
      const run = inbox.apply(declared, isMade);
      const left = contentOf(inbox.live());
      const back = inbox.rollback(run, one);
      // Either it is taken back, or finished: by its own run or by another one.
      const wholly = inboxOf(inbox.live(), { env: ENV });
      wholly.rollback(back);
      expect(contentOf(wholly.live())).toEqual(left);
      inbox.rollback(run, other);
      inbox.rollback(run);
      expect(contentOf(inbox.live())).toEqual(contentOf(live));
    }));
});

/** What somebody may do to a rule: each makes another one of it than the run knows. */
const EDITS: ((rule: LiveRule) => LiveRule)[] = [
  (rule) => ({ ...rule, runOnThreads: !rule.runOnThreads, name: `${rule.name} by hand` }),
  (rule) => ({ ...rule, condition: { ...rule.condition, aiInstructions: `${rule.condition.aiInstructions} by hand` } }),
  (rule) => ({
    ...rule,
    condition: { ...rule.condition, static: { ...rule.condition.static, from: 'hand@example.com' } },
  }),
  (rule) => ({ ...rule, actions: rule.actions.map((action) => ({ ...action, delayInMinutes: 129_599 })) }),
  (rule) => ({ ...rule, name: `${rule.name} by hand` }),
];

describe('the way back touches nothing else', () => {
  const edits = fc.record({ at: fc.nat(), edit: fc.constantFrom(...EDITS) });

  it('a rule that somebody edited in between is never touched', () =>
    forAll([inboxes, parts, edits], 25, ({ live, declared }, isMade, { at, edit }) => {
      const inbox = inboxOf(live, { env: ENV });
      const run = inbox.apply(declared, isMade);
      const chosen = inbox.live()[at % Math.max(1, inbox.live().length)];
      if (chosen === undefined) return;
      const changed = edit(chosen);
      inbox.edit((rules) => rules.map((one) => (one.id === chosen.id ? changed : one)));
      const shared = sharedIn(inbox.live());
      expect(sentTo(inbox.planBack(run))).not.toContain(chosen.id);
      inbox.rollback(run);
      expect(inbox.live().find(({ id }) => id === chosen.id)).toEqual(changed);
      // No two rules get one name that did not share it before.
      for (const name of sharedIn(inbox.live())) expect(shared).toContain(name);
    }));

  /** The names that several rules have. */
  const sharedIn = (rules: readonly LiveRule[]) => {
    const names = contentOf(rules).map(({ name }) => name);
    return names.filter((name, index) => names.indexOf(name) !== index);
  };

  it('a rule that is not of the run is never touched, whoever made it and whatever became of it', () =>
    forAll([inboxes, parts, fc.array(edits, { maxLength: 4 })], 25, ({ live, declared }, isMade, more) => {
      const inbox = inboxOf(live, { env: ENV });
      const run = inbox.apply(declared, isMade);
      const ofRun = new Set(run.changes.map(({ id }) => id));
      const made = new Set(inbox.live().flatMap(({ id }) => (live.some((one) => one.id === id) ? [] : [id])));
      const isOther = ({ id }: LiveRule) => !ofRun.has(id) && !made.has(id);
      const others = inbox.live().filter(isOther);
      for (const { at, edit } of more) {
        const chosen = others[at % Math.max(1, others.length)];
        inbox.edit((rules) => rules.map((one) => (one.id === chosen?.id ? edit(one) : one)));
      }
      const strange = declaredOf({
        name: 'stranger',
        condition: { aiInstructions: 'x' },
        actions: [{ type: 'STAR' }],
      });
      const strangers = [liveOf(strange), ...live.map((one) => ({ ...one, name: `${one.name} copied` }))];
      inbox.edit((rules) => [...rules, ...strangers.map((one, index) => ({ ...one, id: `stranger-${index}` }))]);
      const before = inbox.live().filter(isOther);
      for (const id of sentTo(inbox.planBack(run))) expect(ofRun.has(id) || made.has(id)).toBe(true);
      inbox.rollback(run);
      const after = inbox.live();
      for (const one of before) expect(after).toContainEqual(one);
    }));
});

it('a service that stores rules in its own way ends where the run began, up to that', async () => {
  const reversed = (rule: LiveRule) => ({ ...rule, actions: [...rule.actions].reverse() });
  await forAll([inboxes, parts], 25, ({ live, declared }, isMade) => {
    const inbox = inboxOf(live, { env: ENV, store: reversed });
    const run = inbox.apply(declared, isMade);
    inbox.rollback(run);
    const bare = (rules: readonly LiveRule[]) =>
      contentOf(rules).map(({ actions, ...rest }) => ({
        ...rest,
        actions: actions.map((one) => JSON.stringify(one)).sort(),
      }));
    expect(bare(inbox.live())).toEqual(bare(live));
    expect(linesOf(inbox.planBack(run)).filter((line) => line.includes('!'))).toEqual([]);
    expect(inbox.live().map(canonicalLive)).toHaveLength(live.length);
  });
});
