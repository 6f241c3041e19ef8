// Bundles the action into one file, dist/index.js, that is committed with the licenses of what is in it. `--out FILE` writes
// both elsewhere.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from './bundling.mjs';
import { NOTICES, thirdPartyNotices } from './third-party.mjs';

const at = process.argv.indexOf('--out');
const file = at === -1 ? 'dist/index.js' : process.argv[at + 1];

const action = await rolldown({
  ...OPTIONS,
  input: 'src/action/main.ts',
  resolve: {
    alias: {
      ...OPTIONS.resolve.alias,
      // The packages of the action bring an undici each: ours serves them all.
      undici: path.resolve('node_modules/undici/index.js'),
      // No job prints a page.
      micromark: false,
      'micromark-extension-gfm-table': false,
    },
  },
});
const { output } = await action.write({
  ...OUTPUT,
  file,
  format: 'esm',
  codeSplitting: false,
});
writeFileSync(path.join(path.dirname(file), NOTICES), thirdPartyNotices(output));
