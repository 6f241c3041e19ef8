/** Packs of git: two files hold however many objects, where each would be a file in a folder of its own. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

const TYPES = { commit: 1, tree: 2, blob: 3 };

export interface GitObject {
  sha: string;
  kind: keyof typeof TYPES;
  content: Buffer;
}

/** Puts objects into the folder `.git/objects` of a repository, on top of what it has. */
export function addPack(folder: string, objects: readonly GitObject[]): void {
  const parts = [Buffer.from('PACK'), number(2), number(objects.length)];
  let end = 12;
  const places = objects.map(({ sha, kind, content }) => {
    const at = end;
    for (const part of [headOf(kind, content.length), deflateSync(content)]) {
      parts.push(part);
      end += part.length;
    }
    return { sha, at };
  });
  const pack = checked(parts);
  const sum = pack.subarray(-20);
  const file = path.join(folder, 'pack', `pack-${sum.toString('hex')}`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.pack`, pack);
  writeFileSync(`${file}.idx`, indexOf(places, sum));
}

/** The type and the size: four bits of it first, and then seven at a time, the lowest first. */
function headOf(kind: GitObject['kind'], size: number): Buffer {
  const bytes = [(TYPES[kind] << 4) | (size & 15)];
  for (let rest = size >>> 4; rest > 0; rest >>>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}

/** Version 1: how many names begin with no more than each byte, then the sorted names after their places. */
function indexOf(places: { sha: string; at: number }[], sum: Buffer): Buffer {
  const sorted = places.toSorted((a, b) => (a.sha < b.sha ? -1 : 1));
  const counts = Array.from({ length: 256 }, (_, first) => {
    return number(sorted.filter(({ sha }) => Number.parseInt(sha.slice(0, 2), 16) <= first).length);
  });
  return checked([...counts, ...sorted.flatMap(({ sha, at }) => [number(at), Buffer.from(sha, 'hex')]), sum]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** With its checksum at the end. */
function checked(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([bytes, createHash('sha1').update(bytes).digest()]);
}
