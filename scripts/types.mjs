// The types of the library, build/types: of each file that its public types reach, and of no other. They need no package, as
// the program and the library need none.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ENTRY = 'src/index.ts';
const OUT = 'build/types';

const { options } = ts.getParsedCommandLineOfConfigFile('tsconfig.types.json', {}, ts.sys);
const program = ts.createProgram([ENTRY], options);
rmSync(OUT, { recursive: true, force: true });

const reached = new Set([path.resolve(ENTRY)]);
for (const file of reached) {
  const { diagnostics } = program.emit(program.getSourceFile(file), written, undefined, true);
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));

  function written(out, text) {
    mkdirSync(path.dirname(out), { recursive: true });
    writeFileSync(out, text);
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) throw new Error(`The types of ${file} need the package ${fileName}`);
      reached.add(path.resolve(path.dirname(file), fileName));
    }
  }
}
