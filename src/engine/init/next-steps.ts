import type { NextStep, StartingFile } from '../../model/init.ts';
import type { NewVariable } from '../../model/pull.ts';
import { type WorkflowNeeds, workflowSteps } from './workflows.ts';

/** How far the making of a project went. */
export interface StartedProject {
  files: readonly StartingFile[];
  /** Whether a file could not be written. */
  isHindered: boolean;
  /** What became of the inbox; null where the project has rules already. */
  inbox: 'not-said' | 'not-read' | 'empty' | 'pulled' | null;
  /** Variables of the connection that are not set. */
  missing: readonly string[];
  /** Variables that the pulled rules refer to, and that are not set. */
  unset: readonly NewVariable[];
  isInGit: boolean;
  /** Files of the project that git does not have as they are. */
  uncommitted: readonly string[];
  /** What a pull writes to: files and folders that are there then, and such as may be. */
  pulledInto: { surely: readonly string[]; perhaps: readonly string[] };
  /** What the workflows need. */
  workflows: WorkflowNeeds;
}

/** What is left to do after `init`, in order. */
export function nextSteps(progress: StartedProject): NextStep[] {
  const { files, isHindered, inbox, unset } = progress;
  const isWritten = files.some(isNew);
  // Where nothing could be written, that is what to see to.
  if (!isWritten && (isHindered || inbox === null)) return [];
  if (inbox === 'empty') {
    return [
      { step: 'write-rules' },
      { step: 'write-tests' },
      { step: 'plan' },
      ...commitSteps(progress),
      ...stepsOnGithub(progress),
    ];
  }
  // Committed first: a pull does not touch a file that git does not have.
  const steps = commitSteps(progress);
  if (inbox !== 'not-said' && inbox !== 'not-read') {
    if (unset.length > 0) steps.push({ step: 'set-variables', variables: unset });
    if (files.some((file) => file.file === 'tests/example.yaml' && isNew(file))) steps.push({ step: 'write-tests' });
    return [...steps, ...stepsOnGithub(progress)];
  }
  return [
    ...steps,
    ...(progress.missing.length > 0 ? [{ step: 'set-connection', missing: progress.missing } as const] : []),
    { step: 'check-connection' },
    { step: 'pull' },
    { step: 'plan' },
    { step: 'commit-pulled', ...progress.pulledInto },
    ...stepsOnGithub(progress),
  ];
}

function commitSteps({ isInGit, uncommitted }: StartedProject): NextStep[] {
  const steps: NextStep[] = isInGit ? [] : [{ step: 'git-init' }];
  if (uncommitted.length > 0) steps.push({ step: 'commit', files: [...new Set(uncommitted.map(topOf))] });
  return steps;
}

function stepsOnGithub({ files, inbox, workflows: needs }: StartedProject): NextStep[] {
  const workflows = files.filter(({ file }) => file.includes('.github/'));
  const isWanted = inbox === null ? workflows.some(isNew) : workflows.length > 0;
  return isWanted ? workflowSteps(needs) : [];
}

function isNew({ status }: StartingFile): boolean {
  return status === 'created' || status === 'extended';
}

/** The file or folder of the project, or above it, that a file is in. */
function topOf(file: string): string {
  return /^(?:\.\.\/)*[^/]+/.exec(file)?.[0] ?? file;
}
