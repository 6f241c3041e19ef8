import { defineConfig } from 'vitest/config';
import { textFiles } from './scripts/text-files.mjs';

/** Tests of what is pure, or nearly: no connection, and nothing left behind in a module. Loading takes most of their time. */
const PARTS = ['planning', 'report', 'source', 'model', 'cli', 'engine'].map((layer) => `test/${layer}/**/*.test.ts`);

/** They put something of their own in the place of a module. */
const MOCKING = ['test/engine/pull/limits.test.ts', 'test/engine/apply/execution.test.ts'];

export default defineConfig({
  plugins: [textFiles],
  test: {
    // Most tests wait for a program that they started.
    maxWorkers: '100%',
    // Nothing here is about speed: a slow machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'parts', include: PARTS, exclude: MOCKING, isolate: false } },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
      { extends: true, test: { name: 'whole', include: ['test/**/*.test.ts'], exclude: PARTS } },
    ],
  },
});
