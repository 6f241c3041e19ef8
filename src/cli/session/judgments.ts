/** The recorded judgments of the accounts of a project. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { JUDGMENTS_FILE, type Judgment } from '../../model/judgments.ts';
import { onceFor } from '../../model/once-for.ts';
import type { AccountSettings } from '../../model/project.ts';
import { isYaml, type RuleFile } from '../../source/load/find-files.ts';
import { readJudgments } from '../../source/load/judgments.ts';
import { shownPath } from '../../source/paths.ts';
import type { Project } from './settings.ts';

/** A file of judgments, and what it holds. */
export interface RecordedJudgments {
  file: RuleFile;
  judgments: readonly Judgment[];
}

/** The recorded judgments of each selected account, in their order, and the problems of all files. */
export function loadJudgments(project: Project): { ofAccounts: RecordedJudgments[]; problems: Diagnostic[] } {
  const read = onceFor(readJudgments);
  const files = project.selected.map((account) => judgmentsFileOf(account, project));
  return {
    ofAccounts: files.map((file) => ({ file, judgments: read(file).judgments })),
    problems: [...new Set(files.map(read))].flatMap(({ problems }) => problems),
  };
}

/** Where the judgments of an account are recorded: in the first of its tests folders. */
export function judgmentsFileOf(
  { tests: [first = ''] }: Pick<AccountSettings, 'tests'>,
  { home, cwd }: Pick<Project, 'home' | 'cwd'>,
): RuleFile {
  const root = path.resolve(home, first);
  const file = path.join(isYaml(root) ? path.dirname(root) : root, JUDGMENTS_FILE);
  return { path: file, shown: shownPath(file, cwd) };
}
