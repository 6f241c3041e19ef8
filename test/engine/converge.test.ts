import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalLive } from '../../src/planning/canonical.ts';
import { createClient } from '../../src/service/client.ts';
import { accountOf, plannedFor } from '../harness/account.ts';
import { applyTo } from '../harness/applying.ts';
import { writtenRules } from '../harness/arbitrary.ts';
import { KEY } from '../harness/project.ts';
import { runs } from '../harness/runs.ts';
import { startTestSandbox, type TestSandboxOptions } from '../harness/sandbox/sandbox.ts';

const profile = fc.constantFrom<NonNullable<TestSandboxOptions['profile']>>('spec', 'older', 'newer');

it('after an apply, the live rules are the declared ones and a plan is empty', async () => {
  await fc.assert(
    fc.asyncProperty(profile, fc.array(writtenRules, { minLength: 2, maxLength: 3 }), async (name, versions) => {
      const sandbox = await startTestSandbox({ profile: name, key: KEY });
      const rules = createClient({ baseUrl: sandbox.baseUrl, apiKey: KEY });
      try {
        for (const written of versions) {
          const account = accountOf(written);
          const result = await applyTo(account, rules, { concurrency: 4 });
          expect(result).toMatchObject({ outcome: 'converged', differences: [] });
          const live = await rules.listRules();
          expect((await plannedFor(account, live)).work).toEqual([]);
          const withoutOperator = (body: ReturnType<typeof canonicalLive>) => {
            const declared = account.declared.find((one) => one.body.name === body.name)?.body.condition;
            const { conditionalOperator } = declared ?? body.condition;
            return { ...body, condition: { ...body.condition, conditionalOperator } };
          };
          const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
          expect(live.map((rule) => withoutOperator(canonicalLive(rule))).sort(byName)).toEqual(
            account.declared.map(({ body }) => body).sort(byName),
          );
        }
      } finally {
        await rules.close();
        await sandbox.close();
      }
    }),
    { numRuns: runs(13) },
  );
});
