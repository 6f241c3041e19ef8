/** The head of a comment where a pull request changes settings. Markdown; others wrote what it names. */

import { count, listed } from '../../diagnostics/counts.ts';
import { box, inCode, nameInCode } from '../../report/markdown/escape.ts';
import { inlineMarkdown } from '../../report/print/inline-markdown.ts';
import type { Job } from '../mode.ts';
import { repositoryRoot } from '../repository-paths.ts';
import { type SettingsChange, settingsChange } from './settings-change.ts';

/** Files, and settings of one. The room is for the plan. */
const MOST = 20;

/** `sha` is the commit of the base. Empty where there is nothing to say. */
export async function settingsWarning(
  { github, inputs, targets }: Pick<Job, 'github' | 'inputs' | 'targets'>,
  sha: string,
): Promise<string> {
  const root = repositoryRoot(targets.project, inputs.workingDirectory);
  const found = await settingsChange({ github, sha }, { ...targets.project, config: inputs.config, root });
  const { before, now, files, unknown } = found;
  const lines = [...files].slice(0, MOST).map(lineOf);
  if (files.size > MOST) lines.push(`- and ${count(files.size - MOST, 'more file')}`);
  const known = before === now && lines.length === 0 ? [] : [CHANGED, ...movedLine(found), '', ...lines];
  const not = 'Whether this pull request changes settings is not known: the files at its base could not be read.';
  const both = [...(unknown === null ? [] : [`${not} ${inlineMarkdown(unknown)}`]), ...known];
  return box('WARNING', both);
}

const CHANGED =
  '**This pull request changes settings, not only rules.** The plan below is already made with the new ones.';

function movedLine({ before, now }: SettingsChange): string[] {
  if (before === now) return [];
  if (before === null) return [`The project file ${inCode(now ?? '')} is new.`];
  if (now === null) return [`The project file ${inCode(before)} is gone.`];
  return [`The project file is ${inCode(now)}; before it was ${inCode(before)}.`];
}

function lineOf([file, what]: [string, string[] | string]): string {
  return `- ${inCode(file)}: ${typeof what === 'string' ? what : listed(what.map(nameInCode), MOST)}`;
}
