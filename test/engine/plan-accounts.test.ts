import { expect, it } from 'vitest';
import { failureOf } from '../../src/engine/failure.ts';
import { outlineAccounts, planAccounts } from '../../src/engine/plan-accounts.ts';
import { ServiceError } from '../../src/service/service-error.ts';
import { accountOf } from '../harness/account.ts';

it.each([
  [undefined, 8],
  [3, 3],
  [20, 8],
])('with %j requests at once as asked for, %i accounts are read at once', async (asked, expected) => {
  let underWay = 0;
  let most = 0;
  const listRules = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return [];
  };
  const targets = Array.from({ length: 24 }, () => ({ account: accountOf([]), rules: { listRules } }));
  await planAccounts(targets, failureOf, () => 0, asked);
  expect(most).toBe(expected);
});

it('an account can rest once it is looked at, also where it fails, but not before it is carried out', async () => {
  const request = { operation: 'listRules', method: 'GET', path: '/rules' } as const;
  const rested: string[] = [];
  const targets = ['good', 'bad'].map((name) => ({
    account: { ...accountOf([]), name },
    rules: {
      listRules: async () => {
        if (name === 'bad') throw new ServiceError({ kind: 'network', message: 'lost', request });
        return [];
      },
      rest: () => void rested.push(name),
    },
  }));
  await planAccounts(targets, failureOf, () => 0);
  expect(rested).toEqual([]);
  const { planned, failed } = await outlineAccounts(targets, failureOf, () => 0);
  expect([planned.length, failed.length]).toEqual([1, 1]);
  expect(rested.sort()).toEqual(['bad', 'good']);
});
