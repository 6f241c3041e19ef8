/** Which comparison an issue or a branch is about: its marker, and the name of its branch, are the same every night. */
import { createHash } from 'node:crypto';
import type { Target } from '../comment/marker.ts';

const BRANCH = 'inboxctl/drift';

/** The first line of everything that is kept of a target. */
export function driftMarker(target: Target): string {
  return `<!-- inboxctl:drift v1 ${Buffer.from(jsonOf(target)).toString('base64url')} -->`;
}

/** Whether a body begins with the marker of this target. */
export function isAbout(body: string, target: Target): boolean {
  return body.split(/\r?\n/, 1)[0]?.trimEnd() === driftMarker(target);
}

/** The branch that adopts the drift of a target; not in a folder of the first one, which git does not allow. */
export function branchOf(target: Target): string {
  if (isWholeRepository(target)) return BRANCH;
  return `${BRANCH}-${createHash('sha256').update(jsonOf(target)).digest('hex').slice(0, 8)}`;
}

/** What sets a target apart from others, for a title; empty where it is the whole repository. */
export function shownTarget({ workingDirectory, config, accounts, shard }: Target): string {
  const parts = [
    workingDirectory === '.' ? [] : workingDirectory,
    config ?? [],
    ...accounts,
    shard === undefined ? [] : `shard ${shard}`,
  ].flat();
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function isWholeRepository({ workingDirectory, config, accounts, shard }: Target): boolean {
  return workingDirectory === '.' && config === null && accounts.length === 0 && shard === undefined;
}

function jsonOf({ workingDirectory, config, accounts, shard }: Target): string {
  return JSON.stringify({ workingDirectory, config, accounts, ...(shard === undefined ? {} : { shard }) });
}
