/** Reads the output of `git cat-file --batch`. Yields each requested object; `bytes` is null if it is missing. */
export function* blobsIn(answer: Buffer): Generator<{ id: string; bytes: Buffer | null }> {
  // `ID blob SIZE\n`, the bytes and `\n`; or `ID missing\n`.
  for (let at = 0; at < answer.length; ) {
    const start = answer.indexOf('\n', at) + 1;
    const [id = '', kind, size] = answer.toString('latin1', at, start - 1).split(' ');
    const end = kind === 'blob' ? start + Number(size) : start;
    yield { id, bytes: kind === 'blob' ? answer.subarray(start, end) : null };
    at = kind === 'blob' ? end + 1 : end;
  }
}
