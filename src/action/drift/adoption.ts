/**
 * What `inboxctl pull` would make of the files: it writes them where they are, they are read, and put back. Only files that
 * stand on disk as in the commit count: what is written is committed on top of it.
 */
import { EXIT } from '../../cli/exit-code.ts';
import type { PullDocument } from '../../model/pull.ts';
import { planFailure } from '../failure.ts';
import type { FileChange } from '../github/port.ts';
import type { Ending, Job } from '../mode.ts';
import { contentOf, keepFiles } from './keeping.ts';
import { type RepositoryFile, repositoryFile } from './paths.ts';

/** Each is asked for on GitHub, and an hour has a thousand requests. */
const MOST_FILES = 300;

export type Adoption =
  | { kind: 'files'; files: FileChange[]; variables: PullDocument['variables']; notices: PullDocument['notices'] }
  /** Why no file can adopt it, in sentences. */
  | { kind: 'none'; why: string[] }
  /** Whether files can is not known. */
  | { kind: 'failed'; failure: NonNullable<Ending['failure']> };

/** Gives the files as a pull writes them. */
export async function adoptionOf(job: Job): Promise<Adoption> {
  const planned = await pull(job, { dryRun: true, quiet: true });
  if ('kind' in planned) return planned;
  if (planned.files.length === 0) return none(...unwritten(planned));
  if (planned.files.length > MOST_FILES) {
    return none(`It would be ${planned.files.length} files, and ${MOST_FILES} are the most. Pull in a clone instead.`);
  }
  const files = planned.files.map(({ file }) => placed(file, job));
  const kept = keepFiles(files.map(({ file }) => file));
  const others = await notAsCommitted(job, files, kept.before);
  if (others.length > 0) {
    const names = others.map((name) => JSON.stringify(name)).join(', ');
    return none(`These files are not as in the commit that the job runs for: ${names}.`);
  }
  try {
    // The commit has what is written over.
    const pulled = await pull(job, { isStored: true });
    if ('kind' in pulled) return pulled;
    const { variables, notices } = pulled;
    const written = pulled.files.map(({ file }) => placed(file, job));
    const known = new Set(files.map(({ file }) => file));
    if (written.length === 0 || !written.every(({ file }) => known.has(file))) return CHANGED_MEANWHILE;
    const changes = written.map(({ file, path }) => ({ path, text: contentOf(file)?.text ?? null }));
    return { kind: 'files', files: changes, variables, notices };
  } finally {
    kept.restore();
  }
}

const CHANGED_MEANWHILE: Adoption = {
  kind: 'failed',
  failure: { reason: 'unreachable', message: 'The inbox was changed while it was read. The next run sees all of it.' },
};

function none(...why: string[]): Extract<Adoption, { kind: 'none' }> {
  return { kind: 'none', why };
}

/** What to say where a pull changes no file although the plan has changes. */
function unwritten({ notices }: PullDocument): string[] {
  const said = notices.filter(({ severity }) => severity !== 'info').map(({ message }) => message);
  return said.length > 0 ? said : ['What differs is nothing that a pull could write into the files.'];
}

async function pull(
  job: Job,
  options: Omit<Parameters<Job['commands']['pull']>[0], 'prune'>,
): Promise<PullDocument | Exclude<Adoption, { kind: 'files' }>> {
  const { code, document, notices } = await job.commands.pull({ ...options, prune: true });
  const failure = planFailure(code, { notices });
  if (failure === null && document !== null) return document;
  if (failure !== null && code !== EXIT.refused) return { kind: 'failed', failure };
  return none(...notices.flatMap(({ severity, message }) => (severity === 'error' ? message : [])));
}

function placed(shown: string, { targets, inputs }: Job): RepositoryFile {
  return repositoryFile(shown, targets.project, inputs.workingDirectory);
}

/** The paths of files that the commit has otherwise than the disk. */
async function notAsCommitted(
  { github, context }: Job,
  files: readonly RepositoryFile[],
  onDisk: (file: string) => string | null,
): Promise<string[]> {
  const others: string[] = [];
  for (const { file, path } of files) {
    if ((await github.fileAt(path, context.sha)) !== onDisk(file)) others.push(path);
  }
  return others;
}
