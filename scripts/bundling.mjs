// What the bundles have in common: the program, the library and the action.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { textFiles } from './text-files.mjs';

const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'));

const DEFINED = { INBOXCTL_VERSION: version, INBOXCTL_NODE: engines.node.replace('>=', '') };

/**
 * The build of `yaml` for browsers: the same code, but the one for Node asks for a variable of the environment at each
 * token, which takes longer than the parsing (measured).
 */
export const yamlForAll = { yaml: path.resolve('node_modules/yaml/browser/index.js') };

/** What is read, and how it is understood. */
export const OPTIONS = {
  platform: 'node',
  transform: {
    target: `node${DEFINED.INBOXCTL_NODE}`,
    define: Object.fromEntries(Object.entries(DEFINED).map(([name, value]) => [name, JSON.stringify(value)])),
  },
  resolve: { alias: yamlForAll },
  plugins: [textFiles],
};

/** How it is written. */
export const OUTPUT = {
  strict: true,
  // Functions keep their names, for what a stack shows; what is only inside of them is shortened.
  minify: { compress: true, mangle: { toplevel: false }, codegen: true },
  comments: { legal: false },
};
