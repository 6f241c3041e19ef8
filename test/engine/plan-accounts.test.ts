import { expect, it } from 'vitest';
import { failureOf } from '../../src/engine/failure.ts';
import { planAccounts } from '../../src/engine/plan-accounts.ts';
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
