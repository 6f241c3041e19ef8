import path from 'node:path';
import type { Place } from '../../diagnostics/diagnostic.ts';
import type { Tested } from '../../diagnostics/results.ts';
import { isMet, runTests, type TestResult } from '../../mail/run-tests.ts';
import { globMatcher } from '../../model/glob.ts';
import type { MailTest } from '../../model/mail.ts';
import { nearest } from '../../model/nearest.ts';
import type { DeclaredRule } from '../../model/rule.ts';
import { TESTED } from '../../report/formats.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT } from '../exit-code.ts';
import { sameInboxes } from '../session/arguments.ts';
import { openSession, type Session } from '../session/session.ts';
import { assignedTests, loadTests } from '../session/tests.ts';
import { UserError } from '../user-error.ts';

/** `inboxctl test`: checks the rules against sample mails. It sends nothing. */
export async function test(invocation: Invocation<Arguments<'test'>>): Promise<Result<Tested>> {
  const { args, terminal } = invocation;
  const session = openSession(invocation, { sends: false });
  const { project } = session;
  const declared = session.declared();
  const tests = loadTests(session);
  const assigned = assignedTests(session, tests);
  const ofRules = new Set(
    declared.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error')),
  );
  const notices = session.redacted([...project.notices, ...ofRules, ...tests.problems, ...assigned.problems]);
  const errors = notices.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UserError(notices, codeOfProblems(errors));
  const meant = named(assigned.tests, args.only, session);
  terminal.say(notices);
  const results = meant.flatMap((ofAccount, index) => {
    const { rules = [], placeOf } = declared[index] ?? {};
    if (placeOf === undefined || ofAccount.length === 0) return [];
    const show = shownResult(session, project.selected[index]?.name ?? '', rules, placeOf);
    return runTests(
      ofAccount,
      rules.map(({ body }) => body),
    ).map(show);
  });
  const folders = project.selected.flatMap(({ tests: roots }) =>
    roots.map((root) => shownPath(path.resolve(project.home, root), project.cwd)),
  );
  return {
    code: results.every(({ passed }) => passed) ? EXIT.done : EXIT.failed,
    document: {
      tests: results,
      notices,
      folders: [...new Set(folders)],
      sameInboxes: sameInboxes({ ...args, only: undefined }),
    },
    formats: TESTED,
  };
}

/** The tests that `--only` names. Throws a UserError where one of its names is that of no test. */
function named(
  tests: readonly MailTest[][],
  only: readonly string[] | undefined,
  session: Session,
): readonly MailTest[][] {
  if (only === undefined) return tests;
  const globs = only.map((name) => ({ name, matches: globMatcher(name.trim()) }));
  const names = [...new Set(tests.flatMap((all) => all.map(({ name }) => name)))];
  const unknown = globs.filter(({ matches }) => !names.some(matches));
  if (unknown.length > 0) {
    const show = (text: string) => session.redactor.text(text);
    throw new UserError(
      unknown.map(({ name }) => {
        const args = { name: show(name), nearest: nearest(name, names.map(show), 2) };
        return { code: 'test-unknown', args, severity: 'error' };
      }),
    );
  }
  return tests.map((all) => all.filter(({ name }) => globs.some(({ matches }) => matches(name))));
}

/** A function that takes a result of an account's test, and gives it as it may be shown. */
function shownResult(
  session: Session,
  account: string,
  rules: readonly DeclaredRule[],
  placeOf: (spot: DeclaredRule['spot']) => Place,
): (result: TestResult) => Tested['tests'][number] {
  const show = (text: string) => session.redactor.text(text);
  const places = new Map(rules.map(({ body, spot }) => [body.name, placeOf(spot)]));
  return ({ test: { name, mail, place }, passed, expectations }) => ({
    account,
    name: show(name),
    source: place,
    passed,
    mail: { ...mail, from: show(mail.from), to: show(mail.to), subject: show(mail.subject) },
    expectations: expectations.map(({ rule, reasons, ...one }) => ({
      ...one,
      rule: show(rule),
      source: places.get(rule) ?? place,
      reasons: isMet(one)
        ? []
        : session.redacted(reasons.map(({ path: _, ...reason }) => ({ ...reason, severity: 'info' }))),
    })),
  });
}
