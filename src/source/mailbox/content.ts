/** The content of a file as a stream, of which a window is in memory. */
import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

type Chunks = AsyncGenerator<Buffer, undefined>;

/** The part of a content that was read and not skipped. */
export class Content {
  /** Valid until the next read. */
  bytes: Buffer;
  /** The offset of `bytes` in the content. */
  offset = 0;
  readonly #chunks: Chunks;
  #room: Buffer;
  #failure: unknown;

  constructor(chunks: Chunks, room: Buffer) {
    this.#chunks = chunks;
    this.#room = room;
    this.bytes = room.subarray(0, 0);
  }

  /** Reads the next chunk. Returns false at the end, or if the content is damaged. */
  async more(): Promise<boolean> {
    const { value: chunk } = await this.#chunks.next().catch((error: unknown) => {
      this.#failure = error;
      return { value: undefined };
    });
    if (chunk === undefined) return false;
    const known = this.bytes.length;
    const all = known + chunk.length;
    // Twice as much, so that it grows only a few times.
    if (all > this.#room.length) this.#room = Buffer.allocUnsafe(2 * all);
    this.bytes.copy(this.#room);
    chunk.copy(this.#room, known);
    this.bytes = this.#room.subarray(0, all);
    return true;
  }

  /** Reads at least `length` bytes, or to the end. */
  async atLeast(length: number): Promise<void> {
    while (this.bytes.length < length && (await this.more()));
  }

  skip(length: number): void {
    this.bytes = this.bytes.subarray(length);
    this.offset += length;
  }

  checkEnd(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** In bytes. Unzipped, this may be a thousand times longer. */
const ZIPPED_CHUNK = 8 * 1024;

export type Told = { onBytes(count: number): void; isStopped(): boolean };

/** The chunks of an open file, unzipped if it is a .gz. Each is valid until the next. Throws at damage. */
export function chunksOf(file: number, buffer: Buffer, told: Told): Chunks {
  const head = Buffer.alloc(2);
  readSync(file, head, 0, head.length, 0);
  return isGzip(head) ? unzipped(chunksIn(file, buffer.subarray(0, ZIPPED_CHUNK), told)) : chunksIn(file, buffer, told);
}

async function* chunksIn(file: number, buffer: Buffer, told: Told): Chunks {
  for (let read = readSync(file, buffer); read > 0 && !told.isStopped(); read = readSync(file, buffer)) {
    told.onBytes(read);
    yield buffer.subarray(0, read);
    // Let signal handlers run.
    await setImmediate();
  }
}

/** Unzips up to the damage, except for the last 16 KiB. The stream's own iterator would drop more. */
async function* unzipped(chunks: Chunks): Chunks {
  const pieces: Buffer[] = [];
  const state: { end?: Error | 'whole'; goOn?: () => void } = {};
  // zlib does not call back a write that reached the end or damage.
  const stop = (error?: Error) => {
    state.end = error ?? 'whole';
    state.goOn?.();
  };
  const gunzip = createGunzip().on('end', stop).on('error', stop);
  gunzip.on('data', (piece) => pieces.push(piece));
  try {
    while (state.end === undefined) {
      const { value: chunk } = await chunks.next();
      await new Promise<void>((resolve) => {
        state.goOn = resolve;
        if (chunk === undefined) gunzip.end();
        else gunzip.write(chunk, () => resolve());
      });
      yield* pieces.splice(0);
    }
    if (state.end !== 'whole') throw state.end;
  } finally {
    gunzip.destroy();
  }
}
