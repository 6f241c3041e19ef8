import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../../src/model/rule.ts';
import { canonicalName } from '../../../src/planning/canonical.ts';
import { declaredOf, liveOf, writtenRules } from '../../harness/arbitrary.ts';
import { runs } from '../../harness/runs.ts';
import { contentOf, inboxOf } from './inbox.ts';

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

describe('a run and its way back', () => {
  it('ends where it began, and the way back of the way back where the run had ended', () => {
    fc.assert(
      fc.property(inboxes, ({ live, declared }) => {
        const inbox = inboxOf(live, ENV);
        const before = contentOf(inbox.live());
        const run = inbox.apply(declared);
        const after = contentOf(inbox.live());
        const back = inbox.rollback(run);
        expect(contentOf(inbox.live())).toEqual(before);
        expect(inbox.planBack(run).work).toEqual([]);
        const again = inbox.rollback(back);
        expect(contentOf(inbox.live())).toEqual(after);
        inbox.rollback(again);
        expect(contentOf(inbox.live())).toEqual(before);
      }),
      { numRuns: runs(25) },
    );
  });

  it('is the same way wherever the run was killed, whatever of it was told', () => {
    const cuts = fc.tuple(inboxes, fc.nat(12), fc.nat(12), fc.nat(12));
    fc.assert(
      fc.property(cuts, ([{ live, declared }, upTo, untold, cutBack]) => {
        const inbox = inboxOf(live, ENV);
        const before = contentOf(inbox.live());
        const run = inbox.apply(declared, { upTo, told: Math.max(0, upTo - untold) });
        inbox.rollback(run, { upTo: cutBack });
        inbox.rollback(run);
        expect(contentOf(inbox.live())).toEqual(before);
      }),
      { numRuns: runs(25) },
    );
  });

  it('touches no rule that the run did not touch', () => {
    fc.assert(
      fc.property(inboxes, fc.nat(12), ({ live, declared }, upTo) => {
        const inbox = inboxOf(live, ENV);
        const run = inbox.apply(declared, { upTo });
        const touched = new Set(run.outcomes.map(({ id }) => id));
        const strangers = liveOf(declaredOf({ name: 'stranger', condition: { aiInstructions: 'x' }, actions: [] }));
        inbox.edit((rules) => [...rules, { ...strangers, id: 'stranger' }]);
        for (const { live: rule } of inbox.planBack(run).work)
          expect(touched.has(rule?.id ?? null)).toBe(rule !== null);
      }),
    );
  });
});
