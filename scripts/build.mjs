// Bundles the program into build/: one small entry, and chunks that a command loads only when it needs them.
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { whenNeeded, yamlForAll } from './start-sooner.mjs';
import { TEXT_FILES } from './text-files.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('build', { recursive: true, force: true });
await build({
  entryPoints: { inboxctl: 'src/bin.ts', index: 'src/index.ts' },
  outdir: 'build',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  plugins: [whenNeeded],
  alias: yamlForAll,
  loader: TEXT_FILES,
  define: { INBOXCTL_VERSION: JSON.stringify(version) },
  banner: {
    // Packages that are CommonJS inside an ESM bundle ask for `require`.
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
});
chmodSync('build/inboxctl.js', 0o755);
