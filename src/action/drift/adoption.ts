/**
 * What `inboxctl pull` would make of the files, told by a dry run: nothing is written here. The files on disk must be
 * those of the commit, since what the pull would write is committed on top of it.
 */
import { EXIT } from '../../cli/exit-code.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { list, type Parts, quoted, say } from '../../diagnostics/message.ts';
import { messageLine } from '../../report/document.ts';
import type { PullReport } from '../../report/formats.ts';
import { planFailure } from '../failure.ts';
import type { FileChange, GitHub } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { pathInRepository } from '../repository-paths.ts';

/** Each is asked for on GitHub, and an hour has a thousand requests. */
const MOST_FILES = 300;

export type Adoption =
  | { kind: 'files'; files: FileChange[]; variables: PullReport['variables']; notices: readonly Diagnostic[] }
  /** Why no file can adopt it, in sentences. */
  | { kind: 'none'; why: Parts[] }
  /** Whether files can is not known. */
  | { kind: 'failed'; failure: NonNullable<Ending['failure']> };

export async function adoptionOf({ commands, context, github, inputs, targets }: Job): Promise<Adoption> {
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
  const others = await notAsCommitted(github, context.sha, placed);
  if (others.length > 0) {
    return none(
      say`These files are not as in the commit that the job runs for: ${list(others, quoted, others.length)}.`,
    );
  }
  return { kind: 'files', files: placed.map(({ path, after }) => ({ path, text: after })), variables, notices };
}

function none(...why: Parts[]): Adoption {
  return { kind: 'none', why };
}

/** What to say where a pull changes no file although the plan has changes. */
function unwritten(notices: readonly Diagnostic[]): Parts[] {
  const said = messagesOf(notices, ['error', 'warning']);
  return said.length > 0 ? said : [say`What differs is nothing that a pull could write into the files.`];
}

function messagesOf(notices: readonly Diagnostic[], severities: readonly Diagnostic['severity'][]): Parts[] {
  return notices.filter(({ severity }) => severities.includes(severity)).map(messageLine);
}

/** The paths of files that the commit has otherwise than the disk. */
async function notAsCommitted(
  github: Pick<GitHub, 'fileAt'>,
  sha: string,
  files: readonly { path: string; before: string | null }[],
): Promise<string[]> {
  const others: string[] = [];
  for (const { path, before } of files) {
    if ((await github.fileAt(path, sha)) !== before) others.push(path);
  }
  return others;
}
