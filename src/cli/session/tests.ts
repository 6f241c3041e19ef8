/** The tests of the accounts of a project, with their sample mails. */
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type AssignedTests, assignTests, type TestedAccount } from '../../engine/assign-tests.ts';
import type { Declared } from '../../engine/declare.ts';
import { hasErrors } from '../../engine/plan.ts';
import { readSamples } from '../../mail/samples.ts';
import type { MailTest } from '../../model/mail.ts';
import type { AccountSettings } from '../../model/project.ts';
import { createTestsLoader, type LoadedTests, type TestsLoader } from '../../source/load/tests.ts';
import { shownPath } from '../../source/paths.ts';
import type { OpenProject } from './accounts.ts';
import type { Session } from './session.ts';
import { type Project, placeOfRoot } from './settings.ts';

/** The content of the selected accounts' tests folders, in order, and every problem once. */
function loadTests(session: Session) {
  const { project } = session;
  const loader = createTestsLoader(project);
  const found = new Map<string, Diagnostic>();
  const loaded = project.selected.map((account) => {
    const tests = testsOf(account, session, loader);
    for (const problem of tests.problems) {
      const { code, args } = problem;
      const placed = code === 'tests-folder' ? placeOfRoot(account, 'tests', args.root, project) : null;
      found.set(JSON.stringify([code, args, placed?.place ?? problem.place]), { ...problem, ...placed });
    }
    return tests;
  });
  return { loader, loaded, problems: [...found.values()] };
}

function testsOf({ tests, namesTests }: AccountSettings, { project }: Session, loader: TestsLoader): LoadedTests {
  const roots = tests.map((root) => path.resolve(project.home, root));
  return loader.load({ roots, optional: !namesTests });
}

/** The tests folders of the selected accounts as they are shown, each once. */
export function foldersOf({ selected, home, cwd }: Project): string[] {
  const roots = selected.flatMap(({ tests }) => tests);
  return [...new Set(roots.map((root) => shownPath(path.resolve(home, root), cwd)))];
}

/** The tests of an account, and the rules that they are about. */
export interface AccountTests extends Pick<Declared, 'account' | 'rules' | 'placeOf'> {
  tests: readonly MailTest[];
}

/** Reads and checks everything that tests of the selected accounts need. */
export function checkedTests(session: Session) {
  const tests = loadTests(session);
  const assigned = assignedTests(session, tests);
  const accounts = session.declared().flatMap(({ account, rules, placeOf }, index): AccountTests[] => {
    const own = assigned.tests[index];
    return own ? [{ account, rules, placeOf, tests: own }] : [];
  });
  const files = tests.loaded.flatMap((one) => one.files);
  return {
    /** For the selected accounts, in order. */
    accounts,
    /** All files of tests and mails, each once. */
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    /** All problems with these files, and tests that fit no account. */
    problems: [...tests.problems, ...assigned.problems],
  };
}

/** The tests of each selected account that are checked against its rules. */
function assignedTests(session: Session, { loader, loaded }: ReturnType<typeof loadTests>): AssignedTests {
  const declared = session.declared();
  const accounts = loaded.map(({ tests }, index): TestedAccount => {
    return { rules: new Set(declared[index]?.rules.map(({ body }) => body.name)), tests: new Set(tests) };
  });
  // If a rule file has errors, it is unknown which rules there are.
  if (declared.some(({ diagnostics }) => hasErrors(diagnostics))) {
    return { ...assignTests(accounts, () => [], loader.locate), problems: [] };
  }
  const { project } = session;
  const notSelected = (): TestedAccount[] => {
    const others = project.accounts.filter((account) => !project.selected.includes(account));
    return others.map((account) => {
      const { rules } = session.loader.load(session.filesOf(account).roots);
      const { tests } = testsOf(account, session, loader);
      return { rules: new Set(rules.map(({ rule }) => rule.body.name)), tests: new Set(tests) };
    });
  };
  return assignTests(accounts, notSelected, loader.locate);
}

/** Adds sample mails to each open account. An unreadable file does not stop the plan: it is skipped with a warning. */
export function withSamples<Project extends OpenProject>(project: Project): Project {
  const { session, open, diagnostics } = project;
  if (open.length === 0) return project;
  const { loaded, problems } = loadTests(session);
  const read = readSamples(loaded.map(({ samples }) => samples));
  const samplesOf = new Map(session.project.selected.map(({ name }, index) => [name, read[index] ?? []]));
  const leftOut: Diagnostic[] = hasErrors(problems)
    ? [{ code: 'samples-left-out', args: {}, severity: 'warning' }]
    : [];
  return {
    ...project,
    open: open.map(({ account, ...rest }) => {
      return { ...rest, account: { ...account, samples: samplesOf.get(account.name) ?? [] } };
    }),
    diagnostics: [...diagnostics, ...leftOut],
  };
}
