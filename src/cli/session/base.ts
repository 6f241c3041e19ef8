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
import { UserError } from '../user-error.ts';
import type { OpenProject } from './accounts.ts';
import { accountAtBase, type Differing } from './same-account.ts';
import type { Session } from './session.ts';

type AccountBase = NonNullable<Account['base']>;

type Base = { commit: string; of: Map<string, AccountBase>; untouched: Set<string> };

/** Adds what a commit declares to each open account. Throws a UserError if the commit cannot be read. */
export async function withBase(project: OpenProject, ref: string | undefined): Promise<OpenProject> {
  if (ref === undefined) return project;
  const base = await baseAt(project.session, ref);
  if ('problem' in base) throw new UserError([...project.diagnostics, base.problem]);
  const { commit, of, untouched } = base;
  const open = project.open.map((one) => {
    return { ...one, account: { ...one.account, base: of.get(one.account.name) ?? null } };
  });
  return { ...project, base: { commit, ref }, open, untouched };
}

/** Adds only which accounts a commit has as they are now: none of a commit that cannot be read. */
export async function withUntouched(project: OpenProject, ref: string | undefined): Promise<OpenProject> {
  const base = ref === undefined ? null : await baseAt(project.session, ref);
  return base === null || 'problem' in base ? project : { ...project, untouched: base.untouched };
}

async function baseAt(session: Session, ref: string): Promise<Base | { problem: Diagnostic }> {
  const { io, project } = session;
  const unknown = (): { problem: Diagnostic } => {
    const args = { ref, known: refsOf(io.env, project.home) };
    return { problem: { code: 'base-unknown', args, severity: 'error' } };
  };
  // Git would take the first for an option; no name of a commit has the others.
  if (ref === '' || /^-|[\p{Cc}\s]/u.test(ref)) return unknown();
  const found = await treeAt(io.env, project.home, ref);
  if (!('failure' in found)) return readBase(session, found, ref);
  // In a whole clone, a name that git does not know is a mistake; a hash may be of a commit that is gone.
  if (found.failure === 'no-commit' && !/^[\da-f]{40}([\da-f]{24})?$/.test(ref)) return unknown();
  return unreadable(ref, found);
}

function unreadable(ref: string, why: NoTree): { problem: Diagnostic } {
  return { problem: { code: 'base-unreadable', args: { ref, ...why }, severity: 'error' } };
}

/** What the files of a commit declare, by account, and for which that is the same now; or the first thing that is wrong. */
function readBase(session: Session, found: CommitTree, ref: string): Base | { problem: Diagnostic } {
  const { project } = session;
  const { commit, tree, isAsOnDisk } = found;
  const { cwd, projectFolder: root } = project;
  const file = projectFileIn(tree, { cwd, root, config: session.args.config === undefined ? null : project.file });
  const read = file === null ? null : readProjectFile(file, project.cwd, tree);
  const broken = (problems: readonly Diagnostic[], more?: Redactor['secrets']): { problem: Diagnostic } => {
    const unread = found.unread();
    if (unread !== null) return unreadable(ref, unread);
    const first = firstError(session, problems, more);
    const args = { ref, problem: describe(first).message, place: first.place ?? null };
    return { problem: { code: 'base-broken', args, severity: 'error' } };
  };
  if (read !== null && 'problems' in read) return broken(read.problems);
  const home = file === null ? project.home : path.dirname(file);
  const of = new Map<string, AccountBase>();
  const atBase = new Map(accountsOf(read?.project ?? {}).map((one) => [one.name, one]));
  const accounts = project.selected.flatMap((here) => {
    const one = accountAtBase(session, here, atBase);
    if (one !== null && 'same' in one) return { ...one.same, name: here.name };
    if (one !== null) of.set(here.name, { otherInbox: otherInbox(session, here, one.differing, ref) });
    return [];
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
  const untouched = new Set<string>();
  for (const [index, { account, rules, diagnostics }] of declared.entries()) {
    const there = accounts[index];
    // Git keeps no empty folders: without a rule there is none, and no plan could be made.
    if (there === undefined || diagnostics.some(({ code }) => code === 'rules-root-missing')) continue;
    if (hasErrors(diagnostics)) return broken(diagnostics, loader.mentioned());
    of.set(account, { declared: rules, settings: there.plan });
    if (isUntouched(session, there, rules)) untouched.add(account);
  }
  return { commit, of, untouched };
}

/** A hash as people read it; other names as they are. */
export function shortRef(ref: string): string {
  return ref.replace(/^[\da-f]{40,}$/, (commit) => commit.slice(0, 12));
}

function otherInbox({ project }: Session, account: AccountSettings, differing: Differing, ref: string): Diagnostic {
  const { name } = account;
  const isOwn = differing === 'address' ? account.baseUrl !== null : account.apiKeyVariable !== null;
  const key = differing === 'address' ? 'baseUrl' : 'apiKey';
  const place = project.locate?.(isOwn ? ['accounts', name, key] : [key]);
  const args = { differing, ref: shortRef(ref) };
  return { code: 'base-other-inbox', args, severity: 'warning', account: name, ...place };
}

/** Reports whether an account that is the same as at the base has the same rules and settings too. */
function isUntouched(session: Session, there: AccountSettings, rules: readonly DeclaredRule[]): boolean {
  const at = session.project.selected.findIndex(({ name }) => name === there.name);
  const [here, declared] = [session.project.selected[at], session.declared()[at]];
  if (here === undefined || declared === undefined || hasErrors(declared.diagnostics)) return false;
  const said = (all: readonly DeclaredRule[]) => {
    const texts = all.map(({ body, renamedFrom, enabled }) => JSON.stringify({ ...body, renamedFrom, enabled }));
    return texts.sort();
  };
  return isDeepStrictEqual([there.plan, said(rules)], [here.plan, said(declared.rules)]);
}

/** The first error, without secrets. */
function firstError(
  { redactorOfProblems }: Session,
  diagnostics: readonly Diagnostic[],
  more: Redactor['secrets'] = [],
): Diagnostic {
  const redactor = new Redactor([...redactorOfProblems.secrets, ...more]);
  const [problem] = redactor.diagnostics(diagnostics.filter(({ severity }) => severity === 'error'));
  if (problem === undefined) throw new Error('A broken base has no problem');
  return problem;
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
