import type { Plugin } from 'vitest/config';

/** What esbuild takes as text, by how its name ends. */
export const TEXT_FILES: Record<string, 'text'>;
/** The same for rolldown and vitest. */
export const textFiles: Plugin;
