// The floor, bundled at its best for every Node: CommonJS (an ES module starts 14 ms later on Node 20, and `import` of
// node:http takes 23 ms on Node 24), and minified.
import { buildSync } from 'esbuild';
import { yamlForAll } from '../scripts/bundling.mjs';

/**
 * Takes the path of the bundle that it writes. `lean`: with the build of `yaml` that does not look at the environment, as
 * inboxctl has it; else with the one that a bundle for Node gets.
 */
export function bundleFloor(outfile, { lean }) {
  buildSync({
    entryPoints: ['bench/floor.mjs'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    minify: true,
    alias: lean ? yamlForAll : {},
  });
}
