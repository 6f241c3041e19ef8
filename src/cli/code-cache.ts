/** Compiled code that is kept, so that the next run starts sooner. It is the program's own code and nothing else. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
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
  if (nodes.enableCompileCache === undefined) keepByHand(nodes, folder);
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
function keepByHand(nodes: OlderModule, caches: string): void {
  const folder = join(caches, `node-${process.version}`);
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
    if (toKeep.size > 0) removeOld(caches);
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

/** The folders that kept code is in, and what is made in there: whole, or left half by a run that was stopped. */
const FOLDER = /^node-v\d/;
const WRITTEN = /^[\w-]+-[\w-]{8}\.cjs(\.\d+)?$/;

const OLD_MS = 30 * 24 * 60 * 60_000;

/**
 * Earlier versions of the program leave code behind, under names of their own. Whatever was written so long ago goes, of
 * the version that runs too: when a file was last used not every disk says, and one that is still needed is written anew.
 * So versions that are used in turns cost each other one start in that time.
 */
function removeOld(caches: string): void {
  const before = Date.now() - OLD_MS;
  for (const folder of namesIn(caches, FOLDER, 'isDirectory').map((name) => join(caches, name))) {
    for (const name of namesIn(folder, WRITTEN, 'isFile')) removeIfOld(join(folder, name), before);
    try {
      rmdirSync(folder);
    } catch {
      // It holds something yet.
    }
  }
}

function removeIfOld(file: string, before: number): void {
  try {
    if (statSync(file).mtimeMs < before) unlinkSync(file);
  } catch {
    // Another run has removed it, or it may not be removed.
  }
}

/** Links are neither files nor folders here: what they lead to is not the program's own. */
function namesIn(folder: string, form: RegExp, kind: 'isDirectory' | 'isFile'): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => form.test(entry.name) && entry[kind]()).map(({ name }) => name);
  } catch {
    return [];
  }
}
