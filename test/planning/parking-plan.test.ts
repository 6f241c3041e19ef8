/** What a plan makes of rules that an apply parked and did not put back, where the files may have changed since. */

import { describe, expect, it } from 'vitest';
import type { DeclaredRule, LiveRule } from '../../src/model/rule.ts';
import type { ResolvedRule } from '../../src/model/written-rule.ts';
import { canonicalLive } from '../../src/planning/canonical.ts';
import { parkedBody } from '../../src/planning/parking.ts';
import { undeclaredNames } from '../../src/planning/plan-account.ts';
import { accountPlan } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { planSettings } from '../harness/settings.ts';

const rule = (name: string, label: string, more: Partial<ResolvedRule> = {}): DeclaredRule =>
  declaredOf({
    name,
    condition: { static: { from: `${label}@example.com` } },
    actions: [{ type: 'LABEL', fields: { label } }],
    ...more,
  });

/** Younger with each id. */
const live = (id: number, name: string, label: string): LiveRule => ({
  ...liveOf(rule(name, label), id),
  id: `id-${id}`,
});

function parked(id: number, name: string, label: string, kind: 'sender' | 'name'): LiveRule {
  const before = live(id, name, label);
  return { ...before, ...parkedBody(before, kind) } as LiveRule;
}

const changes = (made: ReturnType<typeof accountPlan>) =>
  made.work.map(({ change: { op, name, id, reason, renamedFrom } }) =>
    [op, ...(renamedFrom === undefined ? [] : [renamedFrom]), name, id ?? 'new', ...(reason ? [reason] : [])].join(' '),
  );
const notices = (made: ReturnType<typeof accountPlan>) =>
  made.notices.flatMap(({ code, rule, args }) => (code === 'parked' ? [{ rule, ...args }] : []));

describe('a parked rule', () => {
  it.each(['sender', 'name'] as const)('by its %s is replaced although it was just as declared', (kind) => {
    const made = accountPlan([rule('A', 'a')], [parked(0, 'A', 'a', kind)]);
    expect(changes(made)).toEqual(['replace A id-0']);
    const body = canonicalLive(live(0, 'A', 'a'));
    expect(made.work[0]?.change).toMatchObject({ before: body, after: body, patch: [] });
    expect(made.work[0]?.wanted).toEqual(body);
    expect(notices(made)).toEqual([
      { rule: 'A', as: kind === 'name' ? 'A (inboxctl: moving)' : null, becomes: 'back' },
    ]);
    expect(made.counts).toMatchObject({ replace: 1, unchanged: 0 });
  });

  it('has in a plan the digest that it had before', () => {
    const declared = [rule('A', 'b')];
    const [before] = accountPlan(declared, [live(0, 'A', 'a')]).work;
    const [after] = accountPlan(declared, [parked(0, 'A', 'a', 'sender')]).work;
    expect(after?.change).toEqual(before?.change);
    expect(after?.live).not.toEqual(before?.live);
  });

  it('that no file declares is deleted or kept as what it was', () => {
    const made = accountPlan([], [parked(0, 'A', 'a', 'name')]);
    expect(changes(made)).toEqual(['delete A id-0 undeclared']);
    expect(made.work[0]?.change.digest).toBe(accountPlan([], [live(0, 'A', 'a')]).work[0]?.change.digest);
    expect(notices(made)).toEqual([{ rule: 'A', as: 'A (inboxctl: moving)', becomes: 'gone' }]);
    for (const settings of [planSettings({ undeclared: 'keep' }), planSettings({ ignore: ['A'] })]) {
      const kept = accountPlan([], [parked(0, 'A', 'a', 'name')], { settings });
      expect(changes(kept)).toEqual([]);
      expect(kept.counts.kept).toBe(1);
      expect(notices(kept)).toEqual([{ rule: 'A', as: 'A (inboxctl: moving)', becomes: 'kept' }]);
    }
  });

  it('is looked for in the history under its own name', () => {
    const settings = planSettings({});
    expect(undeclaredNames({ declared: [], live: [parked(0, 'A', 'a', 'name')], settings })).toEqual(['A']);
  });

  it('stays where its change is refused', () => {
    const one = parked(0, 'A', 'a', 'sender');
    const action = { ...one.actions[0], type: 'INTEGRATION' } as LiveRule['actions'][number];
    const made = accountPlan([rule('A', 'a')], [{ ...one, actions: [...one.actions, action] }]);
    expect(made.work[0]?.change.refused).toBe('would-drop-integration');
    expect(notices(made)).toEqual([{ rule: 'A', as: null, becomes: 'refused' }]);
  });
});

describe('two live rules of one name, one of them parked', () => {
  const moved = [parked(0, 'A', 'a', 'name'), live(1, 'A', 'b')];

  it('belong to the rename that was cut short and to the rule that has the name now', () => {
    const declared = [rule('B', 'a', { renamedFrom: 'A' }), rule('A', 'b', { renamedFrom: 'B' })];
    expect(changes(accountPlan(declared, moved))).toEqual(['replace A B id-0']);
  });

  it('and files that changed once more: the rename has the parked one all the same', () => {
    const declared = [rule('B', 'new', { renamedFrom: 'A' }), rule('A', 'other')];
    expect(changes(accountPlan(declared, moved))).toEqual(['replace A id-1', 'replace A B id-0']);
    expect(changes(accountPlan(declared, [...moved].reverse()))).toEqual(['replace A id-1', 'replace A B id-0']);
  });

  it('without the rename: what has the name and is as declared stays, what is parked is too many', () => {
    expect(changes(accountPlan([rule('A', 'b')], moved))).toEqual(['delete A id-0 duplicate']);
    const kept = accountPlan([rule('A', 'b')], moved, { settings: planSettings({ undeclared: 'keep' }) });
    expect(changes(kept)).toEqual([]);
    expect(notices(kept)).toEqual([{ rule: 'A', as: 'A (inboxctl: moving)', becomes: 'kept' }]);
  });

  it('without the rename: what was just as declared comes back', () => {
    expect(changes(accountPlan([rule('A', 'a')], moved))).toEqual(['replace A id-0', 'delete A id-1 duplicate']);
  });

  it('without the rename: else what has the name stays, though it may be younger', () => {
    expect(changes(accountPlan([rule('A', 'c')], moved))).toEqual(['delete A id-0 duplicate', 'replace A id-1']);
  });

  it('where names are not unique: a rule that gave up its sender alone is no less the oldest of its name', () => {
    const both = [parked(0, 'A', 'a', 'sender'), live(1, 'A', 'b')];
    expect(changes(accountPlan([rule('A', 'c')], both))).toEqual(['replace A id-0', 'delete A id-1 duplicate']);
  });
});
