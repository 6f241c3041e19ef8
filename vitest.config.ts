import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Nothing here is about speed: a slow machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
