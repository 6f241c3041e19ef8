/** The content of a file, seen through a window: never as a whole. */
import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

type Chunks = AsyncGenerator<Buffer, undefined>;

/** A window on a content: what was read and not skipped. */
export class Content {
  /** Valid until more is read. */
  bytes: Buffer;
  /** How many bytes come before them. */
  offset = 0;
  readonly #chunks: Chunks;
  #room: Buffer;
  #failure: unknown;

  constructor(chunks: Chunks, room: Buffer) {
    this.#chunks = chunks;
    this.#room = room;
    this.bytes = room.subarray(0, 0);
  }

  /** Reads the next chunk. Returns false at the end, or where the content is damaged. */
  async more(): Promise<boolean> {
    const { value: chunk } = await this.#chunks.next().catch((error: unknown) => {
      this.#failure = error;
      return { value: undefined };
    });
    if (chunk === undefined) return false;
    const known = this.bytes.length;
    const all = known + chunk.length;
    // Twice what is needed, so that it grows a few times only.
    if (all > this.#room.length) this.#room = Buffer.allocUnsafe(2 * all);
    this.bytes.copy(this.#room);
    chunk.copy(this.#room, known);
    this.bytes = this.#room.subarray(0, all);
    return true;
  }

  /** Reads until at least `length` bytes are known, or to the end. */
  async atLeast(length: number): Promise<void> {
    while (this.bytes.length < length && (await this.more()));
  }

  skip(length: number): void {
    this.bytes = this.bytes.subarray(length);
    this.offset += length;
  }

  /** Throws if the end that was found is damage. */
  checkEnd(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}

export function isGzip(head: Buffer): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** In bytes. Unzipped, this may be a thousand times as long. */
const ZIPPED_CHUNK = 8 * 1024;

export interface Told {
  onBytes(count: number): void;
  isStopped(): boolean;
}

/** The content of an open file. Each chunk is valid until the next. A .gz is unzipped; where it is damaged, this throws. */
export function chunksOf(file: number, buffer: Buffer, told: Told): Chunks {
  const head = Buffer.alloc(2);
  readSync(file, head, 0, head.length, 0);
  return isGzip(head) ? unzipped(chunksIn(file, buffer.subarray(0, ZIPPED_CHUNK), told)) : chunksIn(file, buffer, told);
}

async function* chunksIn(file: number, buffer: Buffer, told: Told): Chunks {
  for (let read = readSync(file, buffer); read > 0 && !told.isStopped(); read = readSync(file, buffer)) {
    told.onBytes(read);
    yield buffer.subarray(0, read);
    // Lets signals come in.
    await setImmediate();
  }
}

/** Gives what precedes damage, but for the last 16 KiB: the iterator of a stream would drop more of it. */
async function* unzipped(chunks: Chunks): Chunks {
  const pieces: Buffer[] = [];
  const state: { end?: Error | 'whole'; goOn?: () => void } = {};
  // A write that finds the end, or damage, is not answered otherwise.
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
