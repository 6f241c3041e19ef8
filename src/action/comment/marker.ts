/** The first line of a comment: what was reviewed there, signed. Only this line is ever read back; the rest is for people. */

/** Which plan a comment is about: a repository may have several projects, and a project several inboxes. */
export interface Target {
  workingDirectory: string;
  config: string | null;
  accounts: string[];
}

export interface Review {
  target: Target;
  /** owner/name */
  repository: string;
  pullRequest: number;
  headSha: string;
  /** Of the plan as a whole. */
  digest: string;
  /** Names the key that the line is signed with. */
  keyId: string;
  /** Of each change the first 22 base64url characters of its digest; null: too many, the plan counts as a whole. */
  changes: string[] | null;
}

/** Takes `sha256:` and hex; gives the first 22 base64url characters of the digest. */
export function shortDigest(digest: string): string {
  return Buffer.from(digest.replace(/^sha256:/, ''), 'hex')
    .toString('base64url')
    .slice(0, 22);
}

/** Takes a review without its keyId and the key of the job; gives the line. */
export function markerLine(_review: Omit<Review, 'keyId'>, _key: string): string {
  throw new Error('not there yet');
}

/**
 * Takes the body of a comment; gives the review in its first line, and whether this job can tell that it is ours: `ours`
 * (the signature fits), `other-key` (it was made under another key) or `edited`. null where there is no such line.
 */
export function readMarker(
  _body: string,
  _key: string,
): { review: Review; signature: 'ours' | 'other-key' | 'edited' } | null {
  throw new Error('not there yet');
}
