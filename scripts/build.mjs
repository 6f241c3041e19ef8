// Bundles the program and the library into build/. The program is CommonJS: Node 20 takes 14 ms longer to start any
// ES module (measured). Each command is a chunk of its own.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from './bundling.mjs';
import { NOTICES, thirdPartyNotices } from './third-party.mjs';

const OUT = { ...OUTPUT, dir: 'build' };

const program = await rolldown({ ...OPTIONS, input: { inboxctl: 'src/bin.ts' } });
const { output: chunks } = await program.write({
  ...OUT,
  format: 'cjs',
  cleanDir: true,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
});
const library = await rolldown({ ...OPTIONS, input: { index: 'src/index.ts' } });
const { output: parts } = await library.write({
  ...OUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
chmodSync('build/inboxctl.cjs', 0o755);
writeFileSync(path.join('build', NOTICES), thirdPartyNotices([...chunks, ...parts]));
