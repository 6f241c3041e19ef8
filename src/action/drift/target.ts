/** Identifies the target of an issue or a branch: its marker and the name of its branch are the same every night. */
import { createHash } from 'node:crypto';
import type { Target } from '../comment/marker.ts';
import { partsOf } from '../comment/target.ts';

const BRANCH = 'inboxctl/drift';

/** The first line of every issue and pull request of a target. */
export function driftMarker(target: Target): string {
  return `<!-- inboxctl:drift v1 ${Buffer.from(jsonOf(target)).toString('base64url')} -->`;
}

/** Reports whether a body begins with the marker of this target. */
export function isAbout(body: string, target: Target): boolean {
  return body.split(/\r?\n/, 1)[0]?.trimEnd() === driftMarker(target);
}

/**
 * Names the branch that adopts the drift of a target. Git does not allow a branch below another one, so the name has no
 * further `/`. A `number` from 2 is used if the earlier branches have commits of somebody else.
 */
export function branchOf(target: Target, number = 1): string {
  const hash = createHash('sha256').update(jsonOf(target)).digest('hex').slice(0, 8);
  return `${BRANCH}${partsOf(target).length === 0 ? '' : `-${hash}`}${number === 1 ? '' : `-${number}`}`;
}

/** Reports whether `branchOf` gives this name for the target. A hash has more digits than a number. */
export function isBranchOf(name: string, target: Target): boolean {
  const first = branchOf(target);
  return name.startsWith(first) && /^(-\d{1,3})?$/.test(name.slice(first.length));
}

/** The end of a title that names the target; empty for the whole repository. */
export function shownTarget(target: Target): string {
  const parts = partsOf(target);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function jsonOf({ workingDirectory, config, accounts, shard }: Target): string {
  return JSON.stringify({ workingDirectory, config, accounts, ...(shard === undefined ? {} : { shard }) });
}
