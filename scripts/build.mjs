// Bundles the program and the library into build/. The program is CommonJS: Node 20 takes 14 ms longer to start any
// ES module (measured). It is one small entry, and chunks that a command loads only when it needs them.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from './bundling.mjs';
import { loadWhenCalled } from './load-when-called.mjs';
import { textFiles } from './text-files.mjs';
import { NOTICES, thirdPartyNotices } from './third-party.mjs';

const OUT = { ...OUTPUT, dir: 'build' };

/**
 * What a plan loads, in few files: each costs a third of a millisecond (measured). A later one holds what is not in an
 * earlier one: the entry, then what every command needs, then `validate`, then `plan`.
 */
const STAGES = ['cli/run', 'cli/program', 'cli/validate', 'cli/plan'].map((name, index) => ({
  name: path.basename(name),
  test: new RegExp(`/src/${name}\\.ts$`),
  priority: 10 - index,
}));

/** The entry does not load the bundler's own module, of which it uses nothing. */
const leanEntry = {
  name: 'lean-entry',
  renderChunk(code, { isEntry }) {
    return isEntry ? code.replace(/^const \w+ = require\("[^"]*\/rolldown-runtime-[^"]*"\);$/m, '') : null;
  },
};

const program = await rolldown({
  ...OPTIONS,
  input: { inboxctl: 'src/bin.ts' },
  plugins: [textFiles, loadWhenCalled, leanEntry],
});
const { output: chunks } = await program.write({
  ...OUT,
  format: 'cjs',
  cleanDir: true,
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: { groups: STAGES },
});
const library = await rolldown({ ...OPTIONS, input: { index: 'src/index.ts' }, plugins: [textFiles] });
const { output: parts } = await library.write({
  ...OUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
chmodSync('build/inboxctl.cjs', 0o755);
writeFileSync(path.join('build', NOTICES), thirdPartyNotices([...chunks, ...parts]));
writeFileSync('build/modules.json', JSON.stringify(modulesOf(chunks), null, 1));

/** What each chunk is made of, for the test that says what each command loads. */
function modulesOf(chunks) {
  const here = `${process.cwd()}/`;
  return Object.fromEntries(
    chunks.map(({ fileName, modules }) => [fileName, Object.keys(modules).map((id) => id.replace(here, ''))]),
  );
}
