import { defineConfig } from 'vitest/config';
import { textFiles } from './scripts/text-files.mjs';

export default defineConfig({
  plugins: [textFiles],
  test: {
    include: ['test/**/*.test.ts'],
    // Most tests wait for a program that they started.
    maxWorkers: '100%',
    // No test leaves anything behind in a module, so that each is loaded once in a worker.
    isolate: false,
    // Nothing here is about speed: a slow machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
