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
  'action/apply-approvals',
  'action/apply-failures',
  'report/html/browser',
  'e2e/faults',
  'e2e/killed',
  'docs/gitlab',
  'docs/commands',
  'action/apply-replays',
  'e2e/pull-fleet',
  'proposals',
  'commands',
  'e2e/at-once',
  'e2e/interleaved',
  'action/origin',
  'action/rollback',
  'action/rollback-inbox',
  'e2e/apply',
  'e2e/secrets',
  'scenarios',
].map((name) => `/test/${name}.test.ts`);

/** They start programs, which takes the longer the more memory their own process has, and later ones have more. */
const STARTING = /\/test\/(action|docs|e2e)\/(?!hostile)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      // A process of its own takes the place of one that has loaded what the others share.
      if (project.name === 'mocking') return 2;
      const found = LONGEST.findIndex((name) => moduleId.endsWith(name));
      if (found !== -1) return found - LONGEST.length;
      return STARTING.test(moduleId) ? 0 : 1;
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
    // V8 optimizes what has run fifteen times as much as its default: most of what tests run is not worth it.
    execArgv: ['--interrupt-budget=1000000', '--require', `${import.meta.dirname}/test/harness/own-home.cjs`],
    globalSetup: ['test/harness/runtime.ts'],
    setupFiles: ['test/harness/seed.ts'],
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
