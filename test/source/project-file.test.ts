import { expect, it } from 'vitest';
import { areOwn } from '../../src/source/load/project-file.ts';

it.each([
  [[1000, 1000], 1000, true],
  [[0, 1000], 1000, true],
  [[0, 0], 1000, true],
  [[0, 0], 0, true],
  [[1001, 1000], 1000, false],
  [[1000, 1001], 1000, false],
  [[1000, 1000], 0, false],
  // Windows tells no owner.
  [[0, 0], undefined, true],
])('of the owners %j, the user %s trusts all: %s', (owners, uid, expected) => {
  expect(areOwn(owners, uid)).toBe(expected);
});
