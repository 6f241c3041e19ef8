/** The tests of the accounts of a project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type AssignedTests, assignTests, type TestedAccount } from '../../engine/assign-tests.ts';
import { hasErrors } from '../../engine/plan.ts';
import type { AccountSettings } from '../../model/project.ts';
import { createTestsLoader, type LoadedTests, type TestsLoader } from '../../source/load/tests.ts';
import { shownPath } from '../../source/paths.ts';
import { loadJudgments } from './judgments.ts';
import type { Session } from './session.ts';

/** Of each selected account what its tests folders hold, and everything that is wrong with them, each thing once. */
export interface ProjectTests {
  loader: TestsLoader;
  loaded: LoadedTests[];
  problems: Diagnostic[];
}

export function loadTests(session: Session): ProjectTests {
  const { project } = session;
  const loader = createTestsLoader(project);
  const found = new Map<string, Diagnostic>();
  const loaded = project.selected.map((account) => {
    const tests = testsOf(account, session, loader);
    for (const problem of tests.problems) {
      const placed = withPlace(problem, account, session);
      const { code, args, place } = placed;
      found.set(JSON.stringify([code, args, place]), placed);
    }
    return tests;
  });
  return { loader, loaded, problems: [...found.values()] };
}

function testsOf({ tests, namesTests }: AccountSettings, { project }: Session, loader: TestsLoader): LoadedTests {
  const roots = tests.map((root) => path.resolve(project.home, root));
  return loader.load(roots, { optional: !namesTests });
}

/** A problem with a folder is placed where the settings name the folder. */
function withPlace(problem: Diagnostic, account: AccountSettings, { project }: Session): Diagnostic {
  if (problem.code !== 'tests-folder' || !account.namesTests) return problem;
  const { cwd, home, locate } = project;
  const index = account.tests.findIndex((root) => shownPath(path.resolve(home, root), cwd) === problem.args.root);
  return { ...problem, ...(index === -1 ? {} : locate?.([...account.pathOf('tests'), index])) };
}

/** What `loadTests` and `loadJudgments` give, and everything that is wrong with it. */
export function checkedTests(session: Session) {
  const tests = loadTests(session);
  const assigned = assignedTests(session, tests);
  const recorded = loadJudgments(session.project);
  const judgments = recorded.ofAccounts.map(({ file }) => file).filter(({ path }) => existsSync(path));
  const files = [...tests.loaded.flatMap((one) => one.files), ...judgments];
  return {
    tests: assigned.tests,
    judgments: recorded.ofAccounts,
    files: [...new Map(files.map((file) => [file.path, file])).values()],
    problems: [...tests.problems, ...assigned.problems, ...recorded.problems],
  };
}

/** The tests of each selected account that are checked against its rules. */
function assignedTests(session: Session, { loader, loaded }: ProjectTests): AssignedTests {
  const declared = session.declared();
  const accounts = loaded.map(({ tests }, index): TestedAccount => {
    return { rules: new Set(declared[index]?.rules.map(({ body }) => body.name)), tests: new Set(tests) };
  });
  let others: TestedAccount[] | null = null;
  const notSelected = () => {
    others ??= session.project.accounts
      .filter((account) => !session.project.selected.includes(account))
      .map((account) => {
        const { rules } = session.loader.load(session.filesOf(account).roots);
        const { tests } = testsOf(account, session, loader);
        return { rules: new Set(rules.map(({ rule }) => rule.body.name)), tests: new Set(tests) };
      });
    return others;
  };
  // Which rules there are is not known while a rule file is wrong.
  const isWrong = declared.some(({ diagnostics }) => hasErrors(diagnostics));
  const assigned = assignTests(accounts, isWrong ? () => [] : notSelected, loader.locate);
  return isWrong ? { ...assigned, problems: [] } : assigned;
}
