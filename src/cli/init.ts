import { existsSync } from 'node:fs';
import path from 'node:path';
import { nextSteps } from '../engine/init/next-steps.ts';
import { startProject, writeExample, writeWorkflows } from '../engine/init/start.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { StartingFile } from '../model/init.ts';
import { renderProblems } from '../report/problems.ts';
import { textNextSteps, textStartingFiles } from '../report/text-init.ts';
import { findRuleFiles, shownPath } from '../source/find-files.ts';
import { findProjectFile, projectFolder } from '../source/project-file.ts';
import type { Command, Invocation } from './definition.ts';
import { codeOfProblems, EXIT, exitCode } from './exit-code.ts';
import { type FirstPull, firstPlan, firstPull } from './first-pull.ts';
import { rulesLoader, rulesOf } from './rules.ts';
import { jsonSchema } from './schemas.ts';
import { openSettings, type Project, text, workingFolder } from './settings.ts';
import { errorsOnly, textOptions } from './terminal.ts';

/** `inboxctl init`: writes a starting project, from the live rules where it can; what is there stays as it is. */
export const init: Command = async (invocation) => {
  const { io, options } = invocation;
  const cwd = workingFolder(invocation);
  const { isNew, notices } = lookAround(invocation, cwd);
  const results = [
    startProject(cwd, { 'rules.schema.json': jsonSchema('rules'), 'project.schema.json': jsonSchema('project') }),
  ];
  const project = openSettings(invocation, cwd);
  const pulled = isNew ? await firstPull(invocation, project) : null;
  if (pulled?.inbox !== 'pulled' && isNew) results.push(writeExample(cwd));
  const needs = neededVariables(invocation, project);
  if (options.workflows !== false) {
    results.push(writeWorkflows(project.projectFolder, cwd, { version: invocation.version, ...needs }));
  }

  const style = textOptions(io, 'stdout', options);
  const problems = [...notices, ...results.flatMap((result) => result.problems), ...(pulled?.notices ?? [])];
  const files = withPulled(
    results.flatMap((result) => result.files),
    pulled,
  );
  io.stdout.write(textStartingFiles(files, style));
  const shown = options.quiet === true ? errorsOnly(problems) : problems;
  if (shown.length > 0) io.stderr.write(`\n${renderProblems(shown, textOptions(io, 'stderr', options))}`);
  if (pulled?.inbox === 'pulled') io.stdout.write('\n');
  const planned = pulled?.inbox === 'pulled' ? await firstPlan(invocation, pulled) : EXIT.done;
  const steps = nextSteps({
    files,
    inbox: pulled?.inbox ?? null,
    missing: pulled?.missing ?? [],
    unset: (pulled?.variables ?? []).map(({ name }) => name).filter((name) => !io.env[name]),
    isInGit: existsSync(path.join(project.projectFolder, '.git')),
    ...needs,
  });
  io.stdout.write(textNextSteps(steps, text(options.directory) ?? null, style));
  const unwritten = codeOfProblems(results.flatMap(({ problems }) => problems));
  return exitCode(unwritten, pulled?.code ?? EXIT.done, planned);
};

/** Whether there are neither settings nor rules yet. Throws a Stop where settings that are there are wrong. */
function lookAround(invocation: Invocation, cwd: string): { isNew: boolean; notices: Diagnostic[] } {
  const file = findProjectFile(cwd);
  if (file !== null && path.dirname(file) === cwd) {
    openSettings(invocation, cwd);
    return { isNew: false, notices: [] };
  }
  const { files } = findRuleFiles(['rules'], { cwd, projectFolder: projectFolder(cwd) });
  const args = { file: file === null ? '' : shownPath(file, cwd) };
  const notices: Diagnostic[] = file === null ? [] : [{ code: 'project-above', args, severity: 'warning' }];
  return { isNew: files.length === 0, notices };
}

/** The variables that a plan needs. */
function neededVariables(invocation: Invocation, project: Project): { variables: string[]; secrets: string[] } {
  const { accounts } = project;
  const loader = rulesLoader(invocation, project, 'warning');
  loader.load(accounts.flatMap((account) => rulesOf(account, project).roots));
  const keys = accounts.map(({ apiKeyVariable }) => apiKeyVariable ?? 'INBOXCTL_API_KEY');
  return {
    variables: accounts.some(({ baseUrl }) => baseUrl === null) ? ['INBOXCTL_BASE_URL'] : [],
    secrets: [...new Set([...keys, ...loader.secrets().map(({ name }) => name)])],
  };
}

/** A pull may add to the project file that was written just before: it is listed once. */
function withPulled(files: readonly StartingFile[], pulled: FirstPull | null): StartingFile[] {
  const more = (pulled?.files ?? []).filter(({ before }) => before === null);
  return [...files, ...more.map(({ shown }): StartingFile => ({ file: shown, status: 'created' }))];
}
