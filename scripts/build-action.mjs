// Bundles the action into one file, dist/index.js, that is committed. `--out FILE` writes it elsewhere.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { whenNeeded, yamlForAll } from './start-sooner.mjs';
import { TEXT_FILES } from './text-files.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const at = process.argv.indexOf('--out');

/** The commands that the action runs; the others, and the embedded service with them, stay out. */
const COMMANDS = ['validate', 'plan', 'apply', 'pull'];

const onlyItsCommands = {
  name: 'only-its-commands',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\// }, ({ importer, kind, path: name }) => {
      if (kind !== 'dynamic-import' || !importer.endsWith('/src/cli/commands.ts')) return null;
      return COMMANDS.includes(path.basename(name, '.ts')) ? null : { path: name, external: true };
    });
  },
};

/** An `import` of one of Node's modules would load it at the start, also where what needs it never runs. */
const builtinsWhenNeeded = {
  name: 'builtins-when-needed',
  setup({ onResolve, onLoad }) {
    const names = builtinModules.join('|');
    onResolve({ filter: new RegExp(`^(node:)?(${names})$`) }, ({ path: name }) => {
      return { path: name.replace(/^node:/, ''), namespace: 'builtin' };
    });
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path: name }) => {
      return { contents: `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${name}`)});` };
    });
  },
};

/** @actions/core brings an HTTP client, for tokens that the action never asks for, and more: what is unused may go. */
const usedParts = {
  name: 'used-parts',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\// }, async ({ path: name, pluginData, ...rest }) => {
      if (pluginData === usedParts || !/@actions\/core\/lib\//.test(rest.importer)) return null;
      const found = await resolve(name, { ...rest, pluginData: usedParts });
      return { path: found.path, sideEffects: false };
    });
  },
};

/** The packages of the action bring an undici each, and need two things of it: this is the one of ours, and no more. */
const leanUndici = {
  name: 'lean-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'lean-undici' }));
    onLoad({ filter: /./, namespace: 'lean-undici' }, () => ({
      contents: `
        // Which the whole package does too, and a proxy needs.
        require('undici/lib/dispatcher/dispatcher.js').prototype.connect = require('undici/lib/api/api-connect.js');
        exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent.js');
        exports.fetch = require('undici/lib/web/fetch/index.js').fetch;`,
      resolveDir: process.cwd(),
    }));
  },
};

await build({
  entryPoints: ['src/action/main.ts'],
  outfile: at === -1 ? 'dist/index.js' : process.argv[at + 1],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  loader: TEXT_FILES,
  define: { INBOXCTL_VERSION: JSON.stringify(version) },
  alias: yamlForAll,
  plugins: [onlyItsCommands, builtinsWhenNeeded, usedParts, leanUndici, whenNeeded],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
