/** A mistake of ours in the middle of an apply: the job says what it knows, and fails with its reason. */
import { expect, it } from 'vitest';
import type { Context } from '../../src/action/context.ts';
import type { GitHub } from '../../src/action/github/client.ts';
import type { Inputs } from '../../src/action/inputs.ts';
import type { Job } from '../../src/action/mode.ts';
import { apply } from '../../src/action/modes/apply.ts';
import { plain } from '../../src/diagnostics/message.ts';
import type { PlanDocument } from '../../src/model/plan.ts';

const counts = { create: 1, replace: 0, delete: 0, unchanged: 0, kept: 0 };
const digest = `sha256:${'a'.repeat(64)}`;
const PLAN: PlanDocument = {
  formatVersion: 1,
  digest,
  keyId: null,
  complete: true,
  summary: counts,
  accounts: [{ name: 'default', baseUrl: 'https://mail.example.com/api/v1', live: 0, declared: 1, summary: counts }],
  changes: [
    {
      account: 'default',
      op: 'create',
      name: 'Newsletters',
      id: null,
      digest,
      source: null,
      before: null,
      after: null,
      patch: [],
      risks: [],
    },
  ],
  notices: [],
};

it('has the outputs of the plan, and the reason apply-failed', async () => {
  const github = {
    pullRequestsOf: async () => [],
    mergedInto: async () => [],
    defaultHead: async () => ({ branch: 'main', sha: 'c0ffee' }),
  } satisfies Partial<GitHub>;
  const job = {
    inputs: {
      review: 'none',
      baseUrl: null,
      expect: null,
      workingDirectory: '.',
      accounts: [],
      shard: null,
    } as unknown as Inputs,
    context: {
      event: 'push',
      ref: 'refs/heads/main',
      sha: 'c0ffee',
      defaultBranch: 'main',
      commits: ['c0ffee'],
      pullRequest: null,
      runUrl: '',
    } as unknown as Context,
    github: github as unknown as GitHub,
    readCommit: async () => ({ failure: 'no-git' as const, detail: 'ENOENT' }),
    base: null,
    now: Date.now,
    targets: { reviewKeys: ['a-key-of-mine'] } as Job['targets'],
    commands: {
      plan: async () => ({ code: 0, document: PLAN, notices: [] }),
      apply: async () => {
        throw new Error('there is no such item');
      },
    } as unknown as Job['commands'],
    keep: (name: string) => name,
    log: () => {},
  };
  const { failure, outputs, summary } = await apply(job);
  expect(failure?.reason).toBe('apply-failed');
  expect(plain(failure?.message ?? [])).toMatch(
    /Some changes may have been made.*\nError: there is no such item\n {4}at /,
  );
  expect(outputs).toMatchObject({ 'has-changes': 'true', digest });
  expect(JSON.stringify(summary)).toContain('there is no such item');
});
