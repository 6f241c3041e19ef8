import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Tested } from '../../diagnostics/results.ts';
import { hasErrors } from '../../engine/plan.ts';
import { diagnosticsOf } from '../../mail/reasons.ts';
import { runTests, type TestResult } from '../../mail/run-tests.ts';
import type { TestDocument } from '../../model/tested.ts';
import { onlyOf, rulesUnknown } from '../../planning/only.ts';
import type { Formats } from '../../report/formats.ts';
import { inOneLine, json } from '../../report/json.ts';
import { junitTested } from '../../report/junit.ts';
import { printTerminal } from '../../report/print/terminal.ts';
import { testedReport } from '../../report/tested.ts';
import { type ArgumentsOf, type CommandDefinition, type Invocation, option, type Result } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { commonWith, format, repeated } from '../options.ts';
import { sameInboxes } from '../session/arguments.ts';
import { openSession, type Session } from '../session/session.ts';
import { type AccountTests, checkedTests, foldersOf } from '../session/tests.ts';
import { UserError } from '../user-error.ts';

export const definition = {
  description:
    'Reads the tests in the folders that `tests` in inboxctl.yaml lists (default: tests), and checks whether the rules do to each sample mail what the test expects, as measured on a public deployment of the service. It needs no key and sends nothing.\nExits 0 when all tests pass, 1 when a test fails, 3 on files with problems.',
  options: [
    ...commonWith({ ...format, choices: ['text', 'json', 'junit'] }),
    option(
      '--only <NAME>',
      'only the test of this name; may be given several times, and `*` is any run of characters',
      { defaultText: 'all tests', parse: repeated },
    ),
  ],
  examples: {
    'inboxctl test': 'check the rules of this project',
    "inboxctl test --only 'a refund *'": 'only some of the tests',
    'inboxctl test --format junit > tests.xml': 'for a CI system that shows test results',
  },
} as const satisfies CommandDefinition;

export const TESTED: Formats<Tested> = {
  text: (tested, { style, quiet }) => {
    if (quiet && tested.tests.every(({ passed }) => passed)) return '';
    return printTerminal(testedReport(tested, style.verbose), style);
  },
  json: ({ tests }, { notices }) => {
    const failed = tests.filter(({ passed }) => !passed).length;
    return json<TestDocument>(notices, {
      summary: { passed: tests.length - failed, failed },
      tests: tests.map(({ expectations, duration: _, ...one }) => ({
        ...one,
        expectations: expectations.map(({ reasons, ...expectation }) => ({
          ...expectation,
          reason: reasons.length === 0 ? null : reasons.map(inOneLine).join(' '),
        })),
      })),
    });
  },
  junit: junitTested,
};

/** `inboxctl test`: checks the rules against sample mails. It sends nothing. */
export async function run(invocation: Invocation<ArgumentsOf<typeof definition>>): Promise<Result<Tested>> {
  const { args, findings, now } = invocation;
  const session = openSession(invocation, { sendsKeys: false });
  const { project } = session;
  const tests = checkedTests(session);
  const ofRules = session.declared().flatMap((one) => one.diagnostics.filter(({ severity }) => severity === 'error'));
  const notices = [...project.notices, ...new Set(ofRules), ...tests.problems];
  if (hasErrors(notices)) throw new UserError(notices);
  const accounts = namedTests(tests.accounts, args.only);
  findings.add(notices);
  const results = accounts.flatMap((account) => {
    const found = runTests(account.tests, account.rules, now);
    findings.add(choosingSeveral(session, account, found));
    return found.map(shownResult(session, account));
  });
  return {
    code: results.every(({ passed }) => passed) ? EXIT.done : EXIT.failed,
    document: { tests: results, folders: foldersOf(project), sameInboxes: sameInboxes({ ...args, only: undefined }) },
    formats: TESTED,
  };
}

/** Warns of tests in which the AI chooses several rules for a mail, where it chooses one. */
function choosingSeveral(session: Session, { account }: AccountTests, results: readonly TestResult[]): Diagnostic[] {
  const settings = session.project.selected.find(({ name }) => name === account);
  if (settings?.plan.aiSelection === 'several') return [];
  return results.flatMap(({ test: { name, place }, chosen: rules }): Diagnostic[] => {
    if (rules.length < 2) return [];
    return [{ code: 'test-ai-chooses-one', args: { name, rules }, severity: 'warning', account, place }];
  });
}

/** Keeps the tests that `--only` names. Throws a UserError if it names a test that does not exist. */
function namedTests(accounts: readonly AccountTests[], only: readonly string[] | undefined): readonly AccountTests[] {
  const chosen = onlyOf(only);
  if (chosen === null) return accounts;
  const names = accounts.flatMap(({ tests }) => tests.map(({ name }) => name));
  const unknown = rulesUnknown(chosen, names, 'test');
  if (unknown.length > 0) throw new UserError(unknown);
  return accounts.map((account) => ({ ...account, tests: account.tests.filter(({ name }) => chosen.has(name)) }));
}

/** A function that prepares the result of an account's test for output: it hides secrets and adds places. */
function shownResult(
  session: Session,
  { account, rules, placeOf }: AccountTests,
): (result: TestResult) => Tested['tests'][number] {
  const show = (text: string) => session.redactor.text(text);
  const declared = new Map(rules.map((rule) => [rule.body.name, { rule, place: placeOf(rule.spot) }]));
  return ({ test: { name, mail, place }, passed, duration, expectations }) => ({
    account,
    name: show(name),
    source: place,
    passed,
    duration,
    mail: session.redactor.everywhere(mail),
    expectations: expectations.map((one) => ({
      rule: show(one.rule),
      expected: one.expected,
      actual: one.actual,
      source: declared.get(one.rule)?.place ?? place,
      reasons: diagnosticsOf(one.reasons, declared.get(one.rule)?.rule.references),
    })),
  });
}
