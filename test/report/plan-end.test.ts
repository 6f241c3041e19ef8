import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Plan } from '../../src/diagnostics/results.ts';
import { shellWord } from '../../src/diagnostics/yaml-text.ts';
import type { Change } from '../../src/model/plan.ts';
import type { NextApply } from '../../src/report/plan-next.ts';
import { PLAIN, textPlan } from '../harness/printed.ts';
import { shownChange, shownPlan, shownRule } from '../harness/shown-rule.ts';

const NEXT: NextApply = { planFile: null, maxDeletes: null, allowEmpty: false, allowLoss: false, sameInboxes: [] };

const rule = shownRule({ from: '@acme.com' });
const create = (name: string, more: Partial<Change> = {}) => shownChange({ before: null, after: rule, name, ...more });
const remove = (name: string, more: Partial<Change> = {}) => shownChange({ before: rule, after: null, name, ...more });
const change = (name: string, more: Partial<Change> = {}) =>
  shownChange({ before: rule, after: { ...rule, name }, name, ...more });

const guard = (deletes: number, account = 'default'): Diagnostic => ({
  code: 'guard-nothing-in-common',
  args: { deletes, live: 9, isOnly: true },
  severity: 'error',
  account,
});

/** The text from its closing block on: what follows the last change and notice. */
function endOf(changes: Change[], more: Partial<Plan> = {}, next: Partial<NextApply> | null = {}): string {
  const plan: Plan = { ...shownPlan(changes), notices: [], ...more };
  const text = textPlan(plan, { ...PLAIN, next: next && { ...NEXT, ...next } });
  const start = Math.max(text.lastIndexOf('\n- deletes'), text.lastIndexOf('\n! '), 0);
  return start === 0
    ? text.slice(text.search(/^(Plan|Refused plan|No changes|Partial plan):/m))
    : text.slice(start + 1);
}

describe('the end of a plan', () => {
  it('names no pull where the base declares what is deleted, or a duplicate goes', () => {
    const base = { commit: 'a'.repeat(40) };
    expect(endOf([remove('A', { wasDeclared: true })], { base })).not.toContain('pull');
    expect(endOf([{ ...remove('A'), reason: 'duplicate' }])).not.toContain('pull');
  });

  it('names the pull that keeps what no file declared, before the apply', () => {
    const base = { commit: 'a'.repeat(40), problem: null };
    const changes = [remove('A', { wasDeclared: true }), remove("B's"), remove('C')];
    expect(endOf(changes, { base })).toMatch(
      /\n {2}To keep what no file declared, run:\n {2}inboxctl pull 'B'\\''s' C\n[\s\S]*\n {2}inboxctl apply\n$/,
    );
  });

  it('says what to type next, with what it takes to be about the same inboxes', () => {
    expect(endOf([create('A')])).toMatch(/unchanged\.\nNext: apply this plan:\n {2}inboxctl apply\n$/);
    const given = { planFile: 'plan.json', maxDeletes: 3, allowLoss: true, sameInboxes: ['--account', "'a b'"] };
    expect(endOf([create('A')], {}, given)).toContain(
      "\n  inboxctl apply plan.json --max-deletes 3 --allow-loss --account 'a b'\n",
    );
    expect(endOf([create('A')], {}, null)).not.toContain('Next');
  });

  it('of a refused plan says so, and leaves the way on to the error', () => {
    const text = endOf([remove('A'), remove('B')], { notices: [guard(2)] });
    expect(text).toMatch(/unchanged\.\nApply refuses this: see the error above\.\n$/);
    expect(text).not.toContain('pull');
    const empty: Diagnostic = {
      code: 'guard-nothing-declared',
      args: { deletes: 1, live: 1 },
      severity: 'error',
      account: 'default',
    };
    expect(endOf([remove('A')], { notices: [empty] })).not.toContain('Next');
  });

  it('of several refused accounts names them', () => {
    const changes = [
      remove('A', { account: 'alice' }),
      remove('B', { account: 'bob' }),
      create('C', { account: 'carol' }),
    ];
    const text = endOf(changes, { notices: [guard(2, 'alice'), guard(7, 'bob')] });
    expect(text).toMatch(/\nApply refuses alice, bob: see the error above\.\n$/);
  });

  it('of a plan that the policy forbids names no flag', () => {
    const policy: Diagnostic = {
      code: 'policy-action',
      args: { type: 'DELETE' },
      severity: 'error',
      account: 'default',
      rule: 'A',
    };
    const text = endOf([create('A')], { notices: [policy, guard(2)] });
    expect(text).toMatch(
      /Apply refuses this: see the error above\.\nNext: fix that, then plan again:\n {2}inboxctl plan\n$/,
    );
  });

  it('of refused changes says how the rest is carried out, and how all of it', () => {
    const refused = change('A', { refused: 'would-drop-integration' });
    expect(endOf([refused, create('B')])).toContain(
      '1 change refused.\nNext: apply the rest:\n  inboxctl apply\nWith what it loses, only if that is meant:\n  inboxctl apply --allow-loss\n',
    );
    expect(endOf([refused])).not.toContain('Next');
    expect(endOf([change('A', { refused: 'needs-left-out' })])).toMatch(/refused\.\n$/);
  });

  it('says how many rules are on or off against their files, also where warnings are hidden', () => {
    const off = (name: string): Diagnostic => ({
      code: 'enabled-differs',
      args: { expected: true },
      severity: 'warning',
      rule: name,
    });
    const plan = { ...shownPlan([]), notices: [off('A'), off('B')] };
    const summary = { ...plan.summary, unchanged: 3 };
    expect(textPlan({ ...plan, summary }, { ...PLAIN, quiet: true })).toBe(
      'No changes: 1 rule is live as declared, 2 rules are on or off against their\nfiles.\n',
    );
    expect(textPlan({ ...plan, summary: { ...summary, unchanged: 2 } }, PLAIN)).toMatch(
      /No changes: 2 rules are on or off against their files\.\n$/,
    );
    expect(endOf([create('A')], { notices: [off('B')] })).toMatch(
      /unchanged\. 1 rule is on or off\sagainst its file\./,
    );
  });

  it('says the same warning of many rules once, names five and counts the rest', () => {
    const notices = Array.from(
      { length: 300 },
      (_, index): Diagnostic => ({
        code: 'enabled-differs',
        args: { expected: true },
        severity: 'warning',
        rule: `R${index}`,
      }),
    );
    const plan = { ...shownPlan([create('A')]), notices };
    expect(textPlan(plan, PLAIN).match(/warning: .*/g)).toEqual([
      'warning: "R0", "R1", "R2", "R3", "R4": declared on, but off.',
    ]);
    expect(textPlan(plan, PLAIN)).toContain('\n\nand 295 more like this (--verbose shows all)\n\n');
    expect(textPlan(plan, { ...PLAIN, verbose: true })).toContain('"R299": declared');
  });
});

describe('a word for a shell', () => {
  it.each([
    ['plan.json', 'plan.json'],
    ['my plan.json', "'my plan.json'"],
    ["it's", "'it'\\''s'"],
    ['a\u202eb', "$'a\\u202eb'"],
    ["\u001b[2J'\\", "$'\\u001b[2J\\'\\\\'"],
  ])('%j is %s', (word, typed) => {
    expect(shellWord(word)).toBe(typed);
  });
});
