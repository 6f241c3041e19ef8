import { expect, it, onTestFinished } from 'vitest';
import { apply } from '../../src/engine/apply.ts';
import { planAccounts } from '../../src/engine/ask-accounts.ts';
import type { Account } from '../../src/engine/plan.ts';
import { createClient } from '../../src/service/client.ts';
import { accountOf } from '../harness/account.ts';
import { applyTo } from '../harness/applying.ts';
import { KEY, serve } from '../harness/project.ts';
import { planSettings } from '../harness/settings.ts';
import { ruleOf } from '../harness/snapshot.ts';

/** A sandbox, and the client of an apply on it. */
async function serviceOf(options: Parameters<typeof serve>[0]) {
  const service = await serve(options);
  const rules = createClient({ baseUrl: service.baseUrl, apiKey: KEY });
  onTestFinished(() => rules.close());
  return { service, rules };
}

function ruled(...names: string[]): Account {
  return accountOf(
    names.map((name) => ruleOf(name)),
    { flags: { allowEmpty: false, allowLoss: false, maxDeletes: null } },
  );
}

it('a rule that comes up while an apply runs is left alone where only what was declared before is deleted', async () => {
  const { service, rules } = await serviceOf({ profile: 'newer' });
  const account: Account = {
    ...ruled('A'),
    settings: planSettings({ undeclared: 'declared-before' }),
    declaredBefore: async () => ({
      problem: { code: 'history-missing', args: { problem: 'no-git', detail: null }, severity: 'error' },
    }),
  };
  const result = await applyTo(account, rules, {
    onStep: () => {
      const [first] = service.rules();
      if (first !== undefined) service.put({ ...first, id: 'theirs', name: 'Theirs' });
    },
  });
  expect(result).toMatchObject({ outcome: 'converged', differences: [] });
});

it('a service that asks to wait longer than there is time is not waited for, and told so', async () => {
  const { rules } = await serviceOf({ profile: 'newer', faults: ['POST /rules 429-retry-after=3600 @2-'] });
  const { outcome, steps, unchecked } = await applyTo(ruled('A', 'B', 'C', 'D'), rules);
  expect(steps.map(({ status }) => status)).toEqual(['done', 'failed', 'not-tried', 'not-tried']);
  expect(steps[1]?.error?.message).toContain('429');
  expect({ outcome, unchecked }).toEqual({ outcome: 'partial', unchecked: [] });
});

it('equal changes end each for itself, also where one of them is refused', async () => {
  const { service, rules } = await serviceOf({ profile: 'newer' });
  const now = () => performance.now();
  const { planned } = await planAccounts([{ account: ruled('A'), rules }], now);
  const twice = planned.map((one) => {
    const work = one.planned.work.flatMap((item) => [{ ...item, change: { ...item.change, refused: 'policy' } }, item]);
    return { rules, planned: { ...one, planned: { ...one.planned, work } } };
  });
  const [result] = await apply(twice, {
    concurrency: 1,
    retryForMs: 2_000,
    failFast: false,
    signal: new AbortController().signal,
    onProgress: () => {},
    random: Math.random,
    now,
  });
  expect(result?.steps.map(({ status }) => status)).toEqual(['refused', 'done']);
  expect(service.rules()).toHaveLength(1);
});
