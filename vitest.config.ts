import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Most tests wait for a program that they started.
    maxWorkers: '100%',
    // Nothing here is about speed: a slow machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
