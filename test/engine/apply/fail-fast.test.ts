/** `--fail-fast` over several accounts. */
import { expect, it } from 'vitest';
import { apply } from '../../../src/engine/apply.ts';
import { planAccounts } from '../../../src/engine/ask-accounts.ts';
import { ServiceError } from '../../../src/service/service-error.ts';
import { accountOf } from '../../harness/account.ts';
import type { Rules } from '../../harness/applying.ts';
import { declaredOf, liveOf } from '../../harness/arbitrary.ts';
import { reading } from '../../harness/identity.ts';
import { ruleOf } from '../../harness/snapshot.ts';

const declared = ['A', 'B'].map((name) => ruleOf(name));

const request = { operation: 'createRule', method: 'POST', path: '/rules' } as const;
const refusal = new ServiceError({ kind: 'http', message: '400', request, status: 400 });

/** Two accounts at services of their own: the first one's creates are refused, while the other's first one is under way. */
async function applied(failFast: boolean): Promise<string[][]> {
  let tell = (): void => {};
  const failed = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const rules = (createRule: Rules['createRule']): Rules => ({
    listRules: async () => [],
    createRule,
    replaceRule: async () => null,
    deleteRule: async () => {},
  });
  const ports = [
    rules(async () => {
      throw refusal;
    }),
    rules(async (body) => {
      await failed;
      const live = liveOf({ ...declaredOf({ name: '', condition: {}, actions: [] }), body });
      return { ...live, id: `id of ${body.name}` };
    }),
  ];
  const targets = ports.map((port, index) => {
    const account = { ...accountOf(declared), name: `a${index}`, baseUrl: `https://${index}.example.com` };
    return { account, rules: reading(() => port.listRules()) };
  });
  const now = () => performance.now();
  const { planned } = await planAccounts(targets, now);
  const results = await apply(
    planned.map((one, index) => ({ planned: one, rules: ports[index] as Rules })),
    {
      concurrency: 1,
      retryForMs: 0,
      failFast,
      signal: new AbortController().signal,
      onProgress: (event) => {
        if (event.kind === 'step' && event.step.change.account === 'a0') tell();
      },
      now,
      random: () => 0.5,
    },
  );
  return results.map(({ steps }) => steps.map(({ status }) => status));
}

it('ends the other accounts too, but not what is under way', async () => {
  expect(await applied(true)).toEqual([
    ['failed', 'not-tried'],
    ['done', 'not-tried'],
  ]);
});

it('without it they go on', async () => {
  expect(await applied(false)).toEqual([
    ['failed', 'failed'],
    ['done', 'done'],
  ]);
});
