import type { Mode } from '../mode.ts';

export const drift: Mode = () => Promise.reject(new Error('The mode drift is not there yet'));
