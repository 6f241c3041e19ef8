/**
 * A plugin of rolldown: modules that are not loaded before a function of theirs is called. In the source they are
 * imported like any other; in the program their code lies in chunks of their own, which most runs never read.
 */
import path from 'node:path';

/**
 * Files of src/, packages and modules of Node, with the functions that are called of them. No other of their exports
 * can be imported where they stand here, and the guard of start-up says which command loads what.
 */
const WHEN_CALLED = {
  'node:child_process': ['execFileSync', 'spawn'],
  'node:crypto': ['createHash', 'createHmac', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
  'string-width': ['default'],
  'wrap-ansi': ['default'],
};

const VIRTUAL = '\0when-called:';

export const loadWhenCalled = {
  name: 'load-when-called',
  resolveId(source, importer) {
    if (importer === undefined || importer.startsWith(VIRTUAL)) return null;
    const name = source.startsWith('.') ? ourName(path.resolve(path.dirname(importer), source)) : source;
    return Object.hasOwn(WHEN_CALLED, name) ? VIRTUAL + name : null;
  },
  load(id) {
    if (!id.startsWith(VIRTUAL)) return null;
    const name = id.slice(VIRTUAL.length);
    const it = name.startsWith('node:')
      ? `process.getBuiltinModule(${JSON.stringify(name)})`
      : `__chunk(import(${JSON.stringify(name.startsWith('src/') ? path.resolve(name) : name)}))`;
    return WHEN_CALLED[name]
      .map((called) => {
        const head = called === 'default' ? 'export default' : `export const ${called} =`;
        return `${head} (...all) => ${it}.${called}(...all);`;
      })
      .join('\n');
  },
  /** What rolldown makes of an import() of a chunk is a promise; `require` gives the same at once. */
  renderChunk(code) {
    return code.replaceAll(/__chunk\(Promise\.resolve\(\)\.then\(\(\) ?=> ?(require\("[^"]+"\))\)\)/g, '$1');
  },
};

function ourName(file) {
  return path.relative(process.cwd(), file).replaceAll('\\', '/');
}
