/** A rule that breaks the policy stops its whole account, also where its change is refused for a reason of its own. */
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { LiveRule } from '../../src/model/rule.ts';
import { accountPlan, planOfOne } from '../harness/account.ts';
import { declaredOf, liveOf } from '../harness/arbitrary.ts';
import { textPlan } from '../harness/printed.ts';

const PLAIN = { color: false, unicode: true, width: 100, verbose: false };
const NEXT = { planFile: null, maxDeletes: null, allowEmpty: false, allowLoss: false, sameInboxes: [] };

const ruleOf = (name: string, type: 'ARCHIVE' | 'DELETE', at: number) =>
  declaredOf({ name, condition: { aiInstructions: 'find it' }, actions: [{ type }] }, at);

it('is said to be refused as a whole', () => {
  const one = liveOf(ruleOf('Spam', 'ARCHIVE', 0));
  const integration = { ...one.actions[0], type: 'INTEGRATION' } as LiveRule['actions'][number];
  const live = [{ ...one, actions: [...one.actions, integration] }];
  const forbidden: Diagnostic = {
    code: 'policy-action',
    args: { type: 'DELETE' },
    severity: 'error',
    rule: 'Spam',
    account: 'default',
  };
  const planned = accountPlan([ruleOf('Spam', 'DELETE', 0), ruleOf('Other', 'ARCHIVE', 1)], live, {
    violations: [forbidden],
  });
  expect(planned.guarded).toBe(true);
  expect(planned.work.map(({ change }) => change.refused)).toEqual([undefined, 'would-drop-integration']);
  const text = textPlan(planOfOne(planned), { ...PLAIN, next: NEXT });
  expect(text).toContain('Refused plan: ');
  expect(text).toContain('Apply refuses this');
  expect(text).not.toContain('apply the rest');
});
