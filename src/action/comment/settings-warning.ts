/** The head of a comment where a pull request changes what holds apply back. Markdown; others wrote what it names. */
import { box } from '../../report/markdown/attention.ts';
import { inCode, nameInCode, prose } from '../../report/markdown/escape.ts';
import { readProjectFile } from '../../source/project-file.ts';
import type { Job } from '../mode.ts';
import { inRepository, projectAtBase } from './project-at-base.ts';
import { type SettingChange, settingChanges } from './settings-change.ts';

/** The room is for the plan: a list of thousands is not read here. */
const MOST = 20;
const MOST_ACCOUNTS = 5;
const LONGEST_VALUE = 300;

export interface SettingsWarning {
  /** Markdown; empty where there is nothing to say. */
  text: string;
  /** Whether apply may be held back by less than before: that is worth a comment of its own. */
  isGrave: boolean;
}

export async function settingsWarning(
  { github, inputs, targets }: Pick<Job, 'github' | 'inputs' | 'targets'>,
  baseSha: string,
): Promise<SettingsWarning> {
  const { cwd, file } = targets.project;
  const place = { cwd, workingDirectory: inputs.workingDirectory, config: inputs.config };
  const base = await projectAtBase(github, baseSha, place);
  if ('unreadable' in base) {
    const settings = ['guard', 'policy', 'ignore', 'undeclared'].map(inCode).join(', ');
    return warning([
      `Whether this pull request changes ${settings} is not known: the project file at its base could not be read. ${prose(base.unreadable)}`,
    ]);
  }
  const now = file === null ? { project: {} } : readProjectFile(file, cwd);
  if ('problems' in now) throw new Error('The project file could be read when the job began');
  const moved = movedLine(base.file, file === null ? null : inRepository(file, place));
  const changes = settingChanges(base.project, now.project);
  if (changes.length === 0) return { text: moved ?? '', isGrave: false };
  const shown = changes.slice(0, MOST).map(lineOf);
  return warning([
    '**This pull request changes settings that hold apply back.** The plan below is already made with the new ones.',
    ...(moved === null ? [] : [moved]),
    '',
    ...shown,
    ...(changes.length > MOST ? [`- and ${changes.length - MOST} more in the project file`] : []),
  ]);
}

function warning(lines: readonly string[]): SettingsWarning {
  return { text: box('WARNING', lines).join(''), isGrave: true };
}

function movedLine(before: string | null, now: string | null): string | null {
  if (before === now) return null;
  if (before === null) return `The project file ${inCode(now ?? '')} is new.`;
  if (now === null) return `The project file ${inCode(before)} is gone.`;
  return `The project file is ${inCode(now)}; before it was ${inCode(before)}.`;
}

function lineOf({ setting, accounts, from, to }: SettingChange): string {
  const named = accounts.filter((name) => name !== 'default');
  const more = named.length > MOST_ACCOUNTS ? ` and ${named.length - MOST_ACCOUNTS} more` : '';
  const whose = named.length === 0 ? '' : ` (${named.slice(0, MOST_ACCOUNTS).map(nameInCode).join(', ')}${more})`;
  return `- ${inCode(setting)}${whose}: from ${shownValue(from)} to ${shownValue(to)}`;
}

function shownValue(json: string): string {
  const characters = [...json];
  return inCode(characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE - 1).join('')}…` : json);
}
