import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { OPTIONS } from './scripts/bundling.mjs';
import { textFiles } from './scripts/text-files.mjs';
import { runs } from './test/harness/runs.ts';

/** They put something of their own in the place of a module. */
const MOCKING = ['test/engine/pull/limits.test.ts', 'test/engine/apply/execution.test.ts'];

/** What takes longest. A file of these that came last would run alone, and a clean checkout knows no more than their sizes. */
const LONGEST = [
  'e2e/package',
  'action/apply-failures',
  'report/html/browser',
  'action/apply-approvals',
  'e2e/killed',
  'e2e/faults',
  'docs/commands',
  'action/apply-replays',
  'source/git-history',
  'e2e/hostile-files',
  'docs/gitlab',
  'e2e/interleaved',
  'e2e/completion',
  'e2e/hostile-mail',
  'source/load',
  'action/origin',
  'action/rotation',
  'action/drift-pull-request',
  'report/long-lines',
  'e2e/rollback',
  'e2e/secrets',
  'e2e/init',
  'scenarios',
].map((name) => `/test/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      // A process of its own takes the place of one that has loaded what the others share.
      if (project.name === 'mocking') return LONGEST.length + 1;
      const found = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// Packages as users have them: in those for development, Markdown checks itself all the time.
process.env.NODE_ENV = 'production';

export default defineConfig({
  plugins: [textFiles],
  define: OPTIONS.transform.define,
  test: {
    // One more than there are cores: tests wait for programs that they started, and some for time to pass.
    maxWorkers: availableParallelism() + 1,
    env: { NODE_ENV: 'test' },
    // Code of tests seldom runs often enough to be worth optimizing, and their cores are busy: nothing is done beside them.
    execArgv: ['--interrupt-budget=1000000', '--max-semi-space-size=32', '--single-threaded-gc'],
    globalSetup: ['test/harness/runtime.ts'],
    sequence: { sequencer: LongestFirst },
    // Nothing here is about speed: a slow machine must not fail a test.
    testTimeout: runs(120_000),
    hookTimeout: 120_000,
    projects: [
      // Files share what they load, which takes much of their time: nothing may be left behind in a module.
      { extends: true, test: { name: 'sharing', include: ['test/**/*.test.ts'], exclude: MOCKING, isolate: false } },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
    ],
  },
});
