/**
 * The file changes that `inboxctl pull` would make, found by a dry run. The files on disk must equal those of the
 * commit, because the changes are committed on top of it.
 */
import path from 'node:path';
import { EXIT } from '../../cli/exit-code.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { list, type Parts, quoted, say } from '../../diagnostics/message.ts';
import { messageLine } from '../../report/document.ts';
import type { PullReport } from '../../report/formats.ts';
import type { ReadCommit } from '../base.ts';
import { planFailure } from '../failure.ts';
import type { FileChange } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { pathInRepository, repositoryRoot } from '../repository-paths.ts';

/** Nobody reviews a pull request of more. */
const MOST_FILES = 300;

export type Adoption =
  | { kind: 'files'; files: FileChange[]; variables: PullReport['variables']; notices: readonly Diagnostic[] }
  /** Why files cannot adopt the drift, in sentences. */
  | { kind: 'none'; why: Parts[] }
  /** It is unknown whether files can adopt it. */
  | { kind: 'failed'; failure: NonNullable<Ending['failure']> };

export async function adoptionOf({ commands, context, readCommit, inputs, targets }: Job): Promise<Adoption> {
  const { code, document: pulled, notices } = await commands.pull();
  const failure = planFailure(code, { notices });
  if (failure !== null && code !== EXIT.refused) return { kind: 'failed', failure };
  if (failure !== null || pulled === null) return none(...messagesOf(notices, ['error']));
  const { files, variables } = pulled;
  if (files.length === 0) return none(...unwritten(notices));
  if (files.length > MOST_FILES) {
    return none(say`It would be ${files.length} files, and ${MOST_FILES} are the most. Pull in a clone instead.`);
  }
  const placed = files.map((file) => {
    return { ...file, path: pathInRepository(file.shown, targets.project, inputs.workingDirectory) };
  });
  const root = repositoryRoot(targets.project, inputs.workingDirectory);
  const others = await notAsCommitted(readCommit, context.sha, root, placed);
  if (others === null)
    return none(say`The commit that the job runs for is not in this checkout, or git cannot read it.`);
  if (others.length > 0) {
    return none(
      say`These files are not as in the commit that the job runs for: ${list(others, quoted, others.length)}.`,
    );
  }
  return { kind: 'files', files: placed.map((file) => ({ path: file.path, text: file.after })), variables, notices };
}

function none(...why: Parts[]): Adoption {
  return { kind: 'none', why };
}

/** Why a pull changes no file although the plan has changes. */
function unwritten(notices: readonly Diagnostic[]): Parts[] {
  const said = messagesOf(notices, ['error', 'warning']);
  return said.length > 0 ? said : [say`What differs is nothing that a pull could write into the files.`];
}

function messagesOf(notices: readonly Diagnostic[], severities: readonly Diagnostic['severity'][]): Parts[] {
  return notices.filter(({ severity }) => severities.includes(severity)).map(messageLine);
}

/** Returns the paths of files that differ between the commit and the disk; null if the commit cannot be read. */
async function notAsCommitted(
  readCommit: ReadCommit,
  sha: string,
  root: string,
  files: readonly { path: string; before: string | null }[],
): Promise<string[] | null> {
  const found = await readCommit(sha);
  if ('failure' in found) return null;
  const { tree, isAsOnDisk } = found;
  const others = files.filter(({ path: file, before }) => {
    const onDisk = path.join(root, file);
    return before === null ? tree.kindOf(onDisk) !== null : !isAsOnDisk(onDisk);
  });
  return others.map((file) => file.path);
}
