/** The figures in docs/performance.md are those that were measured: bench/results.json. Nothing is measured here. */
import { expect, it } from 'vitest';
import { standing, tables } from '../../bench/tables.mjs';

it.each(Object.entries(tables()))('the table "%s" of the docs is what bench/results.json gives', (name, made) => {
  expect(standing(name)).toBe(made);
});
