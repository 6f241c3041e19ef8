import type { Mode } from '../mode.ts';

export const apply: Mode = () => Promise.reject(new Error('The mode apply is not there yet'));
