/** The commit that the plan of a run is compared with, to tell what this change causes and what it does not. */
import type { CommitTree, NoTree } from '../source/git/commit-tree.ts';
import { type Context, isByHand } from './context.ts';
import type { Inputs } from './inputs.ts';

/** Reads the files of a commit, as the checkout has them. */
export type ReadCommit = (ref: string) => Promise<CommitTree | NoTree>;

/**
 * Finds the base as git names it; null if a run has none: by hand all that differs is carried out. That of a pull request is
 * the first parent of GitHub's test merge, or, if that is not there, the base that the event names: it may be there, and reading
 * it tells why not. A push is compared with what was there before it. An apply of any other event causes nothing: its base is
 * its own commit.
 */
export async function baseOf(
  { context, inputs }: { context: Context; inputs: Inputs },
  read: ReadCommit,
): Promise<string | null> {
  const { pullRequest, event, before, sha } = context;
  if (isByHand(context)) return null;
  if (pullRequest !== null) {
    const parent = await read(`${sha}^1`);
    return 'failure' in parent ? pullRequest.baseSha : parent.commit;
  }
  if (event === 'push' || event === 'merge_group') return before;
  return inputs.mode === 'apply' ? sha : null;
}
