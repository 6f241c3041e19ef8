import type { NextStep, StartingFile } from '../../model/init.ts';

/** How far the making of a project went. */
export interface Progress {
  files: readonly StartingFile[];
  /** What became of the inbox; null where there was a project already. */
  inbox: 'not-said' | 'not-read' | 'empty' | 'pulled' | null;
  /** Variables of the connection that are not set. */
  missing: readonly string[];
  /** Variables that the rules refer to, and that are not set. */
  unset: readonly string[];
  isInGit: boolean;
  /** What the workflows need, as GitHub calls it. */
  variables: readonly string[];
  secrets: readonly string[];
}

/** Takes what `init` did; gives what is left to do, in order. Nothing is left where nothing was written. */
export function nextSteps({ files, inbox, missing, unset, isInGit, variables, secrets }: Progress): NextStep[] {
  const written = files.filter(({ status }) => status === 'created' || status === 'extended').map(({ file }) => file);
  // Where nothing could be written, that is what to see to.
  if (written.length === 0 && inbox !== null) return [];
  const steps: NextStep[] = [];
  if (missing.length > 0) steps.push({ step: 'set-connection', missing });
  if (inbox === 'not-said' || inbox === 'not-read') steps.push({ step: 'check-connection' }, { step: 'pull' });
  if (inbox === 'empty') steps.push({ step: 'write-rules' });
  if (inbox !== 'pulled' && inbox !== null) steps.push({ step: 'plan' });
  if (unset.length > 0) steps.push({ step: 'set-variables', names: unset });
  if (!isInGit) steps.push({ step: 'git-init' });
  if (written.length > 0) steps.push({ step: 'commit', files: [...new Set(written.map(topOf))] });
  if (written.some((file) => file.includes('.github/'))) steps.push({ step: 'store-on-github', variables, secrets });
  return steps;
}

/** The file or folder of the project, or above it, that a file is in. */
function topOf(file: string): string {
  return /^(?:\.\.\/)*[^/]+/.exec(file)?.[0] ?? file;
}
