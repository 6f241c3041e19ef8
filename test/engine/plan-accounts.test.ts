import { expect, it } from 'vitest';
import { planAccounts } from '../../src/engine/ask-accounts.ts';
import { ServiceError } from '../../src/service/service-error.ts';
import { accountOf } from '../harness/account.ts';
import { reading } from '../harness/identity.ts';

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
  const targets = Array.from({ length: 24 }, () => ({ account: accountOf([]), rules: reading(listRules) }));
  await planAccounts(targets, () => 0, asked);
  expect(most).toBe(expected);
});

const request = { operation: 'listRules', method: 'GET', path: '/rules' } as const;

/** Accounts at one address, whose reads fail as told by their index; gives how many were read. */
async function readsOf(failing: (index: number) => ServiceError | null): Promise<number> {
  let reads = 0;
  const targets = Array.from({ length: 40 }, (_, index) => ({
    account: { ...accountOf([]), name: `inbox-${index}` },
    rules: reading(async () => {
      reads += 1;
      await new Promise((resolve) => setImmediate(resolve));
      const error = failing(index);
      if (error !== null) throw error;
      return [];
    }),
  }));
  const { planned, failed } = await planAccounts(targets, () => 0);
  expect(planned.length + failed.length).toBe(40);
  expect(failed.map(({ account, problem }) => [account.name, problem.account])).toEqual(
    failed.map(({ account }) => [account.name, account.name]),
  );
  return reads;
}

it('an address where nothing answers is given up by all once the first have tried', async () => {
  expect(await readsOf(() => new ServiceError({ kind: 'network', message: 'lost', request }))).toBe(8);
});

it('an address that answered one account, whatever it said, is asked for each', async () => {
  const refused = new ServiceError({ kind: 'http', status: 401, message: 'refused', request });
  const lost = new ServiceError({ kind: 'timeout', message: 'late', request });
  expect(await readsOf((index) => (index === 0 ? refused : lost))).toBe(40);
  expect(await readsOf((index) => (index === 0 ? null : lost))).toBe(40);
});
