/** Identifies the target of an issue: its marker is the same every night. */
import type { Target } from '../comment/marker.ts';
import { partsOf } from '../comment/target.ts';

/** The first line of every issue of a target. */
export function driftMarker({ workingDirectory, config, accounts, shard }: Target): string {
  const json = JSON.stringify({ workingDirectory, config, accounts, ...(shard === undefined ? {} : { shard }) });
  return `<!-- inboxctl:drift v1 ${Buffer.from(json).toString('base64url')} -->`;
}

/** Reports whether a body begins with the marker of this target. */
export function isAbout(body: string, target: Target): boolean {
  return body.split(/\r?\n/, 1)[0]?.trimEnd() === driftMarker(target);
}

/** The end of a title that names the target; empty for the whole repository. */
export function shownTarget(target: Target): string {
  const parts = partsOf(target);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
