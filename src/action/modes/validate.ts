import type { Mode } from '../mode.ts';

export const validate: Mode = () => Promise.reject(new Error('The mode validate is not there yet'));
