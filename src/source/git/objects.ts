/** Reading many objects of a repository through one process, holding one at a time. */
import { type Environment, type GitFailure, streamGit } from './run.ts';

/**
 * Tells `take` of each file of a repository by its object id: its bytes, or null where it has more than `limit`. An
 * object that is not there, as in a partial clone, is a failure.
 */
export async function eachObject(
  env: Environment,
  folder: string,
  ids: Iterable<string>,
  limit: number,
  take: (id: string, bytes: Buffer | null) => void,
): Promise<GitFailure | null> {
  const input = Array.from(ids, (id) => `${id}\n`).join('');
  const reader = objectReader(limit, take);
  const failure = await streamGit(env, folder, ['cat-file', '--batch', '--buffer'], input, reader.read);
  const missing = reader.missing();
  if (failure !== null || missing === null) return failure;
  return { failure: 'failed', detail: `object ${missing} is missing` };
}

/** An answer is `ID blob SIZE`, a line end, the bytes, and a line end; or `ID missing` and a line end. */
function objectReader(limit: number, take: (id: string, bytes: Buffer | null) => void) {
  let header: Buffer[] = [];
  let object: { id: string; size: number; left: number; parts: Buffer[] } | null = null;
  let missing: string | null = null;

  const begin = (line: string): void => {
    const [id = '', kind, size] = line.split(' ');
    if (kind === 'blob') object = { id, size: Number(size), left: Number(size) + 1, parts: [] };
    else missing ??= id;
  };
  const readHeader = (bytes: Buffer): number => {
    const end = bytes.indexOf('\n');
    header.push(bytes.subarray(0, end === -1 ? bytes.length : end));
    if (end === -1) return bytes.length;
    begin(Buffer.concat(header).toString());
    header = [];
    return end + 1;
  };
  const readObject = (bytes: Buffer, into: NonNullable<typeof object>): number => {
    const part = bytes.subarray(0, into.left);
    if (into.size <= limit) into.parts.push(part);
    into.left -= part.length;
    if (into.left === 0) {
      object = null;
      take(into.id, into.size <= limit ? Buffer.concat(into.parts).subarray(0, into.size) : null);
    }
    return part.length;
  };
  const read = (bytes: Buffer): void => {
    let at = 0;
    while (at < bytes.length) {
      const rest = bytes.subarray(at);
      at += object === null ? readHeader(rest) : readObject(rest, object);
    }
  };
  return { read, missing: () => missing };
}
