// Bundles the program and the library into build/. The program is CommonJS: Node 20 takes 14 ms longer to start any
// ES module (measured). It is one small entry, and chunks that a command loads only when it needs them.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { loadWhenCalled } from './load-when-called.mjs';
import { leanEntry, yamlForAll } from './start-sooner.mjs';
import { textFiles } from './text-files.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const OPTIONS = {
  platform: 'node',
  transform: { target: 'node20.19', define: { INBOXCTL_VERSION: JSON.stringify(version) } },
  resolve: { alias: yamlForAll },
};
const OUTPUT = {
  dir: 'build',
  strict: true,
  // Functions keep their names, for what a stack shows; what is only inside of them is shortened.
  minify: { compress: true, mangle: { toplevel: false }, codegen: true },
  comments: { legal: false },
};

/**
 * What a plan loads, in few files: each costs a third of a millisecond (measured). A later one holds what is not in an
 * earlier one: the entry, then what every command needs, then `validate`, then `plan`.
 */
const STAGES = ['cli/run', 'cli/program', 'cli/validate', 'cli/plan'].map((name, index) => ({
  name: path.basename(name),
  test: new RegExp(`/src/${name}\\.ts$`),
  priority: 10 - index,
}));

const program = await rolldown({
  ...OPTIONS,
  input: { inboxctl: 'src/bin.ts' },
  plugins: [textFiles, loadWhenCalled, leanEntry],
});
const { output: chunks } = await program.write({
  ...OUTPUT,
  format: 'cjs',
  cleanDir: true,
  dynamicImportInCjs: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  codeSplitting: { groups: STAGES },
});
const library = await rolldown({ ...OPTIONS, input: { index: 'src/index.ts' }, plugins: [textFiles] });
await library.write({
  ...OUTPUT,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
chmodSync('build/inboxctl.cjs', 0o755);
writeFileSync('build/modules.json', JSON.stringify(modulesOf(chunks), null, 1));

/** What each chunk is made of, for the test that says what each command loads. */
function modulesOf(chunks) {
  const here = `${process.cwd()}/`;
  return Object.fromEntries(
    chunks.map(({ fileName, modules }) => [fileName, Object.keys(modules).map((id) => id.replace(here, ''))]),
  );
}
