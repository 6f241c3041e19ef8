// Bundles the action into one file, dist/index.js, that is committed with the licenses of what is in it. `--out FILE` writes
// both elsewhere.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from './bundling.mjs';
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

const action = await rolldown({
  ...OPTIONS,
  input: 'src/action/main.ts',
  // The packages of the action bring an undici each: ours serves them all.
  resolve: { alias: { ...OPTIONS.resolve.alias, undici: path.resolve('node_modules/undici/index.js') } },
  plugins: [...OPTIONS.plugins, onlyItsCommands],
});
const { output } = await action.write({
  ...OUTPUT,
  file,
  format: 'esm',
  codeSplitting: false,
});
writeFileSync(path.join(path.dirname(file), NOTICES), thirdPartyNotices(output));
