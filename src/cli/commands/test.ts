import path from 'node:path';
import type { Tested } from '../../diagnostics/results.ts';
import { answersOf } from '../../mail/judgments.ts';
import { diagnosticsOf } from '../../mail/reasons.ts';
import { runTests, type TestResult } from '../../mail/run-tests.ts';
import { globMatcher } from '../../model/glob.ts';
import type { MailTest } from '../../model/mail.ts';
import { nearest } from '../../model/nearest.ts';
import { TESTED } from '../../report/formats.ts';
import { shownPath } from '../../source/paths.ts';
import type { Invocation, Result } from '../command.ts';
import type { Arguments } from '../commands.ts';
import { codeOfProblems, EXIT, exitCode } from '../exit-code.ts';
import { type AccountTests, filesOf, judgeFor, refuseJudge } from '../judge/asked.ts';
import { updateJudgments } from '../judge/update.ts';
import { sameInboxes } from '../session/arguments.ts';
import { openSession, type Session } from '../session/session.ts';
import { checkedTests } from '../session/tests.ts';
import { UserError } from '../user-error.ts';

/** `inboxctl test`: checks the rules against sample mails. It sends nothing. */
export async function test(invocation: Invocation<Arguments<'test'>>): Promise<Result<Tested>> {
  const { args, terminal } = invocation;
  refuseJudge(invocation);
  const session = openSession(invocation, { sends: false });
  const { project } = session;
  const judge = judgeFor(args, project);
  const declared = session.declared();
  const tests = checkedTests(session);
  const ofRules = new Set(
    declared.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error')),
  );
  const problems = [...ofRules, ...tests.problems];
  const notices = session.redacted([...project.notices, ...problems]);
  const errors = notices.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UserError(notices, codeOfProblems(errors));
  const meant = named(tests.tests, args.only, session);
  terminal.say(notices);
  const accounts = meant.flatMap((ofAccount, index): AccountTests[] => {
    const [{ rules, placeOf } = {}, account, own] = [declared[index], project.selected[index], tests.judgments[index]];
    if (rules === undefined || placeOf === undefined || account === undefined || own === undefined) return [];
    return [{ account: account.name, tests: ofAccount, rules, placeOf, ...own }];
  });
  const updated =
    judge === null ? null : await updateJudgments(invocation, session, filesOf(accounts, session, args), judge);
  if (updated !== null) terminal.say(updated.problems);
  const results = accounts.flatMap((one) => {
    const judgments = updated?.judgments.get(one.file.path) ?? one.judgments;
    const hasJudge = project.judge !== null || judgments.length > 0;
    const answerFor = answersOf(judgments);
    return runTests(one.tests, one.rules, answerFor, hasJudge).map(shownResult(session, one));
  });
  const folders = project.selected.flatMap(({ tests: roots }) =>
    roots.map((root) => shownPath(path.resolve(project.home, root), project.cwd)),
  );
  return {
    code: exitCode(results.every(({ passed }) => passed) ? EXIT.done : EXIT.failed, updated?.code ?? EXIT.done),
    document: {
      tests: results,
      notices: [...notices, ...(updated?.problems ?? [])],
      ...(updated && { judgments: updated.change }),
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
  { account, rules, placeOf }: Pick<AccountTests, 'account' | 'rules' | 'placeOf'>,
): (result: TestResult) => Tested['tests'][number] {
  const show = (text: string) => session.redactor.text(text);
  const declared = new Map(rules.map((rule) => [rule.body.name, { rule, place: placeOf(rule.spot) }]));
  return ({ test: { name, mail, place }, passed, expectations }) => ({
    account,
    name: show(name),
    source: place,
    passed,
    mail: session.redactor.everywhere(mail),
    expectations: expectations.map((one) => ({
      rule: show(one.rule),
      expected: one.expected,
      actual: one.actual,
      source: declared.get(one.rule)?.place ?? place,
      reasons: session.redacted(diagnosticsOf(one.reasons, declared.get(one.rule)?.rule.references)),
    })),
  });
}
