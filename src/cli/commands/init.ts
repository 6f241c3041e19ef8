import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nextSteps } from '../../engine/init/next-steps.ts';
import { isUntouched, startProject, writeExample, writeExampleTest, writeWorkflows } from '../../engine/init/start.ts';
import { otherForge, type WorkflowNeeds } from '../../engine/init/workflows.ts';
import type { StartingFile } from '../../model/init.ts';
import { STARTED, type StartReport } from '../../report/formats.ts';
import { remoteHosts } from '../../source/git/remotes.ts';
import { uncommitted } from '../../source/git/status.ts';
import { findRuleFiles } from '../../source/load/find-files.ts';
import { findProjectFile, projectFolder } from '../../source/load/project-file.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { EXIT, exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { type FirstPull, firstPlan, firstPull } from '../pull/first-pull.ts';
import { jsonSchema } from '../schemas/schemas.ts';
import { writtenBaseUrl } from '../session/destinations.ts';
import { keyVariableOf } from '../session/keys.ts';
import { openSession, type Session } from '../session/session.ts';
import { openSettings, type Project, workingFolder } from '../session/settings.ts';
import { codeOfProblems } from '../user-error.ts';

/** `inboxctl init`: writes a starting project, from the live rules where it can; what is there stays as it is. */
export async function init(invocation: Invocation<Arguments<'init'>>): Promise<Result<StartReport>> {
  const { io, args, terminal } = invocation;
  const cwd = workingFolder(io, args);
  const { isNew, notices, hasAccountFiles } = lookAround(io, args, cwd);
  const schemas = ['rules', 'tests', 'project', ...(hasAccountFiles ? (['account'] as const) : [])] as const;
  const texts = Object.fromEntries(schemas.map((name) => [`${name}.schema.json`, jsonSchema(name)]));
  const started = startProject(cwd, texts);
  const before = openSession(invocation, { sends: false, project: 'optional' });
  const pulled = isWithoutRules(before) ? await pullOnce(invocation, before.project) : null;
  if (pulled?.inbox !== 'pulled' && isNew) started.push(...writeExample(cwd));
  if (isNew) started.push(...writeExampleTest(cwd));
  // A pull has written into the files.
  const session = openSession(invocation, { sends: false, project: 'optional' });
  const { project } = session;
  const { ruleFiles, needs } = needed(session);
  const remotes = args.workflows ? await remoteHosts(project.projectFolder, io.env) : [];
  const forge = otherForge(remotes);
  if (args.workflows && forge === null) started.push(...writeWorkflows(project.projectFolder, cwd));
  if (forge !== null) notices.push({ code: 'workflows-of-another', args: { host: forge }, severity: 'info' });

  const unwritten = started.filter((one) => 'severity' in one);
  const files = withPulled(
    started.filter((one) => 'status' in one),
    pulled,
  );
  const written = files.map(({ file }) => path.resolve(cwd, file));
  const all = [...new Set([...written, ...accountFiles(project), ...ruleFiles])];
  const { files: lost, failure } = await uncommitted(all, io.env);
  const problems = [...notices, ...unwritten, ...(pulled?.notices ?? [])];
  // That there is no git, or no repository yet, is among the steps.
  if (failure?.failure === 'failed') problems.push({ code: 'git-unanswered', args: failure, severity: 'warning' });
  terminal.say(problems);
  const planned = pulled?.inbox === 'pulled' ? await firstPlan(invocation, pulled) : null;
  const steps = nextSteps({
    files,
    isHindered: problems.some(({ code }) => code === 'file-unwritable'),
    inbox: pulled?.inbox ?? null,
    missing: pulled?.missing ?? [],
    unset: (pulled?.variables ?? []).filter(({ name }) => !io.env[name]),
    isInGit: existsSync(path.join(project.projectFolder, '.git')),
    uncommitted: lost.map((file) => shownPath(file, cwd)),
    pulledInto: pulledInto(session),
    workflows: {
      ...needs,
      rootWithoutRemote: remotes.length > 0 ? null : shownPath(project.projectFolder, cwd) || '.',
    },
  });
  const plan = planned !== null && 'document' in planned ? planned.document : null;
  return {
    code: exitCode(codeOfProblems(unwritten), pulled?.code ?? EXIT.done, planned?.code ?? EXIT.done),
    document: { files, plan, steps, folder: args.directory ?? null },
    formats: STARTED,
  };
}

/** Whether there are neither settings nor rules yet. Throws a UserError where settings that are there are wrong. */
function lookAround(
  io: Io,
  args: Arguments<'init'>,
  cwd: string,
): { isNew: boolean; notices: Diagnostic[]; hasAccountFiles: boolean } {
  const { file } = findProjectFile(cwd, io.geteuid?.());
  if (file !== null && path.dirname(file) === cwd) {
    const project = openSettings(io, args);
    return { isNew: false, notices: [], hasAccountFiles: accountFiles(project).length > 0 };
  }
  const { files } = findRuleFiles(['rules'], { cwd, projectFolder: projectFolder(cwd) });
  const shown = { file: file === null ? '' : shownPath(file, cwd) };
  const notices: Diagnostic[] = file === null ? [] : [{ code: 'project-above', args: shown, severity: 'warning' }];
  return { isNew: files.length === 0, notices, hasAccountFiles: false };
}

/** The files that accounts have of their own (absolute): none where the project file lists the accounts. */
function accountFiles({ file, accounts, fileOf }: Project): string[] {
  if (file === null) return [];
  return accounts.map(({ name }) => fileOf(['accounts', name]).file).filter((own) => own !== file);
}

/** Whether no file declares a rule, or might once it is fixed. A project above is none that could be begun here. */
function isWithoutRules(session: Session): boolean {
  const { project, loader } = session;
  if (project.home !== project.cwd) return false;
  const { rules, problems } = loader.load(rootsOf(session));
  const errors = problems.filter(({ code, severity }) => severity === 'error' && code !== 'rules-root-missing');
  return rules.length === 0 && errors.length === 0;
}

/** Without asking git for the project file where nobody wrote into it: it may be a moment old. */
function pullOnce(invocation: Invocation<Arguments<'init'>>, { file }: Project): Promise<FirstPull> {
  return firstPull(invocation, file !== null && isUntouched(file));
}

function rootsOf(session: Session): string[] {
  return [...new Set(session.project.accounts.flatMap((account) => session.filesOf(account).roots))];
}

/** What the workflows need, and the rule files that say so (absolute). */
function needed(session: Session): { needs: Omit<WorkflowNeeds, 'rootWithoutRemote'>; ruleFiles: string[] } {
  const { accounts } = session.project;
  const { files } = session.loader.load(rootsOf(session));
  const addresses = accounts
    .flatMap((account) => writtenBaseUrl(account, {})?.url ?? [])
    .filter((url) => URL.canParse(url));
  return {
    needs: {
      isOneAccount: accounts.length === 1,
      hosts: [...new Set(addresses.map((baseUrl) => new URL(baseUrl).host))],
      isAddressGiven: accounts.some((account) => writtenBaseUrl(account, {}) === null),
      keys: [...new Set(accounts.map((account) => keyVariableOf(account, {})))],
      references: session.loader.secrets().map(({ name }) => name),
    },
    ruleFiles: files.map((file) => file.path),
  };
}

/** Relative to the working directory. */
function pulledInto(session: Session): { surely: string[]; perhaps: string[] } {
  const { project } = session;
  const roots = rootsOf(session);
  const folders = accountFiles(project).map((file) => path.dirname(file));
  const shown = (files: string[]) => [...new Set(files.map((file) => shownPath(file, project.cwd)))];
  return {
    surely: shown([...(project.file === null ? [] : [project.file]), ...folders, ...roots]),
    perhaps: shown(roots.map((root) => path.join(path.dirname(root), 'prompts'))),
  };
}

/** A pull may add to the project file, which is listed once. */
function withPulled(files: readonly StartingFile[], pulled: FirstPull | null): StartingFile[] {
  const edited = new Map((pulled?.files ?? []).map(({ shown, before }) => [shown, before]));
  const listed = files.map((file): StartingFile => {
    return file.status === 'kept' && edited.has(file.file) ? { ...file, status: 'extended' } : file;
  });
  const names = new Set(files.map(({ file }) => file));
  const more = [...edited].filter(([file]) => !names.has(file));
  return [
    ...listed,
    ...more.map(([file, before]): StartingFile => ({ file, status: before === null ? 'created' : 'extended' })),
  ];
}
