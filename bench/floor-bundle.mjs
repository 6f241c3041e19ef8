// The floor, bundled at its best for every Node: CommonJS (an ES module starts 14 ms later on Node 20, and `import` of
// node:http takes 23 ms on Node 24), minified, and strict (Node 20 takes 5 % longer over the same code that is not).
import { rolldown } from 'rolldown';
import { yamlForAll } from '../scripts/bundling.mjs';

/**
 * Takes the path of the bundle that it writes. `lean`: with the build of `yaml` that does not look at the environment, as
 * inboxctl has it; else with the one that a bundle for Node gets.
 */
export async function bundleFloor(file, { lean }) {
  const floor = await rolldown({
    input: 'bench/floor.mjs',
    platform: 'node',
    resolve: { alias: lean ? yamlForAll : {} },
  });
  await floor.write({ file, format: 'cjs', strict: true, minify: true });
}
