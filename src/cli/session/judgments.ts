/** The recorded judgments of the accounts of a project. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { JUDGMENTS_FILE } from '../../model/judgments.ts';
import type { AccountSettings } from '../../model/project.ts';
import { isYaml, type RuleFile } from '../../source/load/find-files.ts';
import { type ReadJudgments, readJudgments } from '../../source/load/judgments.ts';
import { shownPath } from '../../source/paths.ts';
import type { Project } from './settings.ts';

/** Of each selected account; accounts of one file share the same values. */
export interface ProjectJudgments {
  ofAccounts: { file: RuleFile; judgments: ReadJudgments['judgments'] }[];
  problems: Diagnostic[];
}

export function loadJudgments(project: Project): ProjectJudgments {
  const read = new Map<string, ReadJudgments>();
  const ofAccounts = project.selected.map((account) => {
    const file = judgmentsFileOf(account, project);
    const known = read.get(file.path) ?? readJudgments(file);
    read.set(file.path, known);
    return { file, judgments: known.judgments };
  });
  return { ofAccounts, problems: [...read.values()].flatMap(({ problems }) => problems) };
}

/** It is beside the tests: in the first of their folders. */
export function judgmentsFileOf(
  { tests: [first = ''] }: Pick<AccountSettings, 'tests'>,
  { home, cwd }: Pick<Project, 'home' | 'cwd'>,
): RuleFile {
  const root = path.resolve(home, first);
  const file = path.join(isYaml(root) ? path.dirname(root) : root, JUDGMENTS_FILE);
  return { path: file, shown: shownPath(file, cwd) };
}
