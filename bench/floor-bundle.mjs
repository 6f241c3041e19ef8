// The floor, bundled at its best for every Node: CommonJS (an ES module starts 14 ms later on Node 20, and `import` of
// node:http takes 23 ms on Node 24), minified, with the build of `yaml` that does not look at the environment.
import { buildSync } from 'esbuild';
import { yamlForAll } from '../scripts/start-sooner.mjs';

/** Takes the path of the bundle that it writes. */
export function bundleFloor(outfile) {
  buildSync({
    entryPoints: ['bench/floor.mjs'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    minify: true,
    alias: yamlForAll,
  });
}
