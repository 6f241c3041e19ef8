import type { Plugin } from 'vitest/config';

/** For rolldown and vitest. */
export const textFiles: Plugin;
