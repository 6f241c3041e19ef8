/** Node 24, on which the action runs, beside the one that runs the tests. */
import { isOwn, nodeOf } from '../../scripts/installed-node.mjs';

/** Gives the path of a Node 24; throws where there is none to be had: a test on it is never left out. */
export function node24(): string {
  return nodeOf(24);
}

/** What runs the bundle, as cases of a test: the Node of the tests, and 24. */
export const NODES: readonly (readonly [name: string, find: () => string])[] = [
  [`Node ${process.version.slice(1).split('.')[0]}`, () => process.execPath],
  ...(isOwn(24) ? [] : [['Node 24', node24] as const]),
];
