/** Reads what `git cat-file --batch` writes. Yields a blob for each object that was asked for; null if it is missing. */
export function* blobsIn(answer: Buffer): Generator<{ id: string; bytes: Buffer | null }> {
  // An object is `ID blob SIZE`, a line end, the bytes and a line end; a missing one is `ID missing` and a line end.
  for (let at = 0; at < answer.length; ) {
    const start = answer.indexOf('\n', at) + 1;
    const [id = '', kind, size] = answer.toString('latin1', at, start - 1).split(' ');
    const end = kind === 'blob' ? start + Number(size) : start;
    yield { id, bytes: kind === 'blob' ? answer.subarray(start, end) : null };
    at = kind === 'blob' ? end + 1 : end;
  }
}
