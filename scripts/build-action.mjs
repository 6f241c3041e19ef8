// Bundles the action into one file, dist/index.js, that is committed with the licenses of what is in it. `--out FILE` writes
// both elsewhere.
import { writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from './bundling.mjs';
import { loadWhenCalled } from './load-when-called.mjs';
import { textFiles } from './text-files.mjs';
import { NOTICES, thirdPartyNotices } from './third-party.mjs';

const at = process.argv.indexOf('--out');
const file = at === -1 ? 'dist/index.js' : process.argv[at + 1];

/** The commands that the action runs; the others, and the embedded service with them, stay out. */
const COMMANDS = ['validate', 'plan', 'apply', 'pull'];

const onlyItsCommands = {
  name: 'only-its-commands',
  resolveId(source, importer, { kind }) {
    if (kind !== 'dynamic-import' || !importer.endsWith('/src/cli/commands.ts')) return null;
    return COMMANDS.includes(path.basename(source, '.ts')) ? null : { id: source, external: true };
  },
};

/** An `import` of one of Node's modules would load it at the start, also where what needs it never runs. */
const BUILTIN = '\0builtin:';
/** The bundler's own module, which all others stand on. */
const RUNTIME = '\0rolldown/runtime.js';
const builtinsWhenNeeded = {
  name: 'builtins-when-needed',
  resolveId(source, importer) {
    const name = source.replace(/^node:/, '');
    // Those with the prefix by it alone: the Node that builds may not know them all.
    return importer !== RUNTIME && (name !== source || builtinModules.includes(name)) ? BUILTIN + name : null;
  },
  load(id) {
    if (!id.startsWith(BUILTIN)) return null;
    return `module.exports = process.getBuiltinModule(${JSON.stringify(`node:${id.slice(BUILTIN.length)}`)});`;
  },
};

/** @actions/core brings an HTTP client, for tokens that the action never asks for, and more: what is unused may go. */
const usedParts = {
  name: 'used-parts',
  async resolveId(source, importer, options) {
    if (!source.startsWith('./') || !/@actions\/core\/lib\//.test(importer)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return { ...found, moduleSideEffects: false };
  },
};

/** The packages of the action bring an undici each, and need two things of it: this is the one of ours, and no more. */
const LEAN_UNDICI = '\0lean-undici';
const leanUndici = {
  name: 'lean-undici',
  resolveId: (source) => (source === 'undici' ? LEAN_UNDICI : null),
  load(id) {
    if (id !== LEAN_UNDICI) return null;
    const file = (name) => JSON.stringify(path.resolve('node_modules/undici/lib', name));
    return `
      // Which the whole package does too, and a proxy needs.
      require(${file('dispatcher/dispatcher.js')}).prototype.connect = require(${file('api/api-connect.js')});
      exports.ProxyAgent = require(${file('dispatcher/proxy-agent.js')});
      exports.fetch = require(${file('web/fetch/index.js')}).fetch;`;
  },
};

/**
 * Each start compiles the whole file. V8 takes longer over an arrow function that holds a module, and longest over a
 * function in parentheses, which it takes for one that is called at once: 57 ms instead of 41 (measured).
 */
const plainWrappers = {
  name: 'plain-wrappers',
  renderChunk: (code) => code.replaceAll(/(__(?:esm|commonJS)Min\()\((\([\w$, ]*\)) => \{/g, '$1(0, function $2 {'),
};

const action = await rolldown({
  ...OPTIONS,
  input: 'src/action/main.ts',
  // Node's modules first: packages of the action use more of them than functions.
  plugins: [textFiles, onlyItsCommands, usedParts, leanUndici, builtinsWhenNeeded, loadWhenCalled, plainWrappers],
});
const { output } = await action.write({
  ...OUTPUT,
  file,
  format: 'esm',
  // A module that is imported when it is needed is a part of the file that is run then.
  codeSplitting: false,
});
writeFileSync(path.join(path.dirname(file), NOTICES), thirdPartyNotices(output));
