/** Compiled code that is kept, so that the next run starts sooner. It is the program's own code and nothing else. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, sep } from 'node:path';

/** What a Node before 22.1 has in place of enableCompileCache. That line gets no more changes that matter. */
interface OlderModule {
  prototype: { _compile: (this: { exports: unknown }, text: string, file: string) => unknown };
  wrap: (text: string) => string;
  createRequire: (file: string) => NodeJS.Require;
}

/**
 * Takes the environment; keeps compiled code below the user's folder for caches, if there is one and it belongs to this
 * user alone: what is read from there is run. Never fails.
 */
export function keepCompiledCode(env: Record<string, string | undefined>): void {
  try {
    const caches = folderForCaches(env);
    if (caches === null || env.NODE_DISABLE_COMPILE_CACHE || !isOwn(caches)) return;
    const folder = join(caches, 'inboxctl');
    // Node would make it as open as the umask says.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwn(folder)) keepBelow(folder);
  } catch {
    // Without it the program runs as well.
  }
}

function keepBelow(folder: string): void {
  const nodes = process.getBuiltinModule('node:module') as object as OlderModule & {
    enableCompileCache?: (folder: string) => void;
  };
  if (nodes.enableCompileCache === undefined) keepByHand(nodes, join(folder, `node-${process.version}`));
  else nodes.enableCompileCache(folder);
}

function folderForCaches({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }: Record<string, string | undefined>): string | null {
  const chosen = XDG_CACHE_HOME || LOCALAPPDATA;
  if (chosen) return isAbsolute(chosen) ? chosen : null;
  return HOME ? join(HOME, '.cache') : null;
}

/** Whether nobody else may write there. Windows has no such bits: a user's folders are the user's own. */
function isOwn(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const uid = process.getuid?.();
  return uid === undefined || (found.uid === uid && (found.mode & 0o022) === 0);
}

/** The name of a chunk of the program tells its text, so that none is ever run in place of another. */
const CHUNK = /^[\w-]+-[\w-]{8}\.cjs$/;

/**
 * V8 says for itself whether what was kept is of this text, this V8 and its flags, and else compiles as ever; whether it is
 * whole V8 does not look at, so a checksum tells. What was compiled in a run is written at its end, with the functions
 * that it called.
 */
function keepByHand(nodes: OlderModule, folder: string): void {
  const { Script } = process.getBuiltinModule('node:vm');
  const { _compile: compile } = nodes.prototype;
  const toKeep = new Map<string, InstanceType<typeof Script>>();
  nodes.prototype._compile = function compileOrTakeKept(text, file) {
    const name = file.slice(file.lastIndexOf(sep) + 1);
    if (!CHUNK.test(name)) return compile.call(this, text, file);
    const kept = join(folder, name);
    const cachedData = contentOf(kept);
    const script = new Script(nodes.wrap(text), { filename: file, ...(cachedData === null ? {} : { cachedData }) });
    if (cachedData === null || script.cachedDataRejected) toKeep.set(kept, script);
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, nodes.createRequire(file), this, file, file.slice(0, -name.length - 1));
  };
  process.once('exit', () => {
    for (const [file, script] of toKeep) write(folder, file, script.createCachedData());
  });
}

/** In bytes, at the end of what is kept. */
const CHECKSUM = 4;

/** What was kept, or null where there is nothing whole. */
function contentOf(file: string): Buffer | null {
  try {
    const bytes = readFileSync(file);
    const content = bytes.subarray(0, -CHECKSUM);
    return bytes.readUInt32LE(content.length) === crc32(content) ? content : null;
  } catch {
    return null;
  }
}

function crc32(bytes: Buffer): number {
  return process.getBuiltinModule('node:zlib').crc32(bytes);
}

/** As a whole or not at all: two runs may end at the same time. */
function write(folder: string, file: string, bytes: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const half = `${file}.${process.pid}`;
    const checksum = Buffer.alloc(CHECKSUM);
    checksum.writeUInt32LE(crc32(bytes));
    writeFileSync(half, Buffer.concat([bytes, checksum]), { mode: 0o600 });
    renameSync(half, file);
  } catch {
    // The next run compiles again.
  }
}
