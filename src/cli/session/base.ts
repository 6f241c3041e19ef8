/**
 * The files of another commit, which tell what of a plan comes from the base. In order: read the commit from git's objects, find
 * its project file, load what its accounts declare, and give each open account what it is compared with.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe } from '../../diagnostics/describe.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { Redactor } from '../../diagnostics/redactor.ts';
import { checkedRule, declare } from '../../engine/declare.ts';
import { type Account, hasErrors } from '../../engine/plan.ts';
import { type AccountSettings, accountsOf } from '../../model/project.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import { type CommitTree, type NoTree, treeAt } from '../../source/git/commit-tree.ts';
import { refsOf } from '../../source/git/run.ts';
import { createLoader } from '../../source/load/loader.ts';
import { PROJECT_FILE, readProjectFile } from '../../source/load/project-file.ts';
import type { Tree } from '../../source/paths.ts';
import { userError } from '../user-error.ts';
import type { OpenProject } from './accounts.ts';
import { keyVariableOf } from './keys.ts';
import type { Session } from './session.ts';

type AccountBase = NonNullable<Account['base']>;

/** Adds what a commit declares, or its problem, to each open account. Throws a UserError for an unknown `ref`. */
export async function withBase(project: OpenProject, ref: string | undefined): Promise<OpenProject> {
  if (ref === undefined) return project;
  const { session } = project;
  const unknown = () =>
    userError({ code: 'base-unknown', args: { ref, known: refsOf(session.io.env, session.project.home) } });
  // Git would take the first for an option; no name of a commit has the others.
  if (ref === '' || /^-|[\p{Cc}\s]/u.test(ref)) throw unknown();
  const found = await treeAt(session.io.env, session.project.home, ref);
  if ('failure' in found) return comparedWith(project, { ref, commit: null, problem: noTree(found, ref, unknown) });
  const read = readBase(session, found);
  const { commit } = found;
  if ('of' in read)
    return { ...comparedWith(project, { ref, commit, problem: null }, read.of), untouched: read.untouched };
  const args = { ref, problem: describe(read.problem).message, place: read.problem.place?.file ?? null };
  return comparedWith(project, { ref, commit, problem: { code: 'base-broken', args, severity: 'warning' } });
}

function comparedWith(
  project: OpenProject,
  base: NonNullable<OpenProject['base']>,
  of?: Map<string, AccountBase>,
): OpenProject {
  const open = project.open.map((one) => {
    return { ...one, account: { ...one.account, base: of?.get(one.account.name) ?? null } };
  });
  return { ...project, base, open };
}

/** In a whole clone, a name that git does not know is a mistake of whoever wrote it; a hash may be of a commit that is gone. */
function noTree(found: NoTree, ref: string, unknown: () => Error): Diagnostic {
  if (found.failure !== 'no-commit') {
    return { code: 'base-unreadable', args: { ref, detail: found.detail }, severity: 'warning' };
  }
  if (!found.isShallow && !/^[\da-f]{40}([\da-f]{24})?$/.test(ref)) throw unknown();
  return { code: 'base-missing', args: { ref }, severity: 'warning' };
}

/** What the files of a commit declare, by account, and for which that is the same now; or the first thing that is wrong. */
function readBase(
  session: Session,
  found: CommitTree,
): { of: Map<string, AccountBase>; untouched: Set<string> } | { problem: Diagnostic } {
  const { project } = session;
  const { tree, isAsOnDisk } = found;
  const { cwd, projectFolder: root } = project;
  const file = projectFileIn(tree, { cwd, root, config: session.args.config === undefined ? null : project.file });
  const read = file === null ? null : readProjectFile(file, project.cwd, tree);
  if (read !== null && 'problems' in read) return problemOf(session, read.problems);
  const home = file === null ? project.home : path.dirname(file);
  const accounts = project.selected.flatMap((here) => {
    const there = sameAccount(session, here, accountsOf(read?.project ?? {}));
    return there === undefined ? [] : { ...there, name: here.name };
  });
  const loader = createLoader(
    { ...project, tree },
    // A variable that only the base needs may be unset now.
    { ...session.references, unset: 'warning' },
    checkedRule,
    (one) => {
      const here = session.loader.loaded(one);
      return here !== undefined && [one, ...here.referred].every(isAsOnDisk) ? here : undefined;
    },
  );
  const declared = declare(
    accounts.map(({ name, rules, plan }) => {
      return { name, roots: rules.map((root) => path.resolve(home, root)), settings: plan, policyPlace: () => null };
    }),
    loader,
  );
  const of = new Map<string, AccountBase>();
  const untouched = new Set<string>();
  for (const [index, { account, rules, diagnostics }] of declared.entries()) {
    const settings = accounts[index]?.plan;
    // Git keeps no empty folders: without a rule there is none, and no plan could be made.
    if (settings === undefined || diagnostics.some(({ code }) => code === 'rules-root-missing')) continue;
    if (hasErrors(diagnostics)) return problemOf(session, diagnostics, loader.mentioned());
    of.set(account, { declared: rules, settings });
    if (isUntouched(session, accounts[index], rules)) untouched.add(account);
  }
  return { of, untouched };
}

/** Reports whether an account has the same rules, settings, address and key as at the base. */
function isUntouched(session: Session, there: AccountSettings | undefined, rules: readonly DeclaredRule[]): boolean {
  const at = session.project.selected.findIndex(({ name }) => name === there?.name);
  const [here, declared] = [session.project.selected[at], session.declared()[at]];
  if (there === undefined || here === undefined || declared === undefined || hasErrors(declared.diagnostics))
    return false;
  const said = (all: readonly DeclaredRule[]) => {
    const texts = all.map(({ body, renamedFrom, enabled }) => JSON.stringify({ ...body, renamedFrom, enabled }));
    return texts.sort();
  };
  const isSameInbox = inboxOf(session, there) === inboxOf(session, here);
  return isSameInbox && isDeepStrictEqual([there.plan, said(rules)], [here.plan, said(declared.rules)]);
}

function inboxOf(session: Session, account: AccountSettings): string {
  return `${keyVariableOf(account)} ${session.addressOf(account)}`;
}

/** The account of the same name and address, else one renamed: the same address and key, and its name is gone. */
function sameAccount(
  session: Session,
  here: AccountSettings,
  there: readonly AccountSettings[],
): AccountSettings | undefined {
  const names = new Set(session.project.accounts.map(({ name }) => name));
  return (
    there.find((one) => one.name === here.name && session.addressOf(one) === session.addressOf(here)) ??
    there.find((one) => !names.has(one.name) && inboxOf(session, one) === inboxOf(session, here))
  );
}

function problemOf(
  { redactorOfProblems }: Session,
  diagnostics: readonly Diagnostic[],
  more: Redactor['secrets'] = [],
) {
  const redactor = new Redactor([...redactorOfProblems.secrets, ...more]);
  const [problem] = redactor.diagnostics(diagnostics.filter(({ severity }) => severity === 'error'));
  if (problem === undefined) throw new Error('A broken base has no problem');
  return { problem };
}

/** The project file of a commit: `config` (absolute), or the first from the working directory up to `root`. */
export function projectFileIn(
  tree: Tree,
  { cwd, root, config }: { cwd: string; root: string; config: string | null },
): string | null {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = config === null ? path.join(folder, PROJECT_FILE) : config;
    if (tree.kindOf(file) !== null) return file;
    if (config !== null || folder === root || path.dirname(folder) === folder) return null;
  }
}
