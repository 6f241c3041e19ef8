import path from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Takes the text of a module that exports from `./src/`; gives its exports, run as the source is now: Node 20 does not run
 * TypeScript.
 */
export async function exportsOf(text) {
  const entry = path.resolve('exports.ts');
  const fromText = {
    name: 'from-text',
    resolveId: (source) => (source === entry ? entry : null),
    load: (id) => (id === entry ? text : null),
  };
  const bundle = await rolldown({ input: entry, platform: 'node', plugins: [fromText] });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
