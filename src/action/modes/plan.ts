import type { Mode } from '../mode.ts';

export const plan: Mode = () => Promise.reject(new Error('The mode plan is not there yet'));
