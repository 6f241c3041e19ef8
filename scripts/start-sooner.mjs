import path from 'node:path';

/**
 * The build of `yaml` for browsers: the same code, but the one for Node asks for a variable of the environment at each
 * token, which takes longer than the parsing (measured).
 */
export const yamlForAll = { yaml: path.resolve('node_modules/yaml/browser/index.js') };

/** A plugin of rolldown: the entry does not load the bundler's own module, of which it uses nothing. */
export const leanEntry = {
  name: 'lean-entry',
  renderChunk(code, { isEntry }) {
    return isEntry ? code.replace(/^const \w+ = require\("[^"]*\/rolldown-runtime-[^"]*"\);$/m, '') : null;
  },
};

/**
 * A plugin of esbuild: packages whose one function is loaded when it is called first. What they do at their start (a
 * segmenter, tables of Unicode) takes longer than a small plan, and most runs need nothing of it.
 */
const PACKAGES = /^(string-width|wrap-ansi)$/;

export const whenNeeded = {
  name: 'when-needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: PACKAGES }, ({ path, importer, resolveDir }) => {
      return /[\\/]src[\\/]/.test(importer) ? { path, namespace: 'when-needed', pluginData: resolveDir } : null;
    });
    onLoad({ filter: PACKAGES, namespace: 'when-needed' }, ({ path, pluginData: resolveDir }) => ({
      contents: `let it; export default (...all) => (it ??= require(${JSON.stringify(path)}).default)(...all);`,
      resolveDir,
    }));
  },
};
