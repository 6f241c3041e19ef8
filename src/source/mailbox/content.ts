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

  constructor(chunks: Chunks, room: Buffer) {
    this.#chunks = chunks;
    this.#room = room;
    this.bytes = room.subarray(0, 0);
  }

  /** Reads the next chunk. Returns false at the end. */
  async more(): Promise<boolean> {
    const { value: chunk, done } = await this.#chunks.next();
    if (done) return false;
    const { length } = this.bytes;
    // Twice what is needed: what grows chunk by chunk is moved a few times only.
    if (length + chunk.length > this.#room.length) this.#room = Buffer.allocUnsafe(2 * (length + chunk.length));
    this.bytes.copy(this.#room);
    chunk.copy(this.#room, length);
    this.bytes = this.#room.subarray(0, length + chunk.length);
    return true;
  }

  /** Reads until so many bytes are known, or all. */
  async atLeast(length: number): Promise<void> {
    while (this.bytes.length < length && (await this.more()));
  }

  skip(length: number): void {
    this.bytes = this.bytes.subarray(length);
    this.offset += length;
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

export function isGzip(head: Buffer): boolean {
  return head.subarray(0, GZIP.length).equals(GZIP);
}

/** In bytes. Unzipped, this may be a thousand times as long. */
const ZIPPED = 16 * 1024;

export interface Told {
  onBytes(count: number): void;
  isStopped(): boolean;
}

/** The content of an open file. Each chunk is valid until the next. A .gz is unzipped; this throws where it is damaged. */
export function chunksOf(file: number, buffer: Buffer, told: Told): Chunks {
  const head = Buffer.alloc(GZIP.length);
  readSync(file, head, 0, GZIP.length, 0);
  return isGzip(head) ? unzipped(chunksIn(file, buffer.subarray(0, ZIPPED), told)) : chunksIn(file, buffer, told);
}

async function* chunksIn(file: number, buffer: Buffer, told: Told): Chunks {
  for (let read = readSync(file, buffer); read > 0 && !told.isStopped(); read = readSync(file, buffer)) {
    told.onBytes(read);
    yield buffer.subarray(0, read);
    // Lets signals come in.
    await setImmediate();
  }
}

/** Gives all that precedes damage. The iterator of a stream would drop some of it, and a damaged stream answers no write. */
async function* unzipped(chunks: Chunks): Chunks {
  const pieces: Buffer[] = [];
  let end: Error | 'whole' | undefined;
  let goOn = () => {};
  const stop = (error?: Error) => {
    end = error ?? 'whole';
    goOn();
  };
  const gunzip = createGunzip().on('end', stop).on('error', stop);
  gunzip.on('data', (piece) => pieces.push(piece));
  const answered = (ask: () => void) =>
    new Promise<void>((resolve) => {
      goOn = resolve;
      ask();
    });
  try {
    for await (const chunk of chunks) {
      await answered(() => gunzip.write(chunk, () => goOn()));
      yield* pieces.splice(0);
      if (end !== undefined) break;
    }
    if (end === undefined) await answered(() => gunzip.end());
    yield* pieces;
    if (end instanceof Error) throw end;
  } finally {
    gunzip.destroy();
  }
}
