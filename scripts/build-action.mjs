// Bundles the action into one file, dist/index.js, that is committed. `--out FILE` writes it elsewhere.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const at = process.argv.indexOf('--out');

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
  define: { INBOXCTL_VERSION: JSON.stringify(version) },
  // The packages of the action bring an undici each.
  alias: { undici: path.resolve('node_modules/undici') },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
