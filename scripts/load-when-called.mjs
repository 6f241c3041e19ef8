/**
 * A plugin of rolldown: modules that are not loaded before a function of theirs is called. In the source they are
 * imported like any other. In the program their code lies in chunks of their own, which most runs never read; in the
 * action, which is one file, in parts that most runs never run.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Files of src/, modules of Node, and packages that export one function as their default. Only functions can be
 * imported of them: a constant or a class that is imported fails the build.
 */
const WHEN_CALLED = new Set([
  'node:child_process',
  'node:crypto',
  'node:readline/promises',
  'string-width',
  'wrap-ansi',
  // A plan or an apply without changes needs none of these.
  'src/cli/progress-bar.ts',
  'src/planning/digest.ts',
  'src/planning/patch.ts',
  'src/report/rule-lines.ts',
  'src/report/sentence.ts',
  'src/report/words.ts',
  // Files and settings with nothing wrong in them need none of these.
  'src/report/messages/index.ts',
  'src/report/problems.ts',
  'src/engine/journal/parse.ts',
  'src/engine/journal/trust.ts',
  'src/source/known-keys.ts',
  'src/source/node-places.ts',
  'src/source/text-places.ts',
  // Only some settings and options ask for these.
  'src/engine/review/plan-file.ts',
  'src/report/json.ts',
  'src/report/standings.ts',
  'src/report/text-standings.ts',
  'src/report/markdown/plan.ts',
  'src/source/git/history.ts',
]);

const VIRTUAL = '\0when-called:';

/** What is told to be got at once, as rolldown has written it. */
const PROMISED = /__chunk\(Promise\.resolve\(\)\.then\(\(\) => (require\("[^"]+"\)|\([\w$]+\(\), [\w$]+\))\)\)/g;

export const loadWhenCalled = {
  name: 'load-when-called',
  resolveId(source, importer) {
    if (importer === undefined || importer.startsWith(VIRTUAL)) return null;
    const name = source.startsWith('.') ? ourName(path.resolve(path.dirname(importer), source)) : source;
    return WHEN_CALLED.has(name) ? VIRTUAL + name : null;
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null;
    const name = id.slice(VIRTUAL.length);
    const { it, functions } = moduleOf(name);
    return functions
      .map((called) => {
        const head = called === 'default' ? 'export default' : `export const ${called} =`;
        return `${head} (...all) => ${it}.${called}(...all);`;
      })
      .join('\n');
  },
  /**
   * What rolldown makes of an import() is a promise: of a chunk, which `require` gives at once, or, where all is in one
   * file, of a part of it, which can be run at once as well.
   */
  renderChunk(code, { fileName }) {
    const atOnce = code.replaceAll(PROMISED, '$1');
    if (atOnce.includes('__chunk(')) throw new Error(`${fileName}: a module that is loaded when called is a promise`);
    return atOnce;
  },
};

/** How a module is got, and the names of its functions. */
function moduleOf(name) {
  if (name.startsWith('node:')) {
    const builtin = process.getBuiltinModule(name);
    const functions = Object.keys(builtin).filter((key) => typeof builtin[key] === 'function');
    return { it: `process.getBuiltinModule(${JSON.stringify(name)})`, functions };
  }
  if (!name.startsWith('src/')) return { it: chunk(name), functions: ['default'] };
  const text = readFileSync(name, 'utf8');
  const functions = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, called]) => called);
  return { it: chunk(path.resolve(name)), functions };
}

function chunk(file) {
  return `__chunk(import(${JSON.stringify(file)}))`;
}

function ourName(file) {
  return path.relative(process.cwd(), file).replaceAll('\\', '/');
}
